import type { IDataObject } from 'n8n-workflow';

/** What a reader of bookings and reservations looks for first. */
const FIRST = [
	...['event', 'id', 'number', 'status', 'roomStayStatus', 'guestName'],
	...['date', 'arrival', 'departure', 'nights', 'rooms'],
	...['roomStayStatuses', 'roomTypeName', 'roomTypeNames', 'roomName', 'roomNames', 'adults', 'children'],
	...[
		'ratePlanName',
		'ratePlanNames',
		'isFreeNow',
		'penaltyNow',
		'freeCancellation',
		'freeUntilText',
		'nightTotal',
		'total',
		'currency',
		'paid',
		'due',
		'refundable',
		'source',
		'propertyName',
	],
	...['totalText', 'dueText', 'arrivalText', 'departureText', 'arrivalDateTime', 'departureDateTime'],
	...['createdDateTime', 'modifiedDateTime', 'cancelledDateTime'],
	...['actualCheckInDateTime', 'actualCheckOutDateTime'],
];

const IDS = [
	...[
		'roomStayIndex',
		'propertyId',
		'pmsRoomStayId',
		'pmsRoomStayIds',
		'roomTypeId',
		'roomTypeIds',
		'roomId',
		'roomIds',
	],
	...['ratePlanId', 'ratePlanIds', 'guestIds', 'pmsPersonId', 'serviceIds', 'previousRoomId'],
	...['cancellationRuleIds', 'eventId'],
];

/** The fields in the order of docs/guide.md: the most wanted first, IDs last. */
export function inColumns(record: IDataObject): IDataObject {
	const names = Object.keys(record);
	const rest = names.filter((name) => !FIRST.includes(name) && !IDS.includes(name));
	const ordered = [
		...FIRST.filter((name) => name in record),
		...rest,
		...IDS.filter((name) => name in record),
	];
	return Object.fromEntries(ordered.map((name) => [name, record[name]])) as IDataObject;
}
