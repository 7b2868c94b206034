import type { INodePropertyOptions } from 'n8n-workflow';

import type { HotelClock } from '../dates/hotelClock';
import { namedPeriod, type DateRange, type NamedPeriod } from '../dates/namedPeriods';

const NAMED: Record<NamedPeriod, Omit<INodePropertyOptions, 'value'>> = {
	last7CompleteDays: { name: 'Last 7 Complete Days', description: 'The 7 days before today' },
	last7Days: { name: 'Last 7 Days', description: 'Today and the 6 days before' },
	last30Days: { name: 'Last 30 Days', description: 'Today and the 29 days before' },
	lastMonth: { name: 'Last Month', description: 'The whole calendar month before this one' },
	monthToDate: { name: 'This Month to Date', description: 'From the first of the month to today' },
	monthToYesterday: {
		name: 'Month to Yesterday',
		description: 'From the first of the month to yesterday; on the first, the whole month before',
	},
	next7Days: { name: 'Next 7 Days', description: 'Today and the 6 days after' },
	next30Days: { name: 'Next 30 Days', description: 'Today and the 29 days after' },
	thisMonth: { name: 'This Month', description: 'The whole calendar month' },
	today: { name: 'Today', description: 'Today at the hotel' },
	tomorrow: { name: 'Tomorrow', description: 'Tomorrow at the hotel' },
	yesterday: { name: 'Yesterday', description: 'Yesterday at the hotel' },
};

/** The choices of a period by name, sorted as n8n wants it. */
export function namedOptions<const N extends NamedPeriod>(named: readonly N[]) {
	return named.map((value) => ({ ...NAMED[value], value })).sort(byName);
}

function byName(a: INodePropertyOptions, b: INodePropertyOptions): number {
	return a.name < b.name ? -1 : 1;
}

/** An entry of a period that has no name in the calendar: what the user enters, or all there is. */
interface OtherPeriod<V extends string> {
	name: string;
	value: V;
	description: string;
}

/** A period by name, on the hotel's calendar. @param others such as 'Custom', whose dates the operation asks for */
export function periodParameter<const N extends NamedPeriod, const V extends string>(settings: {
	named: readonly N[];
	others: ReadonlyArray<OtherPeriod<V>>;
	default: N | V;
	description: string;
}) {
	const { named, others, default: initial, description } = settings;
	const options: Array<{ name: string; value: N | V; description?: string }> = [
		...namedOptions(named),
		...others,
	];
	return {
		displayName: 'Period',
		name: 'period' as const,
		type: 'options' as const,
		options: options.sort(byName),
		default: initial,
		description,
	};
}

/** The days of a period by name; `undefined` for one that has none. */
export async function periodDays(period: string, clock: HotelClock): Promise<DateRange | undefined> {
	if (!isNamed(period)) return undefined;
	return namedPeriod(period, await clock.today());
}

/** A named period as the user chose it: `'This Month to Date'`; `undefined` for one of entered dates. */
export function periodInWords(period: string): string | undefined {
	return isNamed(period) ? `'${NAMED[period].name}'` : undefined;
}

function isNamed(period: string): period is NamedPeriod {
	return Object.hasOwn(NAMED, period);
}
