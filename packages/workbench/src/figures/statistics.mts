/** The smallest value that at least this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
	const ascending = [...values].sort((one, other) => one - other);
	const found = ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)];
	if (found === undefined) throw new Error('There is no percentile of no values.');
	return found;
}

export function mean(values: readonly number[]): number {
	if (values.length === 0) throw new Error('There is no mean of no values.');
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number {
	const ascending = [...values].sort((one, other) => one - other);
	const middle = (ascending.length - 1) / 2;
	const [low, high] = [ascending[Math.floor(middle)], ascending[Math.ceil(middle)]];
	if (low === undefined || high === undefined) throw new Error('There is no median of no values.');
	return (low + high) / 2;
}

/** The longest interval between consecutive times, and its start. @param times in ascending order */
export function longestGap(times: readonly number[]): { from: number; ms: number } {
	const gaps = times.slice(1).map((time, index) => {
		const from = times[index] ?? NaN;
		return { from, ms: time - from };
	});
	const [first, ...others] = gaps;
	if (first === undefined) throw new Error('There is no time between fewer than two times.');
	return others.reduce((longest, gap) => (gap.ms > longest.ms ? gap : longest), first);
}

export function round(value: number, digits: number): number {
	return Number(value.toFixed(digits));
}
