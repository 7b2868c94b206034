/** The price rule that bookings and search offers share. `draw` is a number from 0 to 1. */

/**
 * What one night of a stay usually costs.
 * @param nightPrice a usual price of one night at the property
 */
export function stayPrice(nightPrice: number, draw: number): number {
	return nightPrice * (0.7 + draw);
}

/** What a certain night costs: a tenth more or less than usual. */
export function dailyPrice(price: number, draw: number): number {
	return price * (0.9 + draw / 5);
}

/** What a service costs each time: between a tenth and a fifth of a night. */
export function servicePrice(nightPrice: number, draw: number): number {
	return nightPrice * (0.1 + draw / 10);
}
