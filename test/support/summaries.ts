import type { BookingSummary } from '../../nodes/shared/api/bookings/bookingsFeed';

/** 1 March 2026, in epoch seconds. */
export const START = Date.UTC(2026, 2, 1) / 1000;

/** Epoch seconds as the feed writes them. */
export function instant(seconds: number): string {
	return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}

/** A booking made at an instant and not changed since. */
export function summary(propertyId: string, index: number, seconds: number): BookingSummary {
	return {
		number: `20260301-${propertyId}-${100_000_000 + index}`,
		propertyId,
		status: 'Active',
		createdDateTime: instant(seconds),
		modifiedDateTime: instant(seconds),
	};
}

/** Details that differ in the price alone. */
export const price = (priceAfterTax: number) => ({ total: { priceAfterTax } });
