import { cancellationOf } from '../../../../sandbox/src/world/bookings/detail/cancellation.mts';
import { latestLocalMinute } from '../../../../sandbox/src/world/zone.mts';
import type { Observer } from './observer.mts';

interface Booking {
	number: string;
	status: string;
	createdDateTime: string;
	guaranteeInfo: { totalPrepaid: number };
	roomStays: unknown;
}

type Basis = Parameters<typeof cancellationOf>[2];

const HALF_AN_HOUR_MS = 30 * 60_000;

/** The bookings of a property that are free to cancel from now into the day, but not throughout it, by the sandbox. */
export async function endingOn(observer: Observer, propertyId: string, day: string): Promise<string[]> {
	const content = `/content/v1/properties/${propertyId}`;
	const property = await observer.read<Basis['property']>(content);
	const rules = await observer.read<Basis['rules']>(`${content}/cancellation-rules`);
	const begins = latestLocalMinute(`${day}T00:00`, property.timeZone.id);
	const ends = latestLocalMinute(`${dayAfter(day)}T00:00`, property.timeZone.id);
	const untilThen = halfHours(Date.now(), begins);
	const thatDay = halfHours(begins, ends);
	const ending: string[] = [];
	for (const number of await observer.feedNumbers(propertyId)) {
		const booking = await observer.booking<Booking>(propertyId, number);
		if (booking.status === 'Cancelled') continue;
		const isFree = (cancelledMs: number) => {
			const times = { createdMs: Date.parse(booking.createdDateTime), cancelledMs };
			const basis = { property, rules, roomStays: booking.roomStays } as Basis;
			const cancellation = cancellationOf(
				times as Parameters<typeof cancellationOf>[0],
				booking.guaranteeInfo.totalPrepaid,
				basis,
			);
			return (cancellation?.penaltyAmount ?? 0) === 0;
		};
		if (untilThen.every(isFree) && !thatDay.every(isFree)) ending.push(number);
	}
	return ending;
}

function halfHours(fromMs: number, toMs: number): number[] {
	const count = Math.ceil((toMs - fromMs) / HALF_AN_HOUR_MS);
	return [...Array.from({ length: count }, (_, index) => fromMs + index * HALF_AN_HOUR_MS), toMs];
}

function dayAfter(day: string): string {
	return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
