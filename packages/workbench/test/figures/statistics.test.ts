import { longestGap, median, percentile } from '../../src/figures/statistics.mts';

const oneToTwenty = Array.from({ length: 20 }, (_, index) => 20 - index);

describe('Statistics of measurements', () => {
	it('name the value that 95 % do not exceed', () => {
		expect(percentile(oneToTwenty, 0.95)).toBe(19);
		expect(percentile(oneToTwenty, 1)).toBe(20);
		expect(percentile([7], 0.95)).toBe(7);
	});

	it('name the middle value, or the middle of the two middle ones', () => {
		expect(median([5, 1, 9])).toBe(5);
		expect(median(oneToTwenty)).toBe(10.5);
	});

	it('name the longest time between two times, and where it begins', () => {
		expect(longestGap([10, 12, 20, 21, 29])).toEqual({ from: 12, ms: 8 });
		expect(longestGap([0, 30])).toEqual({ from: 0, ms: 30 });
	});

	it('refuse to speak about nothing', () => {
		expect(() => longestGap([5])).toThrow('fewer than two');
		expect(() => percentile([], 0.5)).toThrow('no values');
		expect(() => median([])).toThrow('no values');
	});
});
