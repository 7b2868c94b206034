import { Settings } from 'luxon';

import { hotelClock } from '../../../nodes/shared/dates/hotelClock';
import { namedPeriod, type NamedPeriod } from '../../../nodes/shared/dates/namedPeriods';
import { periodDays } from '../../../nodes/shared/parameters/period';

describe('a period by name', () => {
	it.each<[NamedPeriod, string, string, string]>([
		['today', '2026-03-15', '2026-03-15', '2026-03-15'],
		['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
		['yesterday', '2028-03-01', '2028-02-29', '2028-02-29'],
		['yesterday', '2026-01-01', '2025-12-31', '2025-12-31'],
		['tomorrow', '2026-12-31', '2027-01-01', '2027-01-01'],
		['last7Days', '2026-03-03', '2026-02-25', '2026-03-03'],
		['last7CompleteDays', '2026-03-03', '2026-02-24', '2026-03-02'],
		['last30Days', '2026-03-30', '2026-03-01', '2026-03-30'],
		['last30Days', '2028-03-29', '2028-02-29', '2028-03-29'],
		['next7Days', '2026-12-28', '2026-12-28', '2027-01-03'],
		['next30Days', '2026-02-01', '2026-02-01', '2026-03-02'],
		['monthToDate', '2026-03-15', '2026-03-01', '2026-03-15'],
		['monthToDate', '2026-03-01', '2026-03-01', '2026-03-01'],
		['monthToYesterday', '2026-03-15', '2026-03-01', '2026-03-14'],
		['monthToYesterday', '2026-03-02', '2026-03-01', '2026-03-01'],
		['monthToYesterday', '2026-03-01', '2026-02-01', '2026-02-28'],
		['thisMonth', '2026-02-11', '2026-02-01', '2026-02-28'],
		['thisMonth', '2028-02-29', '2028-02-01', '2028-02-29'],
		['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
		['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
	])('%s on %s: from %s to %s', (name, today, first, last) => {
		expect(namedPeriod(name, today)).toEqual({ first, last });
	});

	it.each(['custom', 'any', 'everything', 'toString'])('%s is none', async (period) => {
		const clock = hotelClock(async () => await Promise.resolve('Europe/London'));
		expect(await periodDays(period, clock)).toBeUndefined();
	});
});

describe('a period by name, on the calendar of the hotel', () => {
	const at = (instant: string) => (Settings.now = () => Date.parse(instant));
	afterEach(() => (Settings.now = () => Date.now()));

	it.each<[string, string, string, NamedPeriod, string, string]>([
		['noon in London', '2026-06-10T11:00Z', 'Europe/London', 'today', '2026-06-10', '2026-06-10'],
		['a day ahead', '2026-06-10T11:00Z', 'Pacific/Kiritimati', 'today', '2026-06-11', '2026-06-11'],
		['a day behind', '2026-06-10T05:00Z', 'Pacific/Pago_Pago', 'today', '2026-06-09', '2026-06-09'],
		['a month ahead', '2026-06-30T22:30Z', 'Europe/Berlin', 'monthToDate', '2026-07-01', '2026-07-01'],
		['a year behind', '2027-01-01T03:00Z', 'America/New_York', 'lastMonth', '2026-11-01', '2026-11-30'],
		[
			'the day of 23 hours, first minute',
			'2026-03-28T23:00Z',
			'Europe/Berlin',
			'today',
			'2026-03-29',
			'2026-03-29',
		],
		[
			'the day of 23 hours, last minute',
			'2026-03-29T21:59Z',
			'Europe/Berlin',
			'today',
			'2026-03-29',
			'2026-03-29',
		],
		[
			'after the day of 23 hours',
			'2026-03-29T22:00Z',
			'Europe/Berlin',
			'yesterday',
			'2026-03-29',
			'2026-03-29',
		],
		[
			'the day of 25 hours, last minute',
			'2026-10-25T22:59Z',
			'Europe/Berlin',
			'today',
			'2026-10-25',
			'2026-10-25',
		],
		[
			'after the day of 25 hours',
			'2026-10-25T23:00Z',
			'Europe/Berlin',
			'last7Days',
			'2026-10-20',
			'2026-10-26',
		],
		[
			'a midnight that is skipped',
			'2026-09-06T04:00Z',
			'America/Santiago',
			'today',
			'2026-09-06',
			'2026-09-06',
		],
	])('%s', async (_, instant, zone, name, first, last) => {
		at(instant);
		const clock = hotelClock(async () => await Promise.resolve(zone));
		expect(await periodDays(name, clock)).toEqual({ first, last });
	});
});
