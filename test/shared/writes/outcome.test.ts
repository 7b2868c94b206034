import {
	outcomeDescription,
	outcomeMessage,
	type Outcome,
	type OtherItems,
	type WriteAttempt,
} from '../../../nodes/shared/writes/outcome';

const attempt = (outcome: Outcome, figures?: string): WriteAttempt => ({
	subject: 'Payment of 100.00 EUR',
	outcome,
	howToCheck: 'compare the amounts first',
	figures,
});

describe('the message of a write that failed', () => {
	it.each<[Outcome, string]>([
		['notDone', 'Payment of 100.00 EUR: not made. The reason.'],
		['done', 'Payment of 100.00 EUR: made. Do not repeat it. The reason.'],
		[
			'unknown',
			'Payment of 100.00 EUR: unknown whether it was made. Do not repeat it; compare the amounts first. The reason.',
		],
	])('%s', (outcome, expected) => {
		expect(outcomeMessage(attempt(outcome), 'The reason.')).toBe(expected);
	});
});

describe('its description', () => {
	const none: OtherItems = { done: [], unknown: [] };
	const LEAVE = 'Leave them out of any other run, which would carry them out twice.';
	const many = (count: number) => Array.from({ length: count }, (_, index) => index);

	it.each<[string, Outcome, string | undefined, number, OtherItems, string]>([
		[
			'the first item',
			'notDone',
			'Check it.',
			0,
			none,
			'Check it. Nothing was carried out before in this run.',
		],
		[
			'a later item',
			'notDone',
			undefined,
			3,
			none,
			'This is item 3. Nothing was carried out before in this run.',
		],
		['unknown, alone', 'unknown', 'Check it.', 0, none, 'Check it.'],
		['made, alone', 'done', 'Check it.', 0, none, 'Check it.'],
		[
			'one before it',
			'notDone',
			'Check it.',
			1,
			{ done: [0], unknown: [] },
			`Check it. This is item 1. Carried out before in this run: item 0. ${LEAVE}`,
		],
		[
			'several before it',
			'unknown',
			undefined,
			4,
			{ done: [0, 1, 3], unknown: [2] },
			`This is item 4. Carried out before in this run: items 0, 1 and 3. Unknown whether carried out: item 2. ${LEAVE}`,
		],
		[
			'only unknown ones',
			'notDone',
			undefined,
			0,
			{ done: [], unknown: [1, 2] },
			`Unknown whether carried out: items 1 and 2. ${LEAVE}`,
		],
		[
			'twenty before it',
			'notDone',
			undefined,
			0,
			{ done: many(20), unknown: [] },
			`Carried out before in this run: items ${many(19).join(', ')} and 19. ${LEAVE}`,
		],
		[
			'more than twenty before it',
			'notDone',
			undefined,
			0,
			{ done: many(21), unknown: [] },
			`Carried out before in this run: 21 items, the last of them item 20. ${LEAVE}`,
		],
	])('%s', (_, outcome, advice, itemIndex, others, expected) => {
		expect(outcomeDescription(attempt(outcome), advice, itemIndex, others)).toBe(expected);
	});

	it('has what was read back', () => {
		const { length } = 'Check it.';
		const text = outcomeDescription(attempt('unknown', 'Before: 5. Now: 2.'), 'Check it.', 0, none);
		expect(text.slice(length)).toBe(' Before: 5. Now: 2.');
	});
});
