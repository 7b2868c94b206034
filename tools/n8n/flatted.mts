/**
 * Reads the form in which n8n hands out the data of an execution: a list in which every text inside an object
 * or array is the position of a value.
 */
export function readFlatted(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	const revived = new Map<number, unknown>();
	return valueAt(0);

	function valueAt(position: number): unknown {
		const value = values[position];
		if (typeof value !== 'object' || value === null) return value;
		const known = revived.get(position);
		if (known !== undefined) return known;
		const filled: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
		revived.set(position, filled);
		const entries = Object.entries(value).map(([key, entry]: [string, unknown]) => [
			key,
			typeof entry === 'string' ? valueAt(Number(entry)) : entry,
		]);
		return Object.assign(filled, Object.fromEntries(entries));
	}
}
