import type { INodeParameters } from 'n8n-workflow';

/** The moments of the guest journey in all worlds, as the node has them. */
export const MOMENTS = {
	booked: { name: 'Booked', anchor: 'afterBooking', count: 2, unit: 'hours' },
	welcome: { name: 'Welcome', anchor: 'afterCheckIn', count: 1, unit: 'hours' },
	thanks: { name: 'Thanks', anchor: 'afterCheckOut', count: 2, unit: 'hours' },
	eve: { name: 'Eve', anchor: 'beforeArrival', count: 1, unit: 'days', time: '10:00' },
	survey: { name: 'Survey', anchor: 'afterDeparture', count: 5, unit: 'days', time: '11:00' },
	extras: { name: 'Extras', anchor: 'afterBooking', count: 60, unit: 'days', time: '09:00' },
} as const;

export type MomentName = keyof typeof MOMENTS;

/** The moments that are due within a day of a booking, a check-in, a check-out or before an arrival. */
export const MOMENTS_OF_A_DAY = ['booked', 'welcome', 'thanks', 'eve'] as const;

export function momentsOf(names: readonly MomentName[]): INodeParameters {
	return { moment: names.map((name) => ({ ...MOMENTS[name] })) };
}
