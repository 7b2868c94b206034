import { DateTime, Settings } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

import { newClient } from '../support/clients';
import { byId } from '../support/pms';
import { ARRIVAL, day, find, getOffers, SEARCH, searchTests } from '../support/search';

const { sandbox, run, failed, sent } = searchTests();
const realNow = Settings.now;

describe.each<[string, INodeParameters]>([
	['Find Lowest Prices', find],
	['Get Offers', getOffers],
])('what %s refuses before any search', (_, operation) => {
	it.each<[string, INodeParameters, RegExp, RegExp]>([
		[
			'an arrival that is no date',
			{ arrivalDate: 'soon' },
			/^Arrival Date 'soon' is not a date/,
			/2026-03-01/,
		],
		['a day that does not exist', { arrivalDate: '2027-02-30' }, /^Arrival Date '2027-02-30' is not/, /./],
		['an arrival that is only a time', { arrivalDate: '14:30' }, /^Arrival Date '14:30' is not a date/, /./],
		['no arrival', { arrivalDate: '' }, /^Arrival Date is not a date/, /./],
		['no departure', { departureDate: '' }, /^Departure Date is not a date/, /./],
		[
			'a date that an expression spoils',
			{ departureDate: '={{ DateTime.fromISO("soon") }}' },
			/^Departure Date '.*' is not a date$/,
			/./,
		],
		[
			'an arrival in the past',
			{ arrivalDate: day(-3) },
			new RegExp(`^Arrival Date '${day(-3)}' is in the past$`),
			/today or a later day/,
		],
		[
			'departure before arrival',
			{ departureDate: day(39) },
			new RegExp(`^Departure Date '${day(39)}' is not after ${ARRIVAL}$`),
			/'Departure Date' after 'Arrival Date'/,
		],
		[
			'no night',
			{ departureDate: ARRIVAL },
			/^Departure Date '.*' is not after/,
			/'Departure Date' after 'Arrival Date'/,
		],
		[
			'101 nights',
			{ departureDate: day(141) },
			/^Departure Date '.*' is 101 nights after .*, more than the 100 the API allows$/,
			/at most 100 nights/,
		],
		[
			'an arrival in more than a year',
			{ arrivalDate: day(368), departureDate: day(369) },
			/^Arrival Date '.*' is more than 365 days ahead$/,
			/earlier day/,
		],
		['no adults', { adults: 0 }, /^Adults '0' is out of range$/, /1 or more/],
		['half an adult', { adults: 1.5 }, /^Adults '1.5' is not a whole number$/, /without decimals/],
		['adults that are no number', { adults: '={{ "two" }}' }, /^Adults 'two' is not a number$/, /./],
		['a child not born yet', { childAges: '-1' }, /^Ages of Children '-1' is not the age/, /commas/],
		['a child of a half age', { childAges: '5.5' }, /^Ages of Children '5.5' is not the age/, /whole years/],
		['a child with a name', { childAges: 'Ada' }, /^Ages of Children 'Ada' is not the age/, /./],
		[
			'a broken list of children',
			{ childAges: '[5, 7' },
			/^Ages of Children '\[5, 7' is not a list$/,
			/commas/,
		],
		['a limit of zero', { limit: 0 }, /^Limit '0' is out of range$/, /1 or more/],
	])('%s', async (_label, parameters, message, description) => {
		const failure = await failed({ ...operation, ...parameters });
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(description);
		expect(failure.context.itemIndex).toBe(0);
		expect(await sent()).toEqual([]);
	});

	it('100 nights are taken', async () => {
		await run({ ...operation, departureDate: day(140) });
		expect(await sent()).toHaveLength(1);
	});
});

describe('today at the hotel', () => {
	/** Half past ten by UTC: after midnight at UTC+14, before midnight at UTC-11 and UTC-12. */
	const now = DateTime.utc().startOf('day').plus({ hours: 10, minutes: 30 });
	const at = (days: number) => now.plus({ days }).toFormat('yyyy-MM-dd');
	const stay = (from: number): INodeParameters => ({ arrivalDate: at(from), departureDate: at(from + 1) });

	beforeAll(async () => {
		Settings.now = () => now.toMillis();
		await sandbox().settings({ clockOffsetMs: now.toMillis() - realNow() });
	});
	afterAll(async () => {
		Settings.now = realNow;
		await sandbox().settings({ clockOffsetMs: 0 });
	});

	const hotels: Array<[string, string, number]> = [
		['Pacific/Kiritimati', '7291', 1],
		['Pacific/Pago_Pago', '5431', -1],
		['Europe/London', '1024', 0],
	];

	describe.each(hotels)('in %s', (_, propertyId, today) => {
		const offers = { ...getOffers, propertyId: byId(propertyId) };

		it.each([
			['today', today],
			['365 days ahead', today + 365],
		])('%s is taken, by the API as well', async (_label, from) => {
			await run({ ...offers, ...stay(from) });
			expect((await sandbox().requests({ path: SEARCH })).map(({ status }) => status)).toEqual([200]);
		});

		it.each([
			['yesterday', today - 1, 'is in the past'],
			['366 days ahead', today + 366, 'is more than 365 days ahead'],
		])('%s is refused', async (_label, from, problem) => {
			const failure = await failed({ ...offers, ...stay(from) });
			expect(failure.message).toBe(`Arrival Date '${at(from)}' ${problem}`);
			expect(await sent()).toEqual([]);
		});
	});

	it.each([
		['the earliest today', -1],
		['365 days ahead of the latest today', 366],
	])('for many hotels, %s is taken', async (_, from) => {
		await run({ ...find, propertyIds: ['7291', '5431'], ...stay(from) });
		expect((await sandbox().requests({ path: SEARCH })).map(({ status }) => status)).toEqual([200]);
	});

	it.each([
		['the day before', -2, 'is in the past'],
		['366 days ahead of the latest today', 367, 'is more than 365 days ahead'],
	])('for many hotels, %s is refused', async (_, from, problem) => {
		expect((await failed({ ...find, ...stay(from) })).message).toBe(`Arrival Date '${at(from)}' ${problem}`);
		expect(await sent()).toEqual([]);
	});

	it('without access to Content the dates are checked as for many hotels', async () => {
		const credential = await newClient(sandbox(), { apiAccesses: ['search'] });
		const offers = { ...getOffers, propertyId: byId('5431') };
		await run({ ...offers, ...stay(-1) }, { credential });
		expect((await sandbox().requests({ path: SEARCH })).map(({ status }) => status)).toEqual([200]);
		const failure = await failed({ ...offers, ...stay(-2) }, { credential });
		expect(failure.message).toBe(`Arrival Date '${at(-2)}' is in the past`);
	});
});
