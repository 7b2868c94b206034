import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

/** The compared part of a booking's details. */
interface Details {
	roomStays: Array<{ guestCount?: { adultCount?: number | null } | null }>;
	customer: unknown;
}

/**
 * Checks the `changes` of a booking (docs/trigger.md) against the details emitted last and now: rooms and guests before
 * and after, and whether another customer is reported.
 * @returns what is wrong; undefined = nothing
 */
export function wrongChanges(
	before: IDataObject,
	after: IDataObject,
	changes: IDataObject,
): string | undefined {
	const [was, is] = [detailsOf(before), detailsOf(after)];
	if (!was || !is) return undefined;
	const reported = (part: string, when: string, field: string) =>
		((changes[part] as IDataObject | undefined)?.[when] as IDataObject | undefined)?.[field];
	const figures: Array<[string, string, number | undefined, number | undefined]> = [
		['rooms', 'count', was.roomStays.length, is.roomStays.length],
		['guests', 'adults', adultsOf(was), adultsOf(is)],
	];
	for (const [part, field, earlier, later] of figures) {
		if (earlier === undefined || later === undefined || earlier === later) continue;
		const [from, to] = [reported(part, 'before', field), reported(part, 'after', field)];
		if (from !== earlier || to !== later)
			return `${part} went from ${earlier} to ${later}, and are reported as ${String(from)} and ${String(to)}`;
	}
	const isOther = !isDeepStrictEqual(was.customer, is.customer);
	return isOther && changes.other !== true ? 'the customer has changed, which is not reported' : undefined;
}

function detailsOf(booking: IDataObject): Details | undefined {
	return Array.isArray(booking.roomStays) ? (booking as unknown as Details) : undefined;
}

function adultsOf({ roomStays }: Details): number | undefined {
	const counts = roomStays.map(({ guestCount }) => guestCount?.adultCount);
	return counts.every((count) => typeof count === 'number')
		? counts.reduce<number>((sum, count) => sum + (count as number), 0)
		: undefined;
}
