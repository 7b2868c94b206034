import fc from '../../support/fastCheck';
import { DateTime } from 'luxon';

import { dateRanges } from '../../../nodes/PartnerHotelPms/resources/occupancy/dateRanges';
import { daysBetween, nightsBetween, plusDays } from '../../../nodes/shared/dates/dateRules';
import { calendarDate, dayAt, midnightDay, namedDay } from '../../../nodes/shared/dates/instants';
import { hotelClock } from '../../../nodes/shared/dates/hotelClock';
import { ParameterError } from '../../../nodes/shared/util/parameterError';

const ZONES = [
	'UTC',
	'Europe/London',
	'America/New_York',
	'America/St_Johns',
	'Asia/Kathmandu',
	'Australia/Lord_Howe',
	'Pacific/Apia',
	'Pacific/Kiritimati',
	'Pacific/Pago_Pago',
];

const zones = fc.constantFrom(...ZONES);
/** Minutes within fifty years; those around changes of the clock among them. */
const instants = fc.oneof(
	fc.integer({ min: 0, max: 50 * 366 * 1440 }).map((minutes) => Date.UTC(2000, 0, 1) + minutes * 60_000),
	fc
		.tuple(
			fc.constantFrom('2027-03-28T01:00Z', '2027-10-31T01:00Z', '2027-03-14T07:00Z', '2027-11-07T06:00Z'),
			fc.integer({ min: -1500, max: 1500 }),
		)
		.map(([change, minutes]) => Date.parse(change) + minutes * 60_000),
);
const days = fc
	.integer({ min: 0, max: 20_000 })
	.map((count) => new Date(Date.UTC(2000, 0, 1) + count * 86_400_000).toISOString().slice(0, 10));
const offsets = fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15);

function offsetText(minutes: number): string {
	const part = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
	return `${minutes < 0 ? '-' : '+'}${part(minutes / 60)}:${part(minutes % 60)}`;
}

/** What the runtime, not Luxon, says a clock there shows: `YYYY-MM-DDTHH:mm`. */
function clockIn(zone: string, instant: number): string {
	const parts = new Intl.DateTimeFormat('en', {
		timeZone: zone,
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
	}).formatToParts(instant);
	const at = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
	return `${at('year')}-${at('month')}-${at('day')}T${at('hour')}:${at('minute')}`;
}

describe('a day', () => {
	it.each<[string, string, string]>([
		['as it is written', '2031-05-20', '2031-05-20'],
		['as it is written, with a time', '2031-05-20T23:59:59', '2031-05-20'],
		['as it is written, with a blank', '2031-05-20 23:59', '2031-05-20'],
		['at midnight UTC', '2031-05-20T00:00:00.000Z', '2031-05-20'],
		['at midnight UTC, in short', '2031-05-20T00:00Z', '2031-05-20'],
		['at midnight UTC, as an offset', '2031-05-20T00:00:00+00:00', '2031-05-20'],
		['at midnight of another offset', '2031-05-20T00:00:00.000-04:00', '2031-05-20'],
		['at midnight of a named zone', '2031-05-20 00:00:00 America/New_York', '2031-05-20'],
		['at the end of the day before', '2031-05-19T24:00:00Z', '2031-05-20'],
		['a millisecond after midnight UTC', '2031-05-20T00:00:00.001Z', '2031-05-19'],
		['a minute after midnight UTC', '2031-05-20T00:01Z', '2031-05-19'],
		['an hour before midnight UTC', '2031-05-20T23:00Z', '2031-05-20'],
		['an instant with an offset', '2031-05-20T00:30:00+09:00', '2031-05-19'],
	])('%s', (_, text, expected) => {
		expect(dayAt('p', text, 'America/New_York')).toBe(expected);
	});

	it('is named by midnight of any offset, and in no zone another', () => {
		fc.assert(
			fc.property(days, offsets, zones, (day, offset, zone) => {
				const text = `${day}T00:00:00.000${offsetText(offset)}`;
				expect([namedDay(text), dayAt('p', text, zone), calendarDate('p', text)]).toEqual([day, day, day]);
			}),
		);
	});

	it('of text without an offset is the one written, in any zone', () => {
		fc.assert(
			fc.property(days, zones, fc.constantFrom('', 'T00:00', 'T14:30', ' 23:59:59'), (day, zone, time) => {
				expect([dayAt('p', day + time, zone), calendarDate('p', day + time)]).toEqual([day, day]);
			}),
		);
	});

	it('of another instant is what the clock there shows, over changes of the clock', async () => {
		await fc.assert(
			fc.asyncProperty(instants, offsets, zones, async (instant, offset, zone) => {
				const text = DateTime.fromMillis(instant, { zone: `UTC${offsetText(offset)}` }).toISO() ?? '';
				fc.pre(!text.includes('T00:00:00.000'));
				const clock = hotelClock(async () => await Promise.resolve(zone));
				expect(namedDay(text)).toBeUndefined();
				expect(await clock.minute('p', text)).toBe(clockIn(zone, instant));
				expect(await clock.date('p', text)).toBe(clockIn(zone, instant).slice(0, 10));
				expect(dayAt('p', text, zone)).toBe(clockIn(zone, instant).slice(0, 10));
			}),
		);
	});

	it('of a document is the one written, whatever the instant', () => {
		fc.assert(
			fc.property(instants, offsets, (instant, offset) => {
				const text = DateTime.fromMillis(instant, { zone: `UTC${offsetText(offset)}` }).toISO() ?? '';
				expect(calendarDate('p', text)).toBe(text.slice(0, 10));
			}),
		);
	});

	it.each(['', 'soon', 'Invalid DateTime', '2031', '2031-05', '2031-02-29', '14:30', '20.05.2031'])(
		'%j names none, and is refused',
		(text) => {
			const refused = expect.objectContaining({
				parameter: 'p',
				value: text,
				problem: 'is not a date',
				advice: 'Enter it like 2026-03-01.',
			}) as Error;
			expect(namedDay(text)).toBeUndefined();
			expect(() => dayAt('p', text, 'UTC')).toThrow(refused);
			expect(() => calendarDate('p', text)).toThrow(refused);
			expect(() => calendarDate('p', text)).toThrow(ParameterError);
		},
	);
});

