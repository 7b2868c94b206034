/**
 * Where the specification and the published documents disagree, the sandbox can speak either way:
 * `specification` = the specification's names and forms; `published` = those of the published schemas and
 * samples.
 */
export const DIALECTS = ['specification', 'published'] as const;
export type Dialect = (typeof DIALECTS)[number];

/** The `warnings` of a response without warnings: an empty list, or no such field. */
export function noWarnings(dialect: Dialect): { warnings?: [] } {
	return dialect === 'specification' ? { warnings: [] } : {};
}

/** A JSON object of a response. */
export type JsonObject = Record<string, unknown>;

export function without(record: JsonObject, name: string): JsonObject {
	return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}
