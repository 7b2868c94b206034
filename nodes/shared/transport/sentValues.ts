import type { RequestFailure } from './classifyResponse';
import type { ApiRequest, ErrorText, ErrorTexts } from './types';

/** Longer texts are files. */
const LONGEST_TEXT = 5_000;
const SHORTEST_WORD = 3;

/** An identifier with these may be a name that was put into the wrong field. */
const UNUSUAL = /[\s/\\?#%\p{Cc}]/u;

function unusualIdentifiers({ pathParameters = {} }: Pick<ApiRequest, 'pathParameters'>): string[] {
	return Object.values(pathParameters).filter((id) => UNUSUAL.test(id));
}

/** The texts of an operation without identifiers that may be names. */
export function withoutSentNames(texts: ErrorTexts, request: ApiRequest): ErrorTexts {
	const hide = (text: string) => withoutNames(text, unusualIdentifiers(request));
	const shown = ({ message, description }: ErrorText) => ({
		message: hide(message),
		description: hide(description),
	});
	return Object.fromEntries(
		Object.entries(texts).map(([code, text]) => [code, text === undefined ? text : shown(text)]),
	);
}

function withoutNames(text: string, names: readonly string[]): string {
	return names.reduce((hidden, name) => hidden.replaceAll(name, '***'), text);
}

/** The failure without the sent values that the service repeats in its messages. */
export function withoutSentValues(
	failure: RequestFailure,
	request: Pick<ApiRequest, 'body' | 'pathParameters' | 'query'>,
): RequestFailure {
	const { query, body } = request;
	const names = unusualIdentifiers(request).flatMap((name) => [name, encodeURIComponent(name)]);
	if (failure.kind === 'redirect') {
		const address = failure.location.split(/[?#]/)[0] ?? '';
		return { ...failure, location: withoutNames(address, names) };
	}
	if (failure.kind !== 'status' && failure.kind !== 'errors') return failure;
	const hide = hiding(textsIn([query, body, names]));
	const messages = failure.messages.map(({ code, message }) => ({
		...(code !== undefined && { code: hide(code) }),
		...(message !== undefined && { message: hide(message) }),
	}));
	return { ...failure, messages };
}

/** The failure without what the service says, but its codes. */
export function withoutApiTexts(failure: RequestFailure): RequestFailure {
	if (failure.kind !== 'status' && failure.kind !== 'errors') return failure;
	const messages = failure.messages.flatMap(({ code }) => (code === undefined ? [] : [{ code }]));
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
