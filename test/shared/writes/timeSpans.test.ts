import { spansAround, spansWithin } from '../../../nodes/shared/writes/timeSpans';

const NOW = Date.parse('2026-11-23T22:59:58.400Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

function lies(at: number, from: number, to: number): boolean {
	const spans = new Set(spansWithin(from, to));
	return spansAround(at).some((span) => spans.has(span));
}

describe('spans of time', () => {
	it.each([1_000, MINUTE, 10 * MINUTE, 61 * MINUTE, 25 * HOUR, 40 * DAY])(
		'of %d ms hold what lies in them, to the second',
		(length) => {
			for (const shift of [0, 700, 1_600, 17 * MINUTE, 5 * HOUR, DAY]) {
				const to = NOW + shift;
				const from = to - length;
				const outside = [from - 2_000, to + 2_000, from - DAY, to + DAY, from - 400 * DAY];
				const inside = [from, to, from + length / 3, from + length / 2, to - 1];
				expect(outside.filter((at) => lies(at, from, to))).toEqual([]);
				expect(inside.filter((at) => !lies(at, from, to))).toEqual([]);
			}
		},
	);

	it('are few', () => {
		expect(spansWithin(NOW - 10 * MINUTE, NOW).length).toBeLessThan(130);
		expect(spansWithin(NOW - 365 * DAY, NOW).length).toBeLessThan(365 + 2 * (24 + 60 + 60));
		expect(spansWithin(-Infinity, NOW).length).toBeLessThan(30_000);
	});

	it('are each named once', () => {
		const spans = spansWithin(NOW - 40 * DAY, NOW);
		expect(new Set(spans).size).toBe(spans.length);
	});
});
