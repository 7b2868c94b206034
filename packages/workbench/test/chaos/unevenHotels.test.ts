import { optimalDelays, type ChangeTime } from '../../src/chaos/unevenHotels.mts';

const change = (property: number, atMs: number): ChangeTime => ({ property, atMs });

describe('A reader that knows how often each hotel changes', () => {
	const shares = [0.7, 0.1, 0.1, 0.1];
	const reader = { perPoll: 1, perSecond: 3, atLeastEvery: 15, phase: 0.5 };
	const delaysOf = (changes: ChangeTime[], plan: Partial<typeof reader> = {}) => {
		const delays = optimalDelays(changes, shares, { ...reader, ...plan });
		return changes.map((one) => delays.get(one));
	};

	it('polls once a minute, and reads where most is to be expected', () => {
		const busy = [change(0, 10_000), change(0, 30_001), change(0, 100_000)];
		expect(delaysOf(busy)).toEqual([20_000, 59_999, 50_000]);
		const [, quiet = 0] = delaysOf([change(0, 10_000), change(1, 10_000)]);
		expect(quiet).toBeGreaterThan(60_000);
	});

	it('reads each hotel at least so often', () => {
		const [quiet = Infinity] = delaysOf([change(3, 90_000)], { atLeastEvery: 2 });
		expect(quiet).toBeLessThanOrEqual(4 * 60_000);
	});

	it('needs a second for three lists, reads the busiest last, and hands all of them over at the end', () => {
		const [busy, late, last] = delaysOf([change(0, 31_000), change(3, 30_500), change(3, 30_000)], {
			perPoll: 4,
		});
		expect(busy).toBe(0);
		expect(late).toBe(60_500);
		expect(last).toBe(1_000);
	});
});
