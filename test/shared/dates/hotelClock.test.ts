import { DateTime, Settings } from 'luxon';

import {
	daysBetween,
	plusDays,
	requireOrder,
	requireStay,
	todayAt,
} from '../../../nodes/shared/dates/dateRules';
import { hasOffset } from '../../../nodes/shared/dates/instants';
import { hotelClock, validZone } from '../../../nodes/shared/dates/hotelClock';
import { propertyClock } from '../../../nodes/shared/api/property/propertyClock';
import { ParameterError } from '../../../nodes/shared/util/parameterError';
import { apiThatAnswers } from '../../support/api';

function recordWith(timeZone: unknown): object {
	return { id: '1024', name: 'Hotel', timeZone, roomTypes: [], ratePlans: [] };
}

async function errorOf(work: Promise<unknown>): Promise<ParameterError> {
	return await work.then(
		(value) => {
			throw new Error(`It should have failed, yet it gave ${JSON.stringify(value)}`);
		},
		(error: unknown) => error as ParameterError,
	);
}

describe('an instant becomes what the hotel clock shows', () => {
	it.each([
		['at midnight', '2027-03-01T00:00:00Z', 'Europe/London', '2027-03-01T00:00'],
		['one second before midnight', '2027-02-28T23:59:59Z', 'Europe/London', '2027-02-28T23:59'],
		['14 hours ahead, on the next day', '2027-03-01T10:00:00Z', 'Pacific/Kiritimati', '2027-03-02T00:00'],
		['14 hours ahead, still that day', '2027-03-01T09:59:59Z', 'Pacific/Kiritimati', '2027-03-01T23:59'],
		['11 hours behind, on the day before', '2027-03-01T10:59:59Z', 'Pacific/Pago_Pago', '2027-02-28T23:59'],
		['11 hours behind, that day', '2027-03-01T11:00:00Z', 'Pacific/Pago_Pago', '2027-03-01T00:00'],
		['with a quarter-hour offset', '2027-03-01T12:00:00Z', 'Asia/Kathmandu', '2027-03-01T17:45'],
		['before the clock goes forward', '2027-03-28T00:59:00Z', 'Europe/London', '2027-03-28T00:59'],
		['after the clock went forward', '2027-03-28T01:00:00Z', 'Europe/London', '2027-03-28T02:00'],
		['in the hour that comes twice', '2027-10-31T00:30:00Z', 'Europe/London', '2027-10-31T01:30'],
		['in the hour that came twice', '2027-10-31T01:30:00Z', 'Europe/London', '2027-10-31T01:30'],
		['in New York before summer', '2027-03-14T06:59:00Z', 'America/New_York', '2027-03-14T01:59'],
		['in New York in summer', '2027-03-14T07:00:00Z', 'America/New_York', '2027-03-14T03:00'],
		['in New York after summer', '2027-11-07T06:00:00Z', 'America/New_York', '2027-11-07T01:00'],
		['from another offset', '2027-03-01T14:30:00.000+05:45', 'Europe/London', '2027-03-01T08:45'],
		['from an offset without minutes', '2027-03-01T14:30-05', 'Asia/Kathmandu', '2027-03-02T01:15'],
		['from a time in whole hours', '2027-03-01T14-05:00', 'Asia/Kathmandu', '2027-03-02T00:45'],
		['from a time without separators', '20270301T143000Z', 'Asia/Kathmandu', '2027-03-01T20:15'],
		['from a time with a blank', '2027-03-01 14:30:00+02:00', 'Asia/Kathmandu', '2027-03-01T18:15'],
		['from a named zone', '2027-03-01 14:30:00 America/New_York', 'Asia/Kathmandu', '2027-03-02T01:15'],
	])('%s', async (_, text, zone, expected) => {
		const clock = hotelClock(async () => await Promise.resolve(zone));
		expect(await clock.minute('arrival', text)).toBe(expected);
		expect(await clock.date('arrival', text)).toBe(expected.slice(0, 10));
	});
});

