import { toWireDate } from '../time.mts';

/** Odd and free of the factors 3 and 5, so that it permutes the range below. */
const SCRAMBLE = 48_271;
const MIN = 100_000_000;
const RANGE = 900_000_000;

/**
 * A booking number in the published form `YYYYMMDD-<property>-<nine digits>`. Different ranks give different
 * digits, so numbers of one property never repeat.
 * @param rank how many bookings of the property came before
 */
export function bookingNumber(propertyId: string, arrivalDay: number, rank: number): string {
	const digits = MIN + (((rank + Number(propertyId)) * SCRAMBLE) % RANGE);
	return `${toWireDate(arrivalDay).replaceAll('-', '')}-${propertyId}-${digits}`;
}
