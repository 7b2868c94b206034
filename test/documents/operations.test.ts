import { readText, writesDocuments, writeText } from '../support/files';
import { nodeTypes, runExamples } from './examples';
import { operationsDocument } from './operationsDocument';

const FILE = 'docs/operations.md';

describe(FILE, () => {
	it('says what the nodes take, send and give; if not: npm run docs', async () => {
		const descriptions = Object.entries(nodeTypes).map(
			([className, { description }]) => [className, description] as const,
		);
		const document = operationsDocument(descriptions, await runExamples());
		if (writesDocuments) writeText(FILE, document);
		expect(readText(FILE)).toBe(document);
	}, 60_000);
});
