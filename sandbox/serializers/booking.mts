import type {
	BookingDetail,
	ExtraStayCharges,
	RoomStay,
	RoomStayService,
} from '../world/bookings/detail/types.mts';
import type { Booking } from '../world/bookings/types.mts';
import { toWireInstant } from '../world/time.mts';
import { without, type Spelling, type Wire } from './dialect.mts';

/**
 * A booking summary. The published samples show `propertyId` as text as well as a number; a booking that was
 * never changed may have no modification time there.
 */
export function spellSummary(booking: Booking, propertyId: string, spelling: Spelling): Wire {
	const published = spelling === 'published';
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
export function spellDetail(detail: BookingDetail, spelling: Spelling): Wire {
	const roomStays = detail.roomStays.map((roomStay) => spellRoomStay(roomStay, spelling));
	const spelled = { ...detail, roomStays, cancellation: spellCancellation(detail) };
	if (spelling === 'specification') return spelled;
	const { totalPrepaid } = detail.guaranteeInfo;
	const published = { ...spelled, guaranteeInfo: { loyalty: null, totalPrepaid } };
	return detail.cancellation === null ? without(published, 'cancellation') : published;
}

function spellCancellation({ cancellation }: BookingDetail): Wire | null {
	if (cancellation === null) return null;
	const { penaltyAmount, cancelledDateTime } = cancellation;
	return { penaltyAmount, cancelledDateTime };
}

function spellRoomStay(roomStay: RoomStay, spelling: Spelling): Wire {
	const { extraStayCharges, ...rest } = roomStay;
	const spelled = {
		...rest,
		dailyRates: roomStay.dailyRates.map((rate) => spellDailyRate(rate, spelling)),
		services: roomStay.services?.map(spellService) ?? null,
		...(extraStayCharges !== undefined && {
			extraStayCharges: spelling === 'published' ? extraStayCharges : withoutNulls(extraStayCharges),
		}),
	};
	return spelling === 'specification' ? spelled : without(spelled, 'index');
}

function spellDailyRate(rate: RoomStay['dailyRates'][number], spelling: Spelling): Wire {
	const { ratePlanId, priceBeforeTax, date } = rate;
	return spelling === 'specification'
		? { RatePlanId: ratePlanId, priceBeforeTax, date }
		: { ratePlanId, priceBeforeTax, date: `${date}T00:00:00` };
}

/** As published, a service charged on top shows no total of its own; the room stay's total contains it. */
function spellService({ total, ...service }: RoomStayService): Wire {
	return service.inclusive ? { ...service, total } : service;
}

function withoutNulls(charges: ExtraStayCharges): Wire {
	return Object.fromEntries(Object.entries(charges).filter(([, charge]) => charge !== null));
}
