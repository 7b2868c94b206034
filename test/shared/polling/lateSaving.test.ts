import { emittingPoll, isFromBefore } from '../../../nodes/shared/polling/lateSaving';

const AT = Date.UTC(2031, 4, 1);
const BEFORE = { version: 1, properties: { '1': { position: 'a' } } };
const AFTER = { version: 1, properties: { '1': { position: 'b' } } };
const EMISSION = emittingPoll(BEFORE, AT);

it.each([
	['at once', 0, BEFORE, true],
	['within ten seconds', 9_999, structuredClone(BEFORE), true],
	['after them', 10_000, BEFORE, false],
	['with the clock set back a little', -9_999, BEFORE, true],
	['with the clock set back by hours', -10_000, BEFORE, false],
	['once n8n has saved the state', 500, AFTER, false],
	['when the state is gone', 500, undefined, false],
])('the state of before the emission, %s', (_, ms, state, expected) =>
	expect(isFromBefore(EMISSION, state, AT + ms)).toBe(expected),
);

it('without an emission there is nothing of before it', () =>
	expect(isFromBefore(undefined, undefined, AT)).toBe(false));

it('a first emission began without a state', () => {
	const first = emittingPoll(undefined, AT);
	expect(isFromBefore(first, undefined, AT + 1)).toBe(true);
	expect(isFromBefore(first, BEFORE, AT + 1)).toBe(false);
});
