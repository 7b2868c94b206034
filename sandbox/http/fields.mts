import { ApiError } from './apiError.mts';
import type { ApiCall } from './route.mts';

const JSON_TYPES = /^(application|text)\/json$|^application\/[\w.-]+\+json$/;

/** Reads the JSON body of a request; a 400 when it is missing, malformed or of another content type. */
export function jsonOf({ text, contentType }: Pick<ApiCall, 'text' | 'contentType'>): unknown {
	if (!JSON_TYPES.test(contentType)) {
		throw new ApiError(
			400,
			'InvalidContentType',
			'The request body must have the content type application/json',
		);
	}
	try {
		return JSON.parse(text) as unknown;
	} catch {
		throw new ApiError(400, 'InvalidBody', 'The request body is not JSON');
	}
}

/** Reads a JSON body that is an object. */
export function bodyOf(call: Pick<ApiCall, 'text' | 'contentType'>): Body {
	return Body.of(jsonOf(call), 'The request body');
}

/**
 * The fields of a JSON object from a request, read one by one. Unknown fields are ignored; absent and null
 * are the same unless said otherwise.
 */
export class Body {
	private constructor(
		private readonly fields: Readonly<Record<string, unknown>>,
		private readonly prefix: string,
	) {}

	/** @param what names the object in refusals */
	static of(value: unknown, what: string, prefix = ''): Body {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) {
			throw new ApiError(400, 'InvalidBody', `${what} must be a JSON object`);
		}
		return new Body(value as Record<string, unknown>, prefix);
	}

	has(name: string): boolean {
		return this.fields[name] !== undefined;
	}

	raw(name: string): unknown {
		return this.fields[name] ?? undefined;
	}

	text(name: string): string | undefined {
		const value = this.raw(name);
		if (value === undefined || typeof value === 'string') return value;
		throw this.refusal(name, 'must be a text');
	}

	requiredText(name: string): string {
		const text = this.text(name);
		if (text === undefined || text === '') throw this.refusal(name, 'must be a text that is not empty');
		return text;
	}

	integer(name: string, lowest: number, highest: number): number | undefined {
		const value = this.raw(name);
		if (value === undefined) return undefined;
		if (typeof value === 'number' && Number.isInteger(value) && value >= lowest && value <= highest) {
			return value;
		}
		throw this.refusal(name, `must be a whole number from ${lowest} to ${highest}`);
	}

	number(name: string): number | undefined {
		const value = this.raw(name);
		if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value;
		throw this.refusal(name, 'must be a number');
	}

	object(name: string): Body | undefined {
		const value = this.raw(name);
		return value === undefined ? undefined : Body.of(value, name, `${this.prefix}${name}.`);
	}

	requiredObject(name: string): Body {
		const object = this.object(name);
		if (object === undefined) throw this.refusal(name, 'is missing');
		return object;
	}

	list(name: string): unknown[] | undefined {
		const value = this.raw(name);
		if (value === undefined || Array.isArray(value)) return value;
		throw this.refusal(name, 'must be a list');
	}

	texts(name: string): string[] | undefined {
		const values = this.list(name);
		if (values === undefined || values.every((value) => typeof value === 'string')) return values;
		throw this.refusal(name, 'must be a list of texts');
	}

	integers(name: string, lowest: number, highest: number): number[] | undefined {
		const values = this.list(name);
		const fits = (value: unknown): value is number =>
			Number.isInteger(value) && Number(value) >= lowest && Number(value) <= highest;
		if (values === undefined || values.every(fits)) return values;
		throw this.refusal(name, `must be a list of whole numbers from ${lowest} to ${highest}`);
	}

	refusal(name: string, what: string, code = `Invalid${capitalised(name)}`): ApiError {
		return new ApiError(400, code, `${this.prefix}${name} ${what}`);
	}
}

function capitalised(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
