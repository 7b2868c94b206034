import { ApiError } from '../../http/apiError.mts';
import { ok, type ApiResponse, type ApiCall, type Route } from '../../http/route.mts';
import { integerText, text, type FieldType } from '../../http/fieldTypes.mts';
import { QueryFields } from '../../http/queryFields.mts';
import { serializeDetail, serializeSummary } from '../../serializers/booking.mts';
import type { Feed, FeedPosition } from '../../world/bookings/feed.mts';
import { disorderedPage } from '../../world/bookings/feedDisorder.mts';
import type { Property } from '../../world/properties.mts';
import { Random } from '../../world/random.mts';
import { EARLIEST_MODIFICATION_MS, parseInstant } from '../../world/time.mts';
import { readContinueToken, writeContinueToken, type TokenBinding } from './continueToken.mts';

const MAX_SUMMARIES_PER_PAGE = 1_000;
const BOOKINGS = '/api/read-reservation/v1/properties/{propertyId}/bookings';
const GET = { method: 'GET', area: 'reservation_api' } as const;

const lastModification: FieldType<number> = {
	rule: 'must be a UTC time such as 2024-03-27T11:41:04Z, not earlier than 2009-01-01T00:00:00Z',
	read: (value) => {
		const instant = parseInstant(String(value));
		return instant === undefined || instant < EARLIEST_MODIFICATION_MS ? undefined : instant;
	},
};

/** The two operations of the read reservation area (specification, Read reservation). */
export const readReservationRoutes: readonly Route[] = [
	{ ...GET, path: BOOKINGS, scope: 'bookingList', onProperty: listBookings },
	{ ...GET, path: `${BOOKINGS}/{number}`, scope: 'bookingDetail', onProperty: showBooking },
];

function listBookings({ sandbox, query }: ApiCall, property: Property): ApiResponse {
	const { world, settings, clock } = sandbox;
	const binding: TokenBinding = {
		seed: world.plan.seed,
		generation: world.tokenGeneration.continue,
		propertyId: property.id,
	};
	const fields = new QueryFields(query);
	const count = fields.read('count', integerText(1, MAX_SUMMARIES_PER_PAGE)) ?? MAX_SUMMARIES_PER_PAGE;
	const { feed } = world.bookings(property);
	const position = positionOf(fields, feed, binding);
	const { modifiedMs, sequence, horizon, late } = position;
	const random = new Random(binding.seed, property.id, 'disorder', modifiedMs, sequence, horizon);
	const disorder = { share: settings.feedDisorder / 100, random, nowMs: clock.now() };
	const isTidy = settings.feedDisorder === 0 && late.length === 0;
	const page = isTidy ? feed.page(position, count) : disorderedPage(feed, position, count, disorder);
	return ok({
		continueToken: writeContinueToken(page.next, binding),
		hasMoreData: page.hasMoreData,
		bookingSummaries: page.bookings.map((booking) =>
			serializeSummary(booking, property.id, settings.dialect),
		),
	});
}

/** The position of the reader, by rules 1, 2, 3 and 6 of the bookings feed. */
function positionOf(fields: QueryFields, feed: Feed, binding: TokenBinding): FeedPosition {
	const continueToken = fields.read('continueToken', text);
	if (continueToken !== undefined && fields.read('lastModification', text) !== undefined) {
		throw new ApiError(
			400,
			'ContinueTokenAndLastModification',
			'continueToken and lastModification must not both be given',
		);
	}
	if (continueToken !== undefined) {
		const position = readContinueToken(continueToken, binding);
		if (position !== undefined) return position;
		throw new ApiError(400, 'InvalidContinueToken', 'The continueToken is not valid for this property');
	}
	return feed.positionBefore(fields.read('lastModification', lastModification) ?? EARLIEST_MODIFICATION_MS);
}

function showBooking({ sandbox, params }: ApiCall, property: Property): ApiResponse {
	const { world, settings } = sandbox;
	const booking = world.bookings(property).get(params['number'] ?? '');
	if (booking === undefined || booking.detailRemoved === true) {
		throw new ApiError(404, 'BookingNotFound', 'The booking was not found');
	}
	return ok({ booking: serializeDetail(world.detail(property, booking), settings.dialect) });
}