describe('the beginning of a day in a zone', () => {
	it.each<[string, string, string, string | undefined]>([
		['in UTC', '2031-05-19T22:00:00.000Z', 'Europe/Berlin', '2031-05-20'],
		['in UTC as an offset', '2031-05-19 22:00:00+00', 'Europe/Berlin', '2031-05-20'],
		['in winter', '2031-01-19T23:00:00Z', 'Europe/Berlin', '2031-01-20'],
		['west of UTC', '2031-05-20T04:00:00Z', 'America/New_York', '2031-05-20'],
		['where clocks skip midnight', '2026-04-23T22:00:00Z', 'Africa/Cairo', '2026-04-24'],
		['as clocks show it that skip midnight', '2026-04-24T01:00:00+03:00', 'Africa/Cairo', '2026-04-24'],
		['where midnight comes twice', '2026-11-01T04:00:00Z', 'America/Havana', '2026-11-01'],
		['where midnight comes twice, the second time', '2026-11-01T05:00:00Z', 'America/Havana', '2026-11-01'],
		['of another zone', '2031-05-19T22:00:00.000Z', 'Europe/London', undefined],
		['a millisecond late', '2031-05-19T22:00:00.001Z', 'Europe/Berlin', undefined],
		['with another offset', '2031-05-19T23:00:00+01:00', 'Europe/Berlin', undefined],
		['without an offset', '2031-05-19T22:00:00', 'Europe/Berlin', undefined],
		['that is no date', 'soon', 'Europe/Berlin', undefined],
	])('%s', (_, text, zone, expected) => {
		expect(midnightDay(text, zone)).toBe(expected);
	});

	it('is that day, as the JSON of a JavaScript date', () => {
		fc.assert(
			fc.property(days, zones, (day, zone) => {
				const begins = DateTime.fromISO(day, { zone }).startOf('day');
				expect(midnightDay(begins.toJSDate().toJSON(), zone)).toBe(begins.toFormat('yyyy-MM-dd'));
			}),
		);
	});
});

describe('nights', () => {
	it('are the days between two dates, whatever the hours', () => {
		const times = fc.constantFrom('', 'T00:00', 'T12:00', 'T23:59:59');
		fc.assert(
			fc.property(days, fc.integer({ min: 0, max: 400 }), times, times, (day, count, arrives, leaves) => {
				expect(nightsBetween(day + arrives, plusDays(day, count) + leaves)).toBe(count);
			}),
		);
	});

	it.each<[unknown, unknown]>([
		[undefined, '2027-03-02'],
		['2027-03-01', null],
		['2027-03-01', 20270302],
		['2027-02-30', '2027-03-02'],
		['2027-03-01', 'soon'],
		['2027', '2027-03-02'],
		['', ''],
	])('from %p to %p are not known', (arrival, departure) => {
		expect(nightsBetween(arrival, departure)).toBeNull();
	});
});

describe('ranges of an occupancy', () => {
	it('cover every day once, in order, at most 31 in each', () => {
		fc.assert(
			fc.property(days, fc.integer({ min: 0, max: 800 }), (start, count) => {
				const end = plusDays(start, count);
				const ranges = dateRanges({ first: start, last: end });
				expect(ranges[0]?.first).toBe(start);
				expect(ranges.at(-1)?.last).toBe(end);
				ranges.forEach(({ first, last }, index) => {
					const length = daysBetween(first, last) + 1;
					expect(length).toBeGreaterThan(0);
					expect(length).toBeLessThanOrEqual(31);
					const before = ranges[index - 1];
					if (before) expect(first).toBe(plusDays(before.last, 1));
				});
				expect(ranges).toHaveLength(Math.ceil((count + 1) / 31));
			}),
		);
	});
});
