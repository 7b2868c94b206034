import { readText, writesDocuments, writeText } from '../support/files';
import { nodeTypes, runExamples, type RunExamples } from './examples';
import { operationsDocuments, pageOf } from './operationsDocument';

const FILES = ['docs/operations.md', ...Object.keys(nodeTypes).map(pageOf)];

let run: RunExamples;
beforeAll(async () => {
	run = await runExamples();
}, 240_000);

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

	it('show names before IDs', () => {
		for (const { key, items } of run.examples.values()) {
			const columns = Object.keys(items[0] ?? {});
			const firstId = columns.findIndex((column) => /^id$|Ids?$/.test(column));
			const lastName = columns.findLastIndex((column) => /^(guest|property)Name$/.test(column));
			if (firstId >= 0) expect({ key, isFirst: lastName < firstId }).toEqual({ key, isFirst: true });
		}
	});

	it('succeed with every request', () => {
		expect([...run.statuses].sort()).toEqual([200, 204]);
	});
});
