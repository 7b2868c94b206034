import type { RequestFailure } from './classifyResponse';
import type { ApiRequest } from './types';

/** Longer texts are files. */
const LONGEST_TEXT = 5_000;
const SHORTEST_WORD = 3;

/** The failure without the sent values that the service repeats in its messages. */
export function withoutSentValues(
	failure: RequestFailure,
	{ query, body }: Pick<ApiRequest, 'body' | 'query'>,
): RequestFailure {
	if (failure.kind === 'redirect') return { ...failure, location: failure.location.split(/[?#]/)[0] ?? '' };
	if (failure.kind !== 'status' && failure.kind !== 'errors') return failure;
	const hide = hiding(textsIn([query, body]));
	const messages = failure.messages.map(({ code, message }) => ({
		...(code !== undefined && { code: hide(code) }),
		...(message !== undefined && { message: hide(message) }),
	}));
	return { ...failure, messages };
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return value.length > LONGEST_TEXT ? [] : [value.trim()];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Hides long values anywhere, and short values and the words of long ones only as whole words. */
function hiding(texts: string[]): (text: string) => string {
	const long = texts.filter(isLong).sort((one, other) => other.length - one.length);
	const words = long.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).filter(isLong);
	const short = texts.filter((text) => text !== '' && !isLong(text));
	const alone = [...words, ...short].map((word) => `(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`);
	const pattern = [...long.map(escaped), ...alone].join('|');
	if (pattern === '') return (text) => text;
	const hidden = new RegExp(pattern, 'giu');
	return (text) => text.replace(hidden, '***');
}

function isLong(text: string): boolean {
	return text.length >= SHORTEST_WORD;
}

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
