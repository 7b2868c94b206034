import { defineParameter } from './defineOperation';

const returnAll = defineParameter({
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
});

const limit = defineParameter({
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	displayOptions: { show: { returnAll: [false] } },
	default: 50,
	description: 'Max number of results to return',
});

export const paging = [returnAll, limit] as const;

/** For a list with outputs of several items per record: the limit counts records, so that none is cut. */
export const bookingPaging = [returnAll, limitOf('bookings')] as const;
export const reservationPaging = [returnAll, limitOf('reservations')] as const;

function limitOf(records: string) {
	return defineParameter({
		...limit,
		description: `Max number of ${records} to return, each with all its items, such as nights or room stays`,
	});
}

/** The number of records to return. */
export function maxOf({ returnAll: all, limit: max }: { returnAll: boolean; limit: number }): number {
	return all ? Infinity : max;
}
