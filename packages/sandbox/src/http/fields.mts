import type { FieldType } from './fieldTypes.mts';

/** Makes the error for a request with a wrong field. */
export type ErrorFactory = (message: string, code: string) => Error;

/** The fields of a request, read one by one: of a body, of a query, or of a control request. */
export abstract class Fields {
	/** @param prefix of the names in error messages, such as `roomType.` */
	constructor(
		private readonly createError: ErrorFactory,
		private readonly prefix = '',
	) {}

	/** undefined = the field is absent. */
	protected abstract valueOf(name: string): unknown;

	/** @param code of the error, where it is another than `Invalid<Name>` */
	read<Value>(name: string, type: FieldType<Value, unknown>, code?: string): Value | undefined {
		const value = this.valueOf(name);
		if (value === undefined) return undefined;
		const result = type.read(value);
		if (result === undefined) throw this.error(name, type.rule, code);
		return result;
	}

	/** As `read`, but the field must be there. */
	require<Value>(name: string, type: FieldType<Value, unknown>): Value {
		const value = this.read(name, type);
		if (value === undefined) throw this.error(name, type.rule);
		return value;
	}

	/** As `read`, but the field must be there; an absent one has an error code of its own. */
	requireValue<Value>(name: string, type: FieldType<Value, unknown>, code?: string): Value {
		const value = this.read(name, type, code);
		if (value === undefined) throw this.error(name, 'is missing', 'MissingValue');
		return value;
	}

	error(name: string, rule: string, code = `Invalid${capitalised(name)}`): Error {
		return this.createError(`${this.prefix}${name} ${rule}`, code);
	}
}

function capitalised(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1);
}
