import { readText, writesDocuments, writeText } from '../support/files';
import { nodeTypes, runExamples, type RunExamples } from './examples';
import { operationsDocuments, pageOf } from './operationsDocument';

const FILES = ['docs/operations.md', ...Object.keys(nodeTypes).map(pageOf)];

let run: RunExamples;
beforeAll(async () => {
	run = await runExamples();
}, 60_000);

describe.each(FILES)('%s', (file) => {
	it('says what the nodes take, send and give; if not: npm run docs', () => {
		const descriptions = Object.entries(nodeTypes).map(
			([className, { description }]) => [className, description] as const,
		);
		const document = operationsDocuments(descriptions, run.examples).get(file) ?? '';
		if (writesDocuments) writeText(file, document);
		expect(readText(file)).toBe(document);
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
