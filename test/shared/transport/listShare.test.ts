import { ListShare } from '../../../nodes/shared/transport/listShare';

/** How many requests a list sends when so many are left. */
function taken(left: number): number {
	const share = new ListShare();
	let count = 0;
	while (share.take(left - count) === undefined) count += 1;
	return count;
}

describe('what an opened list may send', () => {
	it.each([0, 1, 2, 3, 4, 5, 7, 10, 21, 36])('is less than half of %i', (left) => {
		expect(taken(left)).toBe(Math.max(0, Math.ceil(left / 2) - 1));
	});

	it.each([40, 200, 30_000])('is 18 of %i, which are 20 with the two for a token', (left) => {
		expect(taken(left)).toBe(18);
	});

	it('counts what others take meanwhile', () => {
		const share = new ListShare();
		expect(share.take(100)).toBeUndefined();
		expect(share.take(3)).toBe('scarce');
		expect(share.take(4)).toBeUndefined();
	});
});
