import { digits, type FieldType } from '../http/fieldTypes.mts';
import { QueryFields } from '../http/queryFields.mts';
import type { Sandbox } from '../sandbox.mts';
import { serializePerson } from '../serializers/person.mts';
import type { GuestFile } from '../world/pms/guestFiles.mts';
import { guestsOf } from '../world/pms/guestList.mts';
import { findPerson } from '../world/pms/people.mts';
import { openPmsView } from '../world/pms/pmsView.mts';
import type { StayStatus } from '../world/pms/stay.mts';
import { isLocalMinute } from '../world/zone.mts';
import { readBody, type Input, type Values } from './body.mts';
import { ControlError, badControlRequest } from './controlError.mts';
import { propertyOf, type ControlCall, type ControlRoute } from './route.mts';

const PROPERTY = '/properties/:propertyId';
const DEFAULT_LIMIT = 100;

/** A reservation as the control interface shows it. */
export interface ReservationSummary {
	number: string;
	bookingNumber: string;
	roomStays: Array<{
		pmsRoomStayId: string;
		roomTypeId: string;
		roomId: string | null;
		status: StayStatus;
		guestsIds: string[];
	}>;
}

const timeOrNull: FieldType<string | null> = {
	rule: 'must be a local time such as 2026-03-27T14:00, or null',
	read: (value) =>
		value === null || (typeof value === 'string' && isLocalMinute(value)) ? value : undefined,
};
/** null withdraws the record. */
const ROOM_STAY = { actualCheckInDateTime: timeOrNull, actualCheckOutDateTime: timeOrNull };
export type RoomStayInput = Input<typeof ROOM_STAY>;

/** A room stay with its record. */
export interface RoomStayRecord {
	pmsRoomStayId: string;
	status: StayStatus;
	roomId: string | null;
	/** `YYYY-MM-DDThh:mm`, property time. */
	actualCheckInDateTime: string | null;
	actualCheckOutDateTime: string | null;
}

/** A guest with what was written about them. */
export interface GuestDetails extends GuestFile {
	[field: string]: unknown;
}

export type { RecordedPosting as RecordedPayment } from '../world/pms/pms.mts';

/** What the PMS holds, beyond what its operations show. */
export const pmsRoutes: readonly ControlRoute[] = [
	{
		method: 'GET',
		path: `${PROPERTY}/payments`,
		handle: (sandbox, call) => sandbox.world.pms(propertyOf(sandbox, call)).postings,
	},
	{ method: 'GET', path: `${PROPERTY}/guests/:pmsPersonId`, handle: showGuest },
	{ method: 'GET', path: `${PROPERTY}/reservations`, handle: listReservations },
	{ method: 'PATCH', path: `${PROPERTY}/room-stays/:pmsRoomStayId`, handle: correctRoomStay },
];

function showGuest(sandbox: Sandbox, call: ControlCall): GuestDetails {
	const { world, clock } = sandbox;
	const view = openPmsView(world, propertyOf(sandbox, call), clock.now());
	const { pmsPersonId = '' } = call.params;
	const person = findPerson(view, pmsPersonId);
	if (person === undefined) throw new ControlError(404, `There is no guest ${pmsPersonId}`);
	const { document, birthCountryCode, scans } = view.pms.guestFiles.of(person.id);
	return { ...serializePerson(person, 'en'), document, birthCountryCode, scans };
}

/** The reservations changed last, the latest one last. */
function listReservations(sandbox: Sandbox, call: ControlCall): ReservationSummary[] {
	const limit = new QueryFields(call.query, badControlRequest).read('limit', digits) ?? DEFAULT_LIMIT;
	const view = openPmsView(sandbox.world, propertyOf(sandbox, call), sandbox.clock.now());
	const reservations = view.pms.byModification();
	return reservations
		.slice(Math.max(0, reservations.length - limit))
		.map(({ number, bookingNumber, stays }) => ({
			number,
			bookingNumber,
			roomStays: stays.map((stay) => {
				const { status, roomId } = view.stateOf(stay);
				return {
					pmsRoomStayId: stay.id,
					roomTypeId: stay.outline.roomType.id,
					roomId,
					status,
					guestsIds: guestsOf(view, stay, () => view.detailOf(stay)).map(({ id }) => id),
				};
			}),
		}));
}

/** What the front desk does in the PMS itself: it records, changes and withdraws check-ins and check-outs. */
function correctRoomStay(sandbox: Sandbox, call: ControlCall): RoomStayRecord {
	const { world, clock } = sandbox;
	const property = propertyOf(sandbox, call);
	const view = openPmsView(world, property, clock.now());
	const { pmsRoomStayId = '' } = call.params;
	const stay = view.pms.stay(pmsRoomStayId);
	if (stay === undefined) throw new ControlError(404, `There is no room stay ${pmsRoomStayId}`);
	const before = view.stateOf(stay);
	if (before.status === 'Cancelled') throw badControlRequest('The room stay is cancelled');
	const {
		actualCheckInDateTime: checkedIn = before.actualCheckIn,
		actualCheckOutDateTime: checkedOut = before.actualCheckOut,
	} = readRecord(call.body);
	if (checkedOut !== null && (checkedIn === null || checkedOut < checkedIn)) {
		throw badControlRequest('A check-out needs a check-in, at the same time or before it');
	}
	const settled = before.settled && checkedOut !== null;
	const { roomId } = before;
	world.apply({
		kind: 'pmsWritten',
		propertyId: property.id,
		change: { kind: 'staffRecordChanged', pmsRoomStayId, checkedIn, checkedOut, roomId, settled },
		atMs: clock.now(),
	});
	const { status, actualCheckIn, actualCheckOut } = view.stateOf(stay);
	return {
		pmsRoomStayId,
		status,
		roomId,
		actualCheckInDateTime: actualCheckIn,
		actualCheckOutDateTime: actualCheckOut,
	};
}

function readRecord(body: unknown): Values<typeof ROOM_STAY> {
	const record = readBody(ROOM_STAY, body);
	if (Object.values(record).some((time) => time !== undefined)) return record;
	throw badControlRequest('actualCheckInDateTime or actualCheckOutDateTime must be given');
}
