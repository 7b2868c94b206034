import type { PropertyRecord } from '../content/types.mts';

/**
 * The stay units from the first to the last stay date, both included: a stay date is a night; where a property sells
 * days, the day of departure is one more.
 */
export function stayUnits(
	{ stayUnitKind }: Pick<PropertyRecord, 'stayUnitKind'>,
	firstDay: number,
	lastDay: number,
): number {
	const nights = lastDay - firstDay + 1;
	return stayUnitKind === 'DailyRate' ? nights + 1 : nights;
}
