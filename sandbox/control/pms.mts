import { textOf } from '../http/query.mts';
import type { Sandbox } from '../sandbox.mts';
import { serializePerson } from '../serializers/pms.mts';
import { openPmsView } from '../world/pms/pmsView.mts';
import { findPerson, guestsOf } from '../world/pms/people.mts';
import { ControlError } from './body.mts';
import { propertyOf, type ControlCall, type ControlRoute } from './route.mts';

const PROPERTY = '/properties/:propertyId';
const DEFAULT_LIMIT = 100;

/** What the PMS holds, beyond what its operations show. */
export const pmsRoutes: readonly ControlRoute[] = [
	{
		method: 'GET',
		path: `${PROPERTY}/payments`,
		handle: ({ world }, call) => world.pms(propertyOf({ world }, call)).postings,
	},
	{ method: 'GET', path: `${PROPERTY}/guests/:pmsPersonId`, handle: showGuest },
	{ method: 'GET', path: `${PROPERTY}/reservations`, handle: listReservations },
];

function showGuest({ world, clock }: Sandbox, call: ControlCall): unknown {
	const view = openPmsView(world, propertyOf({ world }, call), clock.now());
	const person = findPerson(view, call.params['pmsPersonId'] ?? '');
	if (person === undefined) throw new ControlError(404, `There is no guest ${call.params['pmsPersonId']}`);
	const { document, birthCountryCode, scans } = view.pms.guestFile(person.id);
	return { ...serializePerson(person, 'en'), document, birthCountryCode, scans };
}

/** The reservations changed last, the latest one last. */
function listReservations({ world, clock }: Sandbox, call: ControlCall): unknown {
	const limit = textOf(call.query, 'limit') ?? String(DEFAULT_LIMIT);
	if (!/^\d{1,9}$/.test(limit)) throw new ControlError(400, 'limit must be a whole number');
	const view = openPmsView(world, propertyOf({ world }, call), clock.now());
	const reservations = view.pms.byModification();
	return reservations
		.slice(Math.max(0, reservations.length - Number(limit)))
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
