import { Random } from '../random.mts';

const SHARE = 0.1;
const MIN = 10_000_000;
const MAX = 99_999_999;

/**
 * The number that a hotel gives a reservation itself, in the published form `YYYYMMDD-<property>-<eight digits>`;
 * undefined if the reservation has the number of its booking, which ends in nine digits.
 */
export function ownNumber(
	seed: number,
	propertyId: string,
	bookingNumber: string,
	isTaken: (number: string) => boolean,
): string | undefined {
	const random = new Random(seed, propertyId, bookingNumber, 'reservation number');
	if (!random.chance(SHARE)) return undefined;
	for (;;) {
		const number = `${bookingNumber.slice(0, 8)}-${propertyId}-${random.integer(MIN, MAX)}`;
		if (!isTaken(number)) return number;
	}
}
