const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const LENGTHS_MS = [DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS] as const;

/** The second, minute, hour and day (UTC) in which a moment lies. */
export function spansAround(at: number): string[] {
	return LENGTHS_MS.map((length) => spanName(length, at));
}

/**
 * The same kinds of spans, as few as possible, that together make up the time from one moment to another. One of
 * them is among `spansAround` a moment exactly if the moment lies in this time, to the second.
 */
export function spansWithin(from: number, to: number): string[] {
	const spans: string[] = [];
	const end = startOf(SECOND_MS, to) + SECOND_MS;
	let at = startOf(SECOND_MS, Math.max(0, from));
	while (at < end) {
		const length = longestSpan(at, end);
		spans.push(spanName(length, at));
		at += length;
	}
	return spans;
}

function longestSpan(at: number, end: number): number {
	return LENGTHS_MS.find((length) => at % length === 0 && at + length <= end) ?? SECOND_MS;
}

function startOf(length: number, at: number): number {
	return Math.floor(at / length) * length;
}

function spanName(length: number, at: number): string {
	return `${length} ${Math.floor(at / length)}`;
}
