import { createHash } from 'crypto';

/** The beginning of a SHA-256 hash, of 6 bits per character: it stands for a text in the state of a trigger. */
export function shortHash(text: string, length: number): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, length);
}
