import { readText, writesDocuments, writeText } from '../support/files';
import { nodeTypes, runExamples, type RunExamples } from './examples';
import { operationsDocument } from './operationsDocument';

const FILE = 'docs/operations.md';

let run: RunExamples;
beforeAll(async () => {
	run = await runExamples();
}, 60_000);

describe(FILE, () => {
	it('says what the nodes take, send and give; if not: npm run docs', () => {
		const descriptions = Object.entries(nodeTypes).map(
			([className, { description }]) => [className, description] as const,
		);
		const document = operationsDocument(descriptions, run.examples);
		if (writesDocuments) writeText(FILE, document);
		expect(readText(FILE)).toBe(document);
	});
});

describe('the examples', () => {
	it('call every operation of the API', () => {
		expect([...run.asked].sort()).toEqual([...run.offered].sort());
	});

	it('succeed with every request', () => {
		expect([...run.statuses].sort()).toEqual(['200', '204']);
	});
});
