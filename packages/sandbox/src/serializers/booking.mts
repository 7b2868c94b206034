import type {
	BookingDetail,
	ExtraStayCharges,
	RoomStay,
	RoomStayService,
} from '../world/bookings/detail/types.mts';
import type { Booking, BookingStatus } from '../world/bookings/types.mts';
import { toWireInstant } from '../world/time.mts';
import { without, type Dialect, type JsonObject } from './dialect.mts';

export interface BookingSummary {
	number: string;
	propertyId: number | string;
	status: BookingStatus;
	createdDateTime: string;
	modifiedDateTime: string | null;
}

/**
 * A booking summary. The published samples show `propertyId` as text as well as a number; a booking that was
 * never changed may have no modification time there.
 */
export function serializeSummary(booking: Booking, propertyId: string, dialect: Dialect): BookingSummary {
	const published = dialect === 'published';
	const neverChanged = booking.revision === 0 && booking.modifiedMs === booking.createdMs;
	return {
		number: booking.number,
		propertyId: published ? propertyId : Number(propertyId),
		status: booking.status,
		createdDateTime: toWireInstant(booking.createdMs),
		modifiedDateTime: published && neverChanged ? null : toWireInstant(booking.modifiedMs),
	};
}

/**
 * A booking detail. The published samples leave out what has no value (cancellation, guarantees, index) and
 * write null where the schema has an object (loyalty, early arrival).
 */
export function serializeDetail(detail: BookingDetail, dialect: Dialect): JsonObject {
	const roomStays = detail.roomStays.map((roomStay) => serializeRoomStay(roomStay, dialect));
	const serialized = { ...detail, roomStays, cancellation: serializeCancellation(detail) };
	if (dialect === 'specification') return serialized;
	const { totalPrepaid } = detail.guaranteeInfo;
	const published = { ...serialized, guaranteeInfo: { loyalty: null, totalPrepaid } };
	return detail.cancellation === null ? without(published, 'cancellation') : published;
}

function serializeCancellation({ cancellation }: BookingDetail): JsonObject | null {
	if (cancellation === null) return null;
	const { penaltyAmount, cancelledDateTime } = cancellation;
	return { penaltyAmount, cancelledDateTime };
}

function serializeRoomStay(roomStay: RoomStay, dialect: Dialect): JsonObject {
	const { extraStayCharges, ...rest } = roomStay;
	const serialized = {
		...rest,
		dailyRates: roomStay.dailyRates.map((rate) => serializeDailyRate(rate, dialect)),
		services: roomStay.services?.map(serializeService) ?? null,
		...(extraStayCharges !== undefined && {
			extraStayCharges: dialect === 'published' ? extraStayCharges : withoutNulls(extraStayCharges),
		}),
	};
	return dialect === 'specification' ? serialized : without(serialized, 'index');
}

function serializeDailyRate(rate: RoomStay['dailyRates'][number], dialect: Dialect): JsonObject {
	const { ratePlanId, priceBeforeTax, date } = rate;
	return dialect === 'specification'
		? { RatePlanId: ratePlanId, priceBeforeTax, date }
		: { ratePlanId, priceBeforeTax, date: `${date}T00:00:00` };
}

/** As published, a service charged on top shows no total of its own; the room stay's total contains it. */
function serializeService({ total, ...service }: RoomStayService): JsonObject {
	return service.inclusive ? { ...service, total } : service;
}

function withoutNulls(charges: ExtraStayCharges): JsonObject {
	return Object.fromEntries(Object.entries(charges).filter(([, charge]) => charge !== null));
}
