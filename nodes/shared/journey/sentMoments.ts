import { shortHash } from '../polling/shortHash';

/** What was sent, as a short text: for each moment of a unit a hash, and the day for which it was sent last. */

const HASH_LENGTH = 5;
const DAY_LENGTH = 3;
const LENGTH = HASH_LENGTH + DAY_LENGTH;
/** Of one reservation: a group of a hundred rooms with ten moments each. */
const MAX_LENGTH = 1_000 * LENGTH;

/** A renamed moment is another one. */
export function sentKey(moment: string, unit: string): string {
	return shortHash(`${moment}\n${unit}`, HASH_LENGTH);
}

/** By key: the day for which it was sent. */
export function unpackSent(text: string): Map<string, number> {
	const sent = new Map<string, number>();
	for (let start = 0; start + LENGTH <= Math.min(text.length, MAX_LENGTH); start += LENGTH) {
		const day = parseInt(text.slice(start + HASH_LENGTH, start + LENGTH), 36);
		sent.set(text.slice(start, start + HASH_LENGTH), day);
	}
	return sent;
}

export function withoutSent(text: string, keys: readonly string[]): string {
	return [...unpackSent(text)]
		.filter(([key]) => !keys.includes(key))
		.reduce((rest, [key, day]) => withSent(rest, key, day), '');
}

/** @param day undefined: it was not sent */
export function withSent(text: string, key: string, day: number | undefined): string {
	if (day === undefined) return text;
	const sent = unpackSent(text).set(key, day);
	return [...sent].map(([one, on]) => one + on.toString(36).padStart(DAY_LENGTH, '0')).join('');
}
