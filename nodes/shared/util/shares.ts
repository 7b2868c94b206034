/**
 * Divides what there is: each gets what it needs up to an equal share, and those that need more share what the others
 * leave (max-min fairness).
 * @returns the shares, in the order of the needs
 */
export function sharesOf(needs: readonly number[], total: number): number[] {
	const shares: number[] = [];
	const bySize = needs.map((need, index) => ({ need, index })).sort((one, other) => one.need - other.need);
	let left = total;
	for (const [position, { need, index }] of bySize.entries()) {
		const share = Math.min(need, left / (bySize.length - position));
		shares[index] = share;
		left -= share;
	}
	return shares;
}
