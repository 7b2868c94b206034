import fc from '../support/fastCheck';
import { DateTime, Settings } from 'luxon';

import { searchPeriods, splitPeriod } from '../../nodes/PartnerHotelPms/resources/reservation/searchPeriods';
import { hotelClock } from '../../nodes/shared/dates/hotelClock';
import { ParameterError } from '../../nodes/shared/util/parameterError';

const clock = hotelClock(async () => await Promise.resolve('America/New_York'));
const utc = (minute: string) => DateTime.fromISO(minute, { zone: 'utc' });
const text = (time: DateTime) => time.toFormat("yyyy-MM-dd'T'HH:mm");
/** With the period of the stay that the ends need. */
const named = (entered: object) => ({
	period: 'stayFrom' in entered || 'stayTo' in entered ? 'custom' : 'any',
	...entered,
});
const DAY_MS = 24 * 60 * 60_000;

describe('the parts of a long period', () => {
	const minute = fc
		.integer({ min: Date.UTC(2015, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 })
		.map((minutes) => text(DateTime.fromMillis(minutes * 60_000, { zone: 'utc' })));
	const period = fc.tuple(minute, minute).map((ends) => {
		const [start = '', end = ''] = [...ends].sort();
		return { start, end };
	});

	it('cover the whole, each beginning where the one before ends', () => {
		fc.assert(
			fc.property(period, (whole) => {
				const parts = splitPeriod(whole);
				expect(parts[0]?.start).toBe(whole.start);
				expect(parts.at(-1)?.end).toBe(whole.end);
				expect(parts.slice(1).map(({ start }) => start)).toEqual(parts.slice(0, -1).map(({ end }) => end));
				for (const { start, end } of parts) expect(start < end || parts.length === 1).toBe(true);
			}),
		);
	});

	const zones = fc.constantFrom('Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu');

	it('are at most 365 days long, on the calendar and by the clock of a hotel', () => {
		fc.assert(
			fc.property(period, zones, (whole, zone) => {
				for (const { start, end } of splitPeriod(whole)) {
					expect(utc(end).toMillis() - utc(start).toMillis()).toBeLessThanOrEqual(365 * DAY_MS);
					const [first, last] = [start, end].map((local) => DateTime.fromISO(local, { zone }).toMillis());
					expect(Number(last) - Number(first)).toBeLessThanOrEqual(365 * DAY_MS);
				}
			}),
		);
	});

	it('meet at minutes that every hotel has exactly once', () => {
		fc.assert(
			fc.property(period, zones, (whole, zone) => {
				for (const { end } of splitPeriod(whole).slice(0, -1)) {
					const met = DateTime.fromISO(end, { zone });
					expect(text(met)).toBe(end);
					expect(met.getPossibleOffsets()).toHaveLength(1);
				}
			}),
		);
	});

	it.each([
		['a minute', '2026-03-01T10:00', '2026-03-01T10:00', 1],
		['a year less than a day', '2026-01-01T00:00', '2026-12-31T12:00', 1],
		['a minute more', '2026-01-01T00:00', '2026-12-31T12:01', 2],
		['two years', '2026-01-01T00:00', '2028-01-01T00:00', 3],
	])('%s: as few as can be', (_, start, end, count) => {
		expect(splitPeriod({ start, end })).toHaveLength(count);
	});
});

describe('the queries of a search', () => {
	it('cross the parts of both periods', async () => {
		const entered = {
			modifiedFrom: '2026-01-01T00:00',
			modifiedTo: '2027-01-10T00:00',
			stayFrom: '2026-02-01T00:00',
			stayTo: '2027-02-10T00:00',
		};
		const modified = [
			{ startModifyDateTime: '2026-01-01T00:00', endModifyDateTime: '2026-12-31T12:00' },
			{ startModifyDateTime: '2026-12-31T12:00', endModifyDateTime: '2027-01-10T00:00' },
		];
		const stay = [
			{ startAffectPeriodDateTime: '2026-02-01T00:00', endAffectPeriodDateTime: '2027-01-31T12:00' },
			{ startAffectPeriodDateTime: '2027-01-31T12:00', endAffectPeriodDateTime: '2027-02-10T23:59' },
		];
		expect(await searchPeriods(named(entered), clock)).toEqual(
			modified.flatMap((first) => stay.map((second) => ({ ...first, ...second }))),
		);
	});

	it.each<[string, object, object]>([
		[
			'of changes alone',
			{ modifiedFrom: '2026-01-01T05:00Z', modifiedTo: '2026-01-02' },
			{ startModifyDateTime: '2026-01-01T00:00', endModifyDateTime: '2026-01-02T00:00' },
		],
		[
			'of stays alone',
			{ stayFrom: '2026-07-01T04:00Z', stayTo: '2026-07-01T23:59' },
			{ startAffectPeriodDateTime: '2026-07-01T00:00', endAffectPeriodDateTime: '2026-07-01T23:59' },
		],
		[
			'of changes up to a second: the next minute, also over midnight',
			{ modifiedFrom: '2026-12-01T10:20:30', modifiedTo: '2026-12-31T23:59:01' },
			{ startModifyDateTime: '2026-12-01T10:20', endModifyDateTime: '2027-01-01T00:00' },
		],
		[
			'of changes within a minute',
			{ modifiedFrom: '2026-01-01T10:20:30', modifiedTo: '2026-01-01T10:20:40' },
			{ startModifyDateTime: '2026-01-01T10:20', endModifyDateTime: '2026-01-01T10:21' },
		],
		[
			'of stays up to a second: the minute itself',
			{ stayFrom: '2026-01-01T10:20:30', stayTo: '2026-01-02T10:20:30' },
			{ startAffectPeriodDateTime: '2026-01-01T10:20', endAffectPeriodDateTime: '2026-01-02T10:20' },
		],
	])('%s', async (_, entered, query) => {
		expect(await searchPeriods(named(entered), clock)).toEqual([query]);
	});

	describe('in a workflow of a zone that skips a minute, which n8n makes the default of Luxon', () => {
		beforeEach(() => (Settings.defaultZone = 'America/New_York'));
		afterEach(() => (Settings.defaultZone = 'system'));

		it('have the minutes that were entered', async () => {
			const entered = { stayFrom: '2026-03-08T02:30', stayTo: '2026-03-08T02:45' };
			expect(await searchPeriods(named(entered), clock)).toEqual([
				{ startAffectPeriodDateTime: '2026-03-08T02:30', endAffectPeriodDateTime: '2026-03-08T02:45' },
			]);
		});
	});

	it.each<[string, object, string, unknown, string, RegExp]>([
		[
			'nothing',
			{},
			'filters',
			undefined,
			'contain no period of the last change',
			/\{modifiedFrom\} and \{modifiedTo\}, or choose another \{period\}/,
		],
		[
			'no end',
			{ modifiedFrom: '2026-01-01' },
			'modifiedTo',
			'',
			'is missing',
			/both \{modifiedFrom\} and \{modi/,
		],
		[
			'no start',
			{ modifiedTo: '2026-01-01' },
			'modifiedFrom',
			'',
			'is missing',
			/both \{modifiedFrom\} and \{modi/,
		],
		[
			'no end of the stay',
			{ stayFrom: '2026-01-01' },
			'stayTo',
			'',
			'is missing',
			/both \{stayFrom\} and \{stayTo\}/,
		],
		[
			'no start of the stay',
			{ stayTo: '2026-01-01' },
			'stayFrom',
			'',
			'is missing',
			/both \{stayFrom\} and \{stayT/,
		],
		[
			'half a period beside a whole one',
			{ modifiedFrom: '2026-01-01', modifiedTo: '2026-01-02', stayTo: '2026-01-01' },
			'stayFrom',
			'',
			'is missing',
			/both/,
		],
		[
			'ends that are changed round',
			{ stayFrom: '2026-01-02', stayTo: '2026-01-01' },
			'stayTo',
			'2026-01-01T23:59',
			'is before 2026-01-02T00:00',
			/not before \{stayFrom\}/,
		],
		[
			'an end that is no time',
			{ modifiedFrom: '2026-01-01', modifiedTo: 'soon' },
			'modifiedTo',
			'soon',
			'is not a',
			/./,
		],
	])('%s is refused', async (_, entered, parameter, value, problem, advice) => {
		const failure = await searchPeriods(named(entered), clock).catch(
			(error: unknown) => error as ParameterError,
		);
		expect(failure).toBeInstanceOf(ParameterError);
		expect(failure).toMatchObject({
			parameter,
			value,
			problem: expect.stringContaining(problem) as string,
			advice: expect.stringMatching(advice) as string,
		});
	});
});
