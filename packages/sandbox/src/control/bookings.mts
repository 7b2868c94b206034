import { date, flag, instant, integer, nonEmptyText, oneOf } from '../http/fieldTypes.mts';
import type { Sandbox } from '../sandbox.mts';
import { serializeSummary, type BookingSummary } from '../serializers/booking.mts';
import { BookingActionError, changeBooking, createBooking } from '../world/bookingActions.mts';
import { BOOKING_STATUSES, SOURCE_TYPES, type Booking } from '../world/bookings/types.mts';
import type { Property } from '../world/properties.mts';
import { readBody, type Input, type Values } from './body.mts';
import { ControlError } from './controlError.mts';
import { propertyOf, type ControlCall, type ControlRoute } from './route.mts';

const BOOKINGS = '/properties/:propertyId/bookings';
const MAX_COUNT = 100_000;
const MAX_STAY_NIGHTS = 100;
const MAX_ROOM_STAYS = 20;

const BOOKING = {
	status: oneOf(BOOKING_STATUSES),
	modifiedDateTime: instant,
	arrivalDate: date,
	nights: integer(1, MAX_STAY_NIGHTS),
	roomStays: integer(1, MAX_ROOM_STAYS),
	sameDates: flag,
	source: oneOf(SOURCE_TYPES),
	complimentary: flag,
	guest: nonEmptyText,
};
const NEW_BOOKING = {
	...BOOKING,
	number: nonEmptyText,
	createdDateTime: instant,
	count: integer(1, MAX_COUNT),
};
const BOOKING_CHANGE = {
	...BOOKING,
	/** The detail changes while the feed does not move. */
	detailsOnly: flag,
};

/** The given fields of a new booking; the others are generated. */
export type NewBookingInput = Input<Omit<typeof NEW_BOOKING, 'count'>>;
export type BookingChangeInput = Input<typeof BOOKING_CHANGE>;

export const bookingRoutes: readonly ControlRoute[] = [
	{ method: 'POST', path: BOOKINGS, status: 201, handle: create },
	{ method: 'PATCH', path: `${BOOKINGS}/:number`, handle: change },
	{ method: 'POST', path: `${BOOKINGS}/:number/cancel`, handle: cancel },
	{ method: 'DELETE', path: `${BOOKINGS}/:number`, handle: remove },
];

function create(sandbox: Sandbox, call: ControlCall): BookingSummary | BookingSummary[] {
	const { world, clock } = sandbox;
	const property = propertyOf(sandbox, call);
	const { count, number, createdDateTime, ...values } = readBody(NEW_BOOKING, call.body);
	if (count !== undefined && number !== undefined) {
		throw new ControlError(400, 'number and count must not both be given');
	}
	const input = { ...inputOf(values), number, createdMs: createdDateTime };
	const createOne = () =>
		summary(
			sandbox,
			property,
			attempt(() => createBooking(world, property, input, clock.now())),
		);
	return count === undefined ? createOne() : Array.from({ length: count }, createOne);
}

function change(sandbox: Sandbox, call: ControlCall): BookingSummary {
	const { property, booking } = bookingOf(sandbox, call);
	return applyChange(sandbox, property, booking, readBody(BOOKING_CHANGE, call.body));
}

function cancel(sandbox: Sandbox, call: ControlCall): BookingSummary {
	const { property, booking } = bookingOf(sandbox, call);
	const values = readBody(BOOKING_CHANGE, call.body);
	return applyChange(sandbox, property, booking, { ...values, status: 'Cancelled' });
}

function applyChange(
	sandbox: Sandbox,
	property: Property,
	{ number }: Booking,
	{ detailsOnly = false, ...values }: Values<typeof BOOKING_CHANGE>,
): BookingSummary {
	const { world, clock } = sandbox;
	const input = inputOf(values);
	if (detailsOnly && input.modifiedMs !== undefined) {
		throw new ControlError(400, 'modifiedDateTime and detailsOnly must not both be given');
	}
	const changed = attempt(() => changeBooking(world, property, number, input, clock.now(), detailsOnly));
	return summary(sandbox, property, changed);
}

function remove(sandbox: Sandbox, call: ControlCall): BookingSummary {
	const { property, booking } = bookingOf(sandbox, call);
	sandbox.world.apply({ kind: 'detailRemoved', propertyId: property.id, number: booking.number });
	return summary(sandbox, property, booking);
}

function inputOf({ modifiedDateTime, arrivalDate, ...others }: Values<typeof BOOKING>) {
	return { ...others, modifiedMs: modifiedDateTime, arrivalDay: arrivalDate };
}

function bookingOf(sandbox: Sandbox, call: ControlCall): { property: Property; booking: Booking } {
	const property = propertyOf(sandbox, call);
	const { number = '' } = call.params;
	const booking = sandbox.world.bookings(property).get(number);
	if (booking === undefined) throw new ControlError(404, `Property ${property.id} has no booking ${number}`);
	return { property, booking };
}

function summary({ settings }: Sandbox, property: Property, booking: Booking): BookingSummary {
	return serializeSummary(booking, property.id, settings.dialect);
}

function attempt<T>(action: () => T): T {
	try {
		return action();
	} catch (error) {
		throw error instanceof BookingActionError ? new ControlError(400, error.message) : error;
	}
}
