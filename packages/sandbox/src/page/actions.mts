import { ControlError } from '../control/controlError.mts';
import { callControl } from '../control/register.mts';
import type { Sandbox } from '../sandbox.mts';
import type { BookingSummary } from '../serializers/booking.mts';
import { roomToGive } from '../world/frontDesk/roomFor.mts';
import { openPmsView, type PmsView } from '../world/pms/pmsView.mts';
import type { Stay } from '../world/pms/stay.mts';
import type { Property } from '../world/properties.mts';
import { startEvents, stopEvents, webhookWith } from './model/events.mts';
import { setSwitch } from './model/switches.mts';

/** What was filled in. */
export type Form = Readonly<Record<string, string>>;

/** The name of what was done, which the page explains, and its booking. */
export interface Done {
	notice: Notice;
	booking?: string;
}

export const NOTICES = [
	'made',
	'changed',
	'cancelled',
	'arrived',
	'left',
	'moved',
	'faultOn',
	'faultOff',
	'eventsOn',
	'eventsOff',
	'guestsOn',
	'guestsOff',
] as const;
export type Notice = (typeof NOTICES)[number];

type Action = (sandbox: Sandbox, property: Property, form: Form) => Promise<Done>;

const LIVE_SECONDS = 30;
const BOOKINGS = '/properties/:propertyId/bookings';

/** The buttons of the page, by what follows `/page/`. All of them do what a control request does. */
export const ACTIONS: Readonly<Record<string, Action>> = {
	book: async (sandbox, property, form) => {
		refusePast(sandbox, property, form);
		const { id: propertyId } = property;
		const body = { ...filledIn(form), source: 'PMS' };
		const call = { params: { propertyId }, body };
		const { number } = (await callControl(sandbox, 'POST', BOOKINGS, call)) as BookingSummary;
		return { notice: 'made', booking: number };
	},
	change: async (sandbox, property, form) => {
		refusePast(sandbox, property, form);
		const { id: propertyId } = property;
		const { booking: number = '' } = form;
		const call = { params: { propertyId, number }, body: filledIn(form) };
		await callControl(sandbox, 'PATCH', `${BOOKINGS}/:number`, call);
		return { notice: 'changed', booking: number };
	},
	cancel: async (sandbox, { id: propertyId }, { booking: number = '' }) => {
		await callControl(sandbox, 'POST', `${BOOKINGS}/:number/cancel`, { params: { propertyId, number } });
		return { notice: 'cancelled', booking: number };
	},
	'check-in': async (sandbox, property, form) => {
		const { view, stay } = stayOf(sandbox, property, form);
		giveRoom(sandbox, view, stay);
		await record(sandbox, property, stay, { actualCheckInDateTime: view.now });
		return { notice: 'arrived', booking: stay.bookingNumber };
	},
	'check-out': async (sandbox, property, form) => {
		const { view, stay } = stayOf(sandbox, property, form);
		await record(sandbox, property, stay, { actualCheckOutDateTime: view.now });
		return { notice: 'left', booking: stay.bookingNumber };
	},
	fault: async (sandbox, property, { name = '', on }) => {
		if (!(await setSwitch(sandbox, property, name, on === 'true'))) {
			throw new ControlError(400, 'There is no such switch');
		}
		return { notice: on === 'true' ? 'faultOn' : 'faultOff' };
	},
	events: async (sandbox, _property, { on, url = '', key = '' }) => {
		if (on !== 'true') await stopEvents(sandbox);
		else if (!(await startEvents(sandbox, url === '' ? undefined : webhookWith({ url, key })))) {
			throw new ControlError(400, 'No address is known that takes events');
		}
		return { notice: on === 'true' ? 'eventsOn' : 'eventsOff' };
	},
	live: async (sandbox, _property, { on }) => {
		const body = { liveSeconds: on === 'true' ? LIVE_SECONDS : 0 };
		await callControl(sandbox, 'PATCH', '/settings', { body });
		return { notice: on === 'true' ? 'guestsOn' : 'guestsOff' };
	},
	clock: async (sandbox, { id: propertyId }, { to, now }) => {
		await callControl(sandbox, 'POST', '/clock', { body: { propertyId, ...(now ? { now } : { to }) } });
		return { notice: 'moved' };
	},
};

/** Empty fields are generated, or do not change. */
function filledIn({ guest, arrivalDate, nights, roomStays, status }: Form): Record<string, unknown> {
	return {
		...(guest?.trim() && { guest: guest.trim() }),
		...(arrivalDate && { arrivalDate }),
		...(nights && { nights: Number(nights) }),
		...(roomStays && { roomStays: Number(roomStays), sameDates: true }),
		...(status && { status }),
	};
}

/** Users cannot book for yesterday; tests can, through the control interface. */
function refusePast({ world, clock }: Sandbox, property: Property, { arrivalDate = '' }: Form): void {
	const today = openPmsView(world, property, clock.now()).now.slice(0, 10);
	if (arrivalDate === '' || arrivalDate >= today) return;
	throw new ControlError(400, `The arrival must not be before ${today}, today at the hotel`);
}

function stayOf(
	{ world, clock }: Sandbox,
	property: Property,
	{ stay: pmsRoomStayId = '' }: Form,
): { view: PmsView; stay: Stay } {
	const view = openPmsView(world, property, clock.now());
	const stay = view.pms.stay(pmsRoomStayId);
	if (stay === undefined) throw new ControlError(404, 'There is no such room stay');
	return { view, stay };
}

/** Guests who arrive get the room that was planned for them, otherwise a free one of their type. */
function giveRoom({ world, clock }: Sandbox, view: PmsView, stay: Stay): void {
	if (view.stateOf(stay).roomId !== null) return;
	const roomId = roomToGive(view, stay);
	if (roomId === undefined) throw new ControlError(400, 'No room of this type is free');
	world.apply({
		kind: 'pmsWritten',
		propertyId: view.property.id,
		change: { kind: 'roomsAssigned', rooms: [{ pmsRoomStayId: stay.id, roomId }] },
		atMs: clock.now(),
	});
}

async function record(sandbox: Sandbox, { id }: Property, stay: Stay, body: unknown): Promise<void> {
	const call = { params: { propertyId: id, pmsRoomStayId: stay.id }, body };
	await callControl(sandbox, 'PATCH', '/properties/:propertyId/room-stays/:pmsRoomStayId', call);
}
