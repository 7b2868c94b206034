import { badRequest } from './apiError.mts';
import { Fields, type ErrorFactory } from './fields.mts';
import type { FieldType } from './fieldTypes.mts';
import type { Query } from './route.mts';

/** The parameters of a query. An empty one counts as absent; of a repeated one the first counts. */
export class QueryFields extends Fields {
	constructor(
		private readonly query: Query,
		createError: ErrorFactory = badRequest,
	) {
		super(createError);
	}

	protected valueOf(name: string): unknown {
		const value: unknown = this.query[name];
		const first: unknown = Array.isArray(value) ? value[0] : value;
		return typeof first === 'string' && first !== '' ? first : undefined;
	}

	/** A list: the parameter repeated, or one with commas. */
	list<Value>(name: string, type: FieldType<Value, unknown>, code?: string): Value[] {
		const value: unknown = this.query[name];
		const values: unknown[] = Array.isArray(value) ? value : [value];
		return values
			.flatMap((one) => (typeof one === 'string' ? one.split(',') : []))
			.map((one) => one.trim())
			.filter((one) => one !== '')
			.map((one) => {
				const item = type.read(one);
				if (item === undefined) throw this.error(name, type.rule, code);
				return item;
			});
	}
}
