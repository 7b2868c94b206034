/**
 * Where the specification and the published documents disagree, the sandbox can speak either way:
 * `specification` = the specification's names and forms; `published` = those of the published schemas and
 * samples.
 */
export const SPELLINGS = ['specification', 'published'] as const;
export type Spelling = (typeof SPELLINGS)[number];

/** The `warnings` of an answer without warnings: an empty list, or no such field. */
export function noWarnings(spelling: Spelling): { warnings?: [] } {
	return spelling === 'specification' ? { warnings: [] } : {};
}

/** A JSON object on its way out. */
export type Wire = Record<string, unknown>;

export function without(record: Wire, name: string): Wire {
	return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}
