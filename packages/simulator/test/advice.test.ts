import { nextStepsByFields, nextStepsByTexts } from '../src/world/advice.mts';

const failed = (index: number, error: string, more: object = {}) => ({ index, json: { error, ...more } });
const made = (index: number) => ({ index, json: { outcome: 'done' } });
const NOT_MADE = 'Payment of 5.00 EUR: not made. No token.';
const UNKNOWN =
	'Payment of 5.00 EUR: unknown whether it was made. Do not repeat it; look first. The connection broke.';

describe('someone who does what texts say', () => {
	it('runs again what was not made, lets be what was, and looks for what is unknown', () => {
		const results = [made(0), failed(1, NOT_MADE), failed(2, UNKNOWN)];
		expect(nextStepsByTexts(3, { results })).toEqual(['done', 'again', 'look']);
	});

	it('leaves out of another run what the error of a run names, and runs the rest', () => {
		const description =
			'This is item 3. Carried out before in this run: items 0 and 1. Unknown whether carried out: item 2. Leave them out.';
		const failure = { text: `${NOT_MADE} ${description}`, itemIndex: 3 };
		expect(nextStepsByTexts(5, { results: [], failure })).toEqual(['done', 'done', 'look', 'again', 'again']);
	});

	it.each([
		'Run the workflow again.',
		'Wait a minute and run the workflow again.',
		'Nothing was changed.',
		'Nothing of this run was carried out.',
	])('runs everything again where a text says: %s', (advice) => {
		const failure = { text: `${UNKNOWN} ${advice}`, itemIndex: 1 };
		expect(nextStepsByTexts(2, { results: [], failure })).toEqual(['again', 'again']);
		const results = [made(0), failed(1, NOT_MADE, { description: advice })];
		expect(nextStepsByTexts(2, { results })).toEqual(['again', 'again']);
	});

	it('looks where a text says nothing about it', () => {
		expect(nextStepsByTexts(2, { results: [], failure: { text: 'The node failed', itemIndex: 0 } })).toEqual([
			'look',
			'look',
		]);
	});
});

describe('a workflow that branches on fields', () => {
	it('does what each outcome says', () => {
		const results = [
			made(0),
			failed(1, 'x', { outcome: 'notDone' }),
			failed(2, 'x', { outcome: 'unknown' }),
			failed(3, 'x'),
		];
		expect(nextStepsByFields(4, { results })).toEqual(['done', 'again', 'look', 'look']);
	});

	it('does what the context of an error says', () => {
		const context = { outcome: 'notDone', itemIndex: 2, doneItems: [0], unknownItems: [1] };
		expect(nextStepsByFields(4, { results: [], failure: { text: '', context } })).toEqual([
			'done',
			'look',
			'again',
			'again',
		]);
	});
});