describe('text without an offset is the time of the hotel already', () => {
	it.each([
		['a minute', '2027-03-01T14:30', '2027-03-01T14:30'],
		['seconds are cut', '2027-03-01T14:30:59.999', '2027-03-01T14:30'],
		['a blank instead of the T', '2027-03-01 14:30:00', '2027-03-01T14:30'],
		['a day only starts at midnight', '2027-03-01', '2027-03-01T00:00'],
		['a day without separators', '20270301', '2027-03-01T00:00'],
		['midnight as 24:00 is the next day', '2027-03-01T24:00', '2027-03-02T00:00'],
		['a minute that London skips', '2027-03-28T01:30', '2027-03-28T01:30'],
		['a minute that New York skips', '2027-03-14T02:30', '2027-03-14T02:30'],
		['a leap day', '2028-02-29T12:00', '2028-02-29T12:00'],
	])('%s', async (_, text, expected) => {
		const zone = jest.fn();
		const clock = hotelClock(zone);
		expect(await clock.minute('arrival', text)).toBe(expected);
		expect(await clock.date('arrival', text)).toBe(expected.slice(0, 10));
		expect(zone).not.toHaveBeenCalled();
	});
});

describe('what is no date', () => {
	it.each([
		'',
		'tomorrow',
		'Invalid DateTime',
		'14:30',
		'14:30Z',
		'2027',
		'2027-03',
		'2027-02-29',
		'2027-13-01',
		'2027-03-01T25:00',
		'2027-03-01T14:61',
		'01.03.2027',
		'01/03/2027',
		'03/01/2027 14:30',
		'2027-03-01T14:30+',
		'2027-03-01 14:30 Nowhere/Town',
		'1789000000',
		'1789000000000',
	])('%j is refused, with the parameter and an example', async (text) => {
		const clock = hotelClock(async () => await Promise.resolve('Europe/London'));
		for (const [read, problem, advice] of [
			[clock.minute, 'is not a date and time', '2026-03-01T14:30'],
			[clock.date, 'is not a date', 'Enter a date like 2026-03-01.'],
		] as const) {
			const error = await errorOf(read('arrival', text));
			expect(error).toBeInstanceOf(ParameterError);
			expect(error).toMatchObject({ parameter: 'arrival', value: text, problem });
			expect(error.advice).toContain(advice);
		}
	});
});

describe('whether a text holds an offset', () => {
	it.each<[string, boolean]>([
		['2027-03-01T14:30:00Z', true],
		['2027-03-01T14:30:00z', true],
		['2027-03-01T14:30:00.000+14:00', true],
		['2027-03-01T14:30:00-1100', true],
		['2027-03-01T14:30:00+00:00', true],
		['2027-03-01T14:30', false],
		['2027-03-01', false],
		['20270301', false],
		['2027-03-01 14:30:00', false],
		['', false],
		['tomorrow', false],
	])('%j: %s', (text, expected) => {
		expect(hasOffset(text)).toBe(expected);
	});
});

