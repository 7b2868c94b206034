import type { Dialect, JsonObject } from './dialect.mts';

/** An amount; the published reservation samples leave its currency to the reservation. */
export function serializeAmount(value: number, currencyCode: string, dialect: Dialect): JsonObject {
	return { value, currencyCode: dialect === 'specification' ? currencyCode : null };
}
