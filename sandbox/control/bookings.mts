import { serializeSummary } from '../serializers/booking.mts';
import type { Sandbox } from '../sandbox.mts';
import {
	BookingActionError,
	changeBooking,
	createBooking,
	type BookingInput,
} from '../world/bookingActions.mts';
import { BOOKING_STATUSES, SOURCE_TYPES, type Booking } from '../world/bookings/types.mts';
import type { Property } from '../world/properties.mts';
import { ControlError, Fields } from './body.mts';
import { propertyOf, type ControlCall, type ControlRoute } from './route.mts';

const BOOKINGS = '/properties/:propertyId/bookings';
const MAX_COUNT = 100_000;
const MAX_STAY_NIGHTS = 100;
const MAX_ROOM_STAYS = 20;
const CHANGE_FIELDS = [
	'status',
	'modifiedDateTime',
	'arrivalDate',
	'nights',
	'roomStays',
	'source',
	'complimentary',
];

export const bookingRoutes: readonly ControlRoute[] = [
	{
		method: 'GET',
		path: '/properties',
		handle: ({ world }) =>
			world.properties.map((property) => ({
				id: property.id,
				name: property.name.own,
				timeZone: property.place.timeZone,
				bookings: world.bookingCount(property),
			})),
	},
	{ method: 'POST', path: BOOKINGS, status: 201, handle: create },
	{ method: 'PATCH', path: `${BOOKINGS}/:number`, handle: change },
	{
		method: 'POST',
		path: `${BOOKINGS}/:number/cancel`,
		handle: (sandbox, call) => change(sandbox, call, { status: 'Cancelled' }),
	},
	{ method: 'DELETE', path: `${BOOKINGS}/:number`, handle: remove },
];

function create(sandbox: Sandbox, call: ControlCall): unknown {
	const property = propertyOf(sandbox, call);
	const fields = Fields.of(call.body, [...CHANGE_FIELDS, 'number', 'createdDateTime', 'count']);
	const count = fields.integer('count', 1, MAX_COUNT);
	const input = {
		...readInput(fields),
		number: fields.text('number'),
		createdMs: fields.instant('createdDateTime'),
	};
	if (count !== undefined && input.number !== undefined) {
		throw new ControlError(400, 'number and count must not both be given');
	}
	const createOne = () =>
		summary(
			sandbox,
			property,
			attempt(() => createBooking(sandbox.world, property, input, sandbox.clock.now())),
		);
	return count === undefined ? createOne() : Array.from({ length: count }, createOne);
}

function change(sandbox: Sandbox, call: ControlCall, also: BookingInput = {}): unknown {
	const property = propertyOf(sandbox, call);
	const { number } = bookingOf(sandbox, property, call);
	const fields = Fields.of(call.body, [...CHANGE_FIELDS, 'detailsOnly']);
	const input = { ...readInput(fields), ...also };
	const detailsOnly = fields.flag('detailsOnly') ?? false;
	if (detailsOnly && input.modifiedMs !== undefined) {
		throw new ControlError(400, 'modifiedDateTime and detailsOnly must not both be given');
	}
	const { world, clock } = sandbox;
	const changed = attempt(() => changeBooking(world, property, number, input, clock.now(), detailsOnly));
	return summary(sandbox, property, changed);
}

function remove(sandbox: Sandbox, call: ControlCall): unknown {
	const property = propertyOf(sandbox, call);
	const booking = bookingOf(sandbox, property, call);
	sandbox.world.apply({ kind: 'detailRemoved', propertyId: property.id, number: booking.number });
	return summary(sandbox, property, booking);
}

function readInput(fields: Fields): BookingInput {
	const input = {
		status: fields.oneOf('status', BOOKING_STATUSES),
		modifiedMs: fields.instant('modifiedDateTime'),
		arrivalDay: fields.date('arrivalDate'),
		nights: fields.integer('nights', 1, MAX_STAY_NIGHTS),
		roomStays: fields.integer('roomStays', 1, MAX_ROOM_STAYS),
		source: fields.oneOf('source', SOURCE_TYPES),
		complimentary: fields.flag('complimentary'),
	};
	return input;
}

function bookingOf({ world }: Sandbox, property: Property, { params }: ControlCall): Booking {
	const booking = world.bookings(property).get(params['number'] ?? '');
	if (booking === undefined) {
		throw new ControlError(404, `Property ${property.id} has no booking ${params['number']}`);
	}
	return booking;
}

function summary({ settings }: Sandbox, property: Property, booking: Booking): unknown {
	return serializeSummary(booking, property.id, settings.dialect);
}

function attempt<T>(action: () => T): T {
	try {
		return action();
	} catch (error) {
		throw error instanceof BookingActionError ? new ControlError(400, error.message) : error;
	}
}
