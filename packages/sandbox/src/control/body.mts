import { Fields } from '../http/fields.mts';
import type { FieldType } from '../http/fieldTypes.mts';
import { ControlError, badControlRequest } from './controlError.mts';

/** The fields that a body of the control interface may have. */
export type Schema = Record<string, FieldType<unknown, unknown> & { required?: true }>;

/** What is read from such a body. */
export type Values<S extends Schema> = {
	[Name in keyof S]: S[Name] extends { required: true } ? ValueOf<S[Name]> : ValueOf<S[Name]> | undefined;
};

/** What is written into such a body. */
export type Input<S extends Schema> = {
	[Name in keyof S as S[Name] extends { required: true } ? Name : never]: InputOf<S[Name]>;
} & {
	[Name in keyof S as S[Name] extends { required: true } ? never : Name]?: InputOf<S[Name]>;
};

type ValueOf<K> = K extends { read: (value: unknown) => infer V } ? Exclude<V, undefined> : never;
type InputOf<K> = K extends { input?: infer I } ? Exclude<I, undefined> : never;

export function required<Value, I>(type: FieldType<Value, I>): FieldType<Value, I> & { required: true } {
	return { ...type, required: true };
}

/** An object in a body. */
export function object<S extends Schema>(schema: S, name: string): FieldType<Values<S>, Input<S> | null> {
	return { rule: 'must be a JSON object', read: (value) => readBody(schema, value, name) };
}

/**
 * Reads a body. A missing one counts as empty. Fields that are not in the schema are rejected as typing errors.
 */
export function readBody<S extends Schema>(schema: S, body: unknown, what = 'The body'): Values<S> {
	const given = body ?? {};
	if (typeof given !== 'object' || Array.isArray(given)) {
		throw new ControlError(400, `${what} must be a JSON object`);
	}
	const unknown = Object.keys(given).filter((name) => !Object.hasOwn(schema, name));
	if (unknown.length > 0) {
		const known = Object.keys(schema).join(', ');
		throw new ControlError(400, `${what} has no ${unknown.join(', ')}; known: ${known}`);
	}
	const fields = new ControlFields(given as Record<string, unknown>);
	return Object.fromEntries(
		Object.entries(schema).map(([name, type]) => [
			name,
			type.required ? fields.requireValue(name, type) : fields.read(name, type),
		]),
	) as Values<S>;
}

class ControlFields extends Fields {
	constructor(private readonly body: Readonly<Record<string, unknown>>) {
		super(badControlRequest);
	}

	protected valueOf(name: string): unknown {
		return this.body[name];
	}
}
