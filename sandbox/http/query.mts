import { ApiError } from './apiError.mts';

type Query = Readonly<Record<string, unknown>>;

/** A text parameter; undefined when absent or empty. Of repeated parameters the first counts. */
export function textOf(query: Query, name: string): string | undefined {
	const value: unknown = query[name];
	const first: unknown = Array.isArray(value) ? value[0] : value;
	return typeof first === 'string' && first !== '' ? first : undefined;
}

/** A page size from 1 to `most`, which is also the default. */
export function countOf(query: Query, most: number): number {
	const text = textOf(query, 'count');
	if (text === undefined) return most;
	const count = /^\d{1,10}$/.test(text) ? Number(text) : 0;
	if (count < 1 || count > most) {
		throw new ApiError(400, 'InvalidCount', `The value of count must be a whole number from 1 to ${most}`);
	}
	return count;
}

/** A list parameter, repeated or with commas. */
export function textsOf(query: Query, name: string): string[] {
	const value: unknown = query[name];
	const values: unknown[] = Array.isArray(value) ? value : [value];
	return values
		.flatMap((one) => (typeof one === 'string' ? one.split(',') : []))
		.map((one) => one.trim())
		.filter((one) => one !== '');
}

/** A switch: true or false, absent = false. */
export function flagOf(query: Query, name: string): boolean {
	const text = textOf(query, name)?.toLowerCase() ?? 'false';
	if (text === 'true' || text === 'false') return text === 'true';
	throw new ApiError(400, 'InvalidFlag', `${name} must be true or false`);
}