describe('the clock of a property', () => {
	const instant = '2027-03-01T10:00:00Z';

	it('takes the zone from the content record, fetched once', async () => {
		const { api, sent } = apiThatAnswers(recordWith({ id: 'Pacific/Kiritimati' }));
		const clock = propertyClock(api, '1024');
		expect(await clock.minute('arrival', instant)).toBe('2027-03-02T00:00');
		expect(await clock.date('departure', instant)).toBe('2027-03-02');
		expect(await propertyClock(api, '1024').minute('arrival', instant)).toBe('2027-03-02T00:00');
		expect(sent).toEqual([
			expect.objectContaining({
				area: 'content',
				method: 'GET',
				path: '/v1/properties/{propertyId}',
				pathParameters: { propertyId: '1024' },
			}),
		]);
	});

	it('fetches it anew for another property and for another client', async () => {
		const { api, sent } = apiThatAnswers(
			recordWith({ id: 'Pacific/Kiritimati' }),
			recordWith({ id: 'Pacific/Pago_Pago' }),
		);
		expect(await propertyClock(api, '1024').minute('arrival', instant)).toBe('2027-03-02T00:00');
		expect(await propertyClock(api, '7291').minute('arrival', instant)).toBe('2027-02-28T23:00');
		const other = apiThatAnswers(recordWith({ id: 'Asia/Kathmandu' }));
		expect(await propertyClock(other.api, '1024').minute('arrival', instant)).toBe('2027-03-01T15:45');
		expect([sent.length, other.sent.length]).toEqual([2, 1]);
	});

	it('fetches nothing for text without an offset', async () => {
		const { api, sent } = apiThatAnswers(recordWith({ id: 'Pacific/Kiritimati' }));
		expect(await propertyClock(api, '1024').minute('arrival', '2027-03-01T14:30')).toBe('2027-03-01T14:30');
		expect(sent).toEqual([]);
	});

	it('fetches nothing when the user chose a zone', async () => {
		const { api, sent } = apiThatAnswers(recordWith({ id: 'Pacific/Kiritimati' }));
		const clock = propertyClock(api, '1024', 'Pacific/Pago_Pago');
		expect(await clock.minute('arrival', instant)).toBe('2027-02-28T23:00');
		expect(sent).toEqual([]);
	});

	it.each(['Mars/Olympus', '', 'Europe/Londn', 'GMT+99'])('the chosen zone %j is refused', async (zone) => {
		const { api } = apiThatAnswers(recordWith({ id: 'Pacific/Kiritimati' }));
		const error = await errorOf(propertyClock(api, '1024', zone).minute('arrival', instant));
		expect(error).toMatchObject({
			parameter: 'timeZone',
			value: zone,
			problem: 'is not a time zone',
			advice: 'Enter an IANA name like Europe/London.',
		});
	});

	it.each<[string, unknown, string | undefined]>([
		['is null', null, undefined],
		['is missing', undefined, undefined],
		['has no name', { id: null }, undefined],
		['is unknown', { id: 'Mars/Olympus' }, 'Mars/Olympus'],
	])('a zone of the property that %s: the way out is named', async (_, timeZone, value) => {
		const { api } = apiThatAnswers(recordWith(timeZone));
		const error = await errorOf(propertyClock(api, '1024').minute('arrival', instant));
		expect(error).toMatchObject({
			parameter: 'timeZone',
			value,
			problem:
				"of the property is unknown, so a time with an offset cannot be converted to the hotel's local time",
			advice:
				"Enter {timeZone} under Options, or enter the time without an offset, in the hotel's local time.",
		});
	});

	it('has words for a content record that is refused or not found', async () => {
		const { api } = apiThatAnswers(recordWith({ id: 'Europe/London' }));
		const send = jest.spyOn(api, 'send');
		await propertyClock(api, '1024').minute('arrival', instant);
		const errors = {
			'403': {
				message:
					"A time with an offset requires the hotel's time zone, and this API connection has no access to Content",
				description:
					"Enter 'Time Zone' under Options, or enter the time without an offset, in the hotel's local time.",
			},
			'404': {
				message: "The property '1024' was not found",
				description: "Check 'Property': choose it from the list, or enter the ID shown in the hotel system.",
			},
		};
		expect(send.mock.calls).toEqual([[expect.anything(), { errors }]]);
	});

	it.each(['Europe/London', 'Pacific/Kiritimati', 'UTC'])('%s is a zone', (zone) => {
		expect(validZone(zone)).toBe(zone);
	});
});

describe('days', () => {
	it.each([
		['over the start of summer', '2027-03-27', '2027-03-29', 2],
		['over the end of summer', '2027-10-30', '2027-11-01', 2],
		['over a leap day', '2028-02-28', '2028-03-01', 2],
		['over the new year', '2027-12-31', '2028-01-01', 1],
		['backwards', '2027-03-02', '2027-03-01', -1],
	])('between two dates %s', (_, from, to, days) => {
		expect(daysBetween(from, to)).toBe(days);
		expect(plusDays(from, days)).toBe(to);
	});

	describe('in a workflow of a zone that lacks one of them, which n8n makes the default of Luxon', () => {
		beforeEach(() => (Settings.defaultZone = 'Pacific/Apia'));
		afterEach(() => (Settings.defaultZone = 'system'));

		it('are those of the calendar', () => {
			expect(daysBetween('2011-12-29', '2011-12-31')).toBe(2);
			expect(plusDays('2011-12-29', 1)).toBe('2011-12-30');
		});
	});
});

