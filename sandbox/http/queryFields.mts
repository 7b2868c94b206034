import { badRequest } from './apiError.mts';
import { Fields, type Refuse } from './fields.mts';
import type { Kind } from './kinds.mts';
import type { Query } from './route.mts';

/** The parameters of a query. An empty one counts as absent; of a repeated one the first counts. */
export class QueryFields extends Fields {
	constructor(
		private readonly query: Query,
		refuse: Refuse = badRequest,
	) {
		super(refuse);
	}

	protected valueOf(name: string): unknown {
		const value: unknown = this.query[name];
		const first: unknown = Array.isArray(value) ? value[0] : value;
		return typeof first === 'string' && first !== '' ? first : undefined;
	}

	/** A list: the parameter repeated, or one with commas. */
	list<Value>(name: string, kind: Kind<Value, unknown>, code?: string): Value[] {
		const value: unknown = this.query[name];
		const values: unknown[] = Array.isArray(value) ? value : [value];
		return values
			.flatMap((one) => (typeof one === 'string' ? one.split(',') : []))
			.map((one) => one.trim())
			.filter((one) => one !== '')
			.map((one) => {
				const item = kind.read(one);
				if (item === undefined) throw this.refusal(name, kind.rule, code);
				return item;
			});
	}
}
