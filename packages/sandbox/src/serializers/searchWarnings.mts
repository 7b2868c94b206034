import type { Dialect, JsonObject } from './dialect.mts';

export interface SearchWarning {
	code: string;
	message: string;
}

/** Warnings of a search. Without any, published samples hold one null, or no such field. */
export function serializeWarnings(
	warnings: readonly SearchWarning[],
	dialect: Dialect,
	whenPublished: 'null' | 'missing',
): JsonObject {
	if (warnings.length > 0 || dialect === 'specification') return { warnings };
	return whenPublished === 'null' ? { warnings: [null] } : {};
}
