import type { ExtraService } from '../world/search/extraServices.mts';
import type { ExtraStay, ExtraStays } from '../world/search/extraStays.mts';
import { without, type Dialect, type JsonObject } from './dialect.mts';

export function serializeExtraStays(
	{ earlyCheckIn, lateCheckOut }: ExtraStays,
	currencyCode: string,
): JsonObject {
	const serialize = (stay: ExtraStay) => ({ ...stay, currencyCode });
	return { earlyCheckIn: earlyCheckIn.map(serialize), lateCheckOut: lateCheckOut.map(serialize) };
}

/**
 * A published sample shows `Unknown` as the meal plan of a service that is no meal, and null where the schema
 * has an object with quantities.
 */
export function serializeExtraService(
	service: ExtraService,
	currencyCode: string,
	dialect: Dialect,
): JsonObject {
	const { mealPlanCode } = service;
	if (dialect === 'published') {
		return { ...service, mealPlanCode: mealPlanCode ?? 'Unknown', currencyCode };
	}
	const serialized = { ...service, currencyCode };
	return service.quantityByGuests === null ? without(serialized, 'quantityByGuests') : serialized;
}
