import { ExternalUsage } from '../../../nodes/shared/rateLimit/externalUsage';

function minute(): ExternalUsage {
	return new ExternalUsage({ name: 'minute', windowMs: 60_000, limit: 20 });
}

describe('what others use of a minute', () => {
	it('is nothing as long as nothing was seen', () => {
		expect(minute().isPresent(0)).toBe(false);
		expect(minute().freeTimes(0)).toEqual([]);
	});

	it('is taken to be spread evenly, and gone after a minute', () => {
		const usage = minute();
		usage.observe(3, 1_000);
		expect(usage.freeTimes(1_000).sort()).toEqual([21_000, 41_000, 61_000]);
		expect(usage.freeTimes(41_000)).toEqual([61_000]);
		expect(usage.isPresent(60_999)).toBe(true);
		expect(usage.isPresent(61_000)).toBe(false);
		expect(usage.freeTimes(61_000)).toEqual([]);
	});

	it('is what the latest request found, not the latest answer', () => {
		const usage = minute();
		usage.observe(5, 2_000);
		usage.observe(1, 1_000);
		expect(usage.count).toBe(5);
		usage.observe(0, 3_000);
		expect(usage.isPresent(3_000)).toBe(false);
	});
});
