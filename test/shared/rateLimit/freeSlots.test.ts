import { freeSlots, lengthOf } from '../../../nodes/shared/rateLimit/freeSlots';
import type { RateWindow } from '../../../nodes/shared/rateLimit/windows';

const window: RateWindow = { name: 'second', windowMs: 1_000, limit: 3 };
const length = lengthOf(window);

describe('when the next requests have a slot in a window of three', () => {
	it.each<[string, number[], number[]]>([
		['none is taken', [], [100, 100, 100, 100 + length]],
		['one is taken', [400], [100, 100, 400, 100 + length, 100 + length, 400 + length]],
		['all are taken, in any order', [500, 300, 400], [300, 400, 500, 300 + length]],
		['others have sent more than was known', [300, 400, 500, 600, 700], [500, 600, 700]],
	])('%s', (_, taken, expected) => {
		const free = freeSlots(window, 100, taken.length, () => taken);
		expect(expected.map((__, position) => free(position))).toEqual(expected);
	});

	it('a window is taken to last a little longer than it does', () => {
		expect(length).toBeGreaterThan(1_000);
		expect(length).toBeLessThan(1_010);
	});
});
