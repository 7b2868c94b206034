import { DateTime } from 'luxon';

/** Days from `first` to `last`, `YYYY-MM-DD`, both included. */
export interface DateRange {
	first: string;
	last: string;
}

/** A period that moves with the calendar. */
export type NamedPeriod =
	| 'last7CompleteDays'
	| 'last7Days'
	| 'last30Days'
	| 'lastMonth'
	| 'monthToDate'
	| 'monthToYesterday'
	| 'next7Days'
	| 'next30Days'
	| 'thisMonth'
	| 'today'
	| 'tomorrow'
	| 'yesterday';

/**
 * The days of a period; those counted in days include today, complete days do not.
 * @param today `YYYY-MM-DD` at the hotel
 */
export function namedPeriod(name: NamedPeriod, today: string): DateRange {
	const now = DateTime.fromISO(today, { zone: 'utc' });
	const month = now.startOf('month');
	const yesterday = now.minus({ days: 1 });
	switch (name) {
		case 'last7CompleteDays':
			return days(now.minus({ days: 7 }), yesterday);
		case 'last7Days':
			return days(now.minus({ days: 6 }), now);
		case 'last30Days':
			return days(now.minus({ days: 29 }), now);
		case 'lastMonth':
			return days(month.minus({ months: 1 }), month.minus({ days: 1 }));
		case 'monthToDate':
			return days(month, now);
		case 'monthToYesterday':
			return days(yesterday.startOf('month'), yesterday);
		case 'next7Days':
			return days(now, now.plus({ days: 6 }));
		case 'next30Days':
			return days(now, now.plus({ days: 29 }));
		case 'thisMonth':
			return days(month, now.endOf('month'));
		case 'today':
			return days(now, now);
		case 'tomorrow':
			return days(now.plus({ days: 1 }), now.plus({ days: 1 }));
		case 'yesterday':
			return days(yesterday, yesterday);
	}
}

function days(first: DateTime, last: DateTime): DateRange {
	return { first: first.toFormat('yyyy-MM-dd'), last: last.toFormat('yyyy-MM-dd') };
}
