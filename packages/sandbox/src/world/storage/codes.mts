import type { PropertyRecord } from '../content/types.mts';

/** The codes of an outside PMS for the room types of a property, in their order. */
const ROOM_TYPE_CODES = ['STD', 'SUP', 'FAM', 'APT', 'BED'] as const;

export const RATE_PLAN_CODES = ['BAR1', 'NRF', 'HB', 'CORP'] as const;

/** By code: the room type of the property's content. */
export function roomTypesByCode({ roomTypes }: PropertyRecord): ReadonlyMap<string, string> {
	return new Map(
		roomTypes.flatMap(({ id }, index) => {
			const code = ROOM_TYPE_CODES[index];
			return code === undefined ? [] : [[code, id] as const];
		}),
	);
}