describe('the order of two dates', () => {
	const start = { parameter: 'startDate', value: '2027-03-02' };

	it.each(['2027-03-02', '2027-03-03', '2028-01-01'])('%s may be the end', (value) => {
		expect(() => requireOrder(start, { parameter: 'endDate', value })).not.toThrow();
	});

	it('an end before the start is refused', () => {
		expect(() => requireOrder(start, { parameter: 'endDate', value: '2027-03-01' })).toThrow(
			expect.objectContaining({
				parameter: 'endDate',
				value: '2027-03-01',
				problem: 'is before 2027-03-02',
				advice: 'Choose a time in {endDate} that is not before {startDate}.',
			}) as Error,
		);
	});
});

describe('the dates of a stay', () => {
	const today = { earliest: '2027-03-01', latest: '2027-03-02' };
	const arrivalAt = (value: string) => ({ parameter: 'arrival', value });
	const departureAt = (value: string) => ({ parameter: 'departure', value });

	it.each([
		['today, where it is earliest', '2027-03-01', '2027-03-02'],
		['a minute of today', '2027-03-01T00:00', '2027-03-02T00:00'],
		['one night, with times', '2027-03-10T14:00', '2027-03-11T10:00'],
		['100 nights', '2027-03-02', '2027-06-10'],
		['100 nights over the start of summer, with times', '2027-03-02T23:00', '2027-06-10T01:00'],
		['365 days ahead, where it is latest', '2028-03-01', '2028-03-02'],
		['365 days ahead, with times', '2028-03-01T14:00', '2028-03-02T12:00'],
	])('%s are taken', (_, arrival, departure) => {
		expect(() => requireStay(arrivalAt(arrival), departureAt(departure), today)).not.toThrow();
	});

	it.each([
		[
			'no night',
			['2027-03-10', '2027-03-10'],
			'departure',
			'is not after 2027-03-10',
			'Choose a day in {departure} after {arrival}.',
		],
		[
			'no night, with times',
			['2027-03-10T10:00', '2027-03-10T20:00'],
			'departure',
			'is not after 2027-03-10T10:00',
			'Choose a day in {departure} after {arrival}.',
		],
		[
			'departure first',
			['2027-03-10', '2027-03-09'],
			'departure',
			'is not after 2027-03-10',
			'Choose a day in {departure} after {arrival}.',
		],
		[
			'101 nights',
			['2027-03-02', '2027-06-11'],
			'departure',
			'is 101 nights after 2027-03-02, more than the 100 the API allows',
			'Choose a day in {departure} at most 100 nights after {arrival}.',
		],
		[
			'yesterday, everywhere',
			['2027-02-28', '2027-03-02'],
			'arrival',
			'is in the past',
			'Choose today or a later day.',
		],
		[
			'366 days ahead, everywhere',
			['2028-03-02', '2028-03-03'],
			'arrival',
			'is more than 365 days ahead',
			'Prices are available up to one year ahead. Choose an earlier day.',
		],
	])('%s are refused', (_, [arrival = '', departure = ''], parameter, problem, advice) => {
		expect(() => requireStay(arrivalAt(arrival), departureAt(departure), today)).toThrow(
			expect.objectContaining({
				parameter,
				value: parameter === 'arrival' ? arrival : departure,
				problem,
				advice,
			}) as Error,
		);
	});

	it.each<[string, string | undefined, string, string]>([
		['2027-03-01T10:30:00Z', 'Pacific/Kiritimati', '2027-03-02', '2027-03-02'],
		['2027-03-01T10:30:00Z', 'Pacific/Pago_Pago', '2027-02-28', '2027-02-28'],
		['2027-03-01T10:30:00Z', 'Europe/London', '2027-03-01', '2027-03-01'],
		['2027-03-01T10:30:00Z', undefined, '2027-02-28', '2027-03-02'],
		['2027-03-01T12:00:00Z', undefined, '2027-03-01', '2027-03-02'],
		['2027-03-01T09:59:59Z', undefined, '2027-02-28', '2027-03-01'],
	])('at %s in zone %s, today is %s to %s', (now, zone, earliest, latest) => {
		expect(todayAt(DateTime.fromISO(now, { zone: 'utc' }), zone)).toEqual({ earliest, latest });
	});
});
