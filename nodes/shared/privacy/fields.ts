/**
 * What happens to a field when personal data is left out: a `kept` field keeps its value or list of values, a `personal`
 * one is left out, and one with the name of a record keeps what that record keeps. A list says that it can be either.
 */
export type Field = 'kept' | 'personal' | RecordReference | readonly ['kept', RecordReference];

/** As the specification names its records: `Booking.Guest`. */
export type RecordReference = `${string}.${string}`;

export type RecordFields = Readonly<Record<string, Field>>;

export function kept<F extends string>(...fields: F[]): Record<F, 'kept'> {
	return Object.fromEntries(fields.map((field) => [field, 'kept'])) as Record<F, 'kept'>;
}

export function personal<F extends string>(...fields: F[]): Record<F, 'personal'> {
	return Object.fromEntries(fields.map((field) => [field, 'personal'])) as Record<F, 'personal'>;
}
