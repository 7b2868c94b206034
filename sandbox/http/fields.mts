import type { Kind } from './kinds.mts';

/** Makes the error for a request with a wrong field. */
export type Refuse = (message: string, code: string) => Error;

/** The fields of a request, read one by one: of a body, of a query, or of a control request. */
export abstract class Fields {
	/** @param prefix starts the names in refusals, such as `roomType.` */
	constructor(
		private readonly refuse: Refuse,
		private readonly prefix = '',
	) {}

	/** undefined = the field is absent. */
	protected abstract valueOf(name: string): unknown;

	/** @param code of the refusal, where it is another than `Invalid<Name>` */
	read<Value>(name: string, kind: Kind<Value, unknown>, code?: string): Value | undefined {
		const value = this.valueOf(name);
		if (value === undefined) return undefined;
		const result = kind.read(value);
		if (result === undefined) throw this.refusal(name, kind.rule, code);
		return result;
	}

	/** An absent field is refused like one of another kind. */
	require<Value>(name: string, kind: Kind<Value, unknown>): Value {
		const value = this.read(name, kind);
		if (value === undefined) throw this.refusal(name, kind.rule);
		return value;
	}

	/** An absent field is refused as missing. */
	requireValue<Value>(name: string, kind: Kind<Value, unknown>, code?: string): Value {
		const value = this.read(name, kind, code);
		if (value === undefined) throw this.refusal(name, 'is missing', 'MissingValue');
		return value;
	}

	refusal(name: string, rule: string, code = `Invalid${capitalised(name)}`): Error {
		return this.refuse(`${this.prefix}${name} ${rule}`, code);
	}
}

function capitalised(name: string): string {
	return name.charAt(0).toUpperCase() + name.slice(1);
}
