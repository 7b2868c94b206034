import { digits } from '../http/fieldTypes.mts';
import { QueryFields } from '../http/queryFields.mts';
import type { Sandbox } from '../sandbox.mts';
import { serializePerson } from '../serializers/person.mts';
import type { GuestFile } from '../world/pms/guestFiles.mts';
import { guestsOf } from '../world/pms/guestList.mts';
import { findPerson } from '../world/pms/people.mts';

import { openPmsView } from '../world/pms/pmsView.mts';
import type { StayStatus } from '../world/pms/stay.mts';
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
