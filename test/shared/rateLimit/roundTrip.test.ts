import { RoundTrip } from '../../../nodes/shared/rateLimit/roundTrip';

function leastOf(times: readonly number[]): number {
	const roundTrip = new RoundTrip();
	times.forEach((ms) => roundTrip.add(ms));
	return roundTrip.minMs;
}

describe('what every round trip takes at least', () => {
	it('is nothing as long as little is known', () => {
		expect(leastOf([])).toBe(0);
		expect(leastOf([300])).toBe(0);
		expect(leastOf(Array(8).fill(300))).toBeGreaterThan(200);
	});

	it('is nearly all of it where round trips hardly vary', () => {
		const least = leastOf(Array.from({ length: 40 }, (_, index) => 300 + (index % 3)));
		expect(least).toBeGreaterThan(290);
		expect(least).toBeLessThanOrEqual(300);
	});

	it('is much less than the shortest where they vary much', () => {
		expect(leastOf(Array.from({ length: 40 }, (_, index) => 100 + (index % 2) * 100))).toBeLessThan(20);
	});

	it('is not taken from requests that had to connect first', () => {
		expect(leastOf([800, 800, 300, 800, 300])).toBe(0);
	});
});
