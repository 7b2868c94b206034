import { ApiError, badRequest } from './apiError.mts';
import { Fields } from './fields.mts';
import { anything, type FieldType } from './fieldTypes.mts';
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
export function bodyOf(call: Pick<ApiCall, 'text' | 'contentType'>): BodyFields {
	return BodyFields.of(jsonOf(call), 'The request body');
}

/** The fields of a JSON object. Unknown ones are ignored; null counts as absent unless said otherwise. */
export class BodyFields extends Fields {
	private constructor(
		private readonly object: Readonly<Record<string, unknown>>,
		private readonly path: string,
	) {
		super(badRequest, path);
	}

	/** @param what names the object in error messages */
	static of(value: unknown, what: string, path = ''): BodyFields {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) {
			throw new ApiError(400, 'InvalidBody', `${what} must be a JSON object`);
		}
		return new BodyFields(value as Record<string, unknown>, path);
	}

	protected valueOf(name: string): unknown {
		return this.object[name] ?? undefined;
	}

	/** The field must be there; null takes its value away. */
	requireNullable<Value>(name: string, type: FieldType<Value>): Value | null {
		if (this.object[name] === undefined) throw this.error(name, 'is missing');
		return this.read(name, type) ?? null;
	}

	/** An object in the object. */
	fieldsOf(name: string): BodyFields | undefined {
		const value = this.read(name, anything);
		return value === undefined ? undefined : BodyFields.of(value, name, `${this.path}${name}.`);
	}

	requireFieldsOf(name: string): BodyFields {
		const fields = this.fieldsOf(name);
		if (fields === undefined) throw this.error(name, 'is missing');
		return fields;
	}
}
