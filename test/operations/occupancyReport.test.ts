import { Settings } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { plusDays } from '../../nodes/shared/dates/dateRules';
import { signIn, type Partner } from '../../packages/sandbox/test/partner';
import { allowManyTokens, newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness } from '../support/n8n';
import { byId, pmsNode, records } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

const REPORT = { resource: 'occupancy', operation: 'getReport', period: 'custom', output: 'all' };
const ANCHOR = '2027-03-15T00:00:00Z';
const [LONDON, KIRITIMATI] = ['1024', '7291'];

interface Day {
	date: string;
	closedRoomCount: number;
	occupancyRoomCount: number;
	complimentaryOccupancyRoomCount: number;
	roomRevenue: number;
	revenue: number;
	mealRevenue: number;
	arrivalCount: number;
	guestCount: number;
}

interface Answer {
	currencyCode: string;
	propertyRoomCount: number;
	dailyOccupancies: Day[];
}

/** The raw answers of the API, asked for day by day of the calendar month: not as the node splits a range. */
async function rawDays(
	partner: Partner,
	propertyId: string,
	first: string,
	last: string,
	query: { otbDate?: string } = {},
): Promise<Array<Day & { rooms: number; currencyCode: string }>> {
	const found: Array<Day & { rooms: number; currencyCode: string }> = [];
	for (let start = first; start <= last; start = plusDays(start, 10)) {
		const end = [plusDays(start, 9), last].sort()[0] as string;
		const { body } = await partner.get<Answer>(`pms-analytics/v1/properties/${propertyId}/daily-occupancy`, {
			startStayDate: start,
			endStayDate: end,
			...query,
		});
		const { currencyCode, propertyRoomCount: rooms } = body;
		found.push(...body.dailyOccupancies.map((day) => ({ ...day, rooms, currencyCode })));
	}
	return found;
}

/** The definitions of docs/occupancy.md once more, in cents and plain loops. */
function expectedKpis(days: Array<Day & { rooms: number }>): Record<string, number | null> {
	const total = { rooms: 0, closed: 0, sold: 0, free: 0, room: 0, all: 0, meals: 0, arrivals: 0, guests: 0 };
	for (const day of days) {
		total.rooms += day.rooms;
		total.closed += day.closedRoomCount;
		total.sold += day.occupancyRoomCount;
		total.free += day.complimentaryOccupancyRoomCount;
		total.room += Math.round(day.roomRevenue * 100);
		total.all += Math.round(day.revenue * 100);
		total.meals += Math.round(day.mealRevenue * 100);
		total.arrivals += day.arrivalCount;
		total.guests += day.guestCount;
	}
	const available = total.rooms - total.closed;
	const per = (amount: number, count: number, digits: number) =>
		count === 0 ? null : Number((amount / count).toFixed(digits));
	return {
		rooms: total.rooms,
		roomsClosed: total.closed,
		roomsAvailable: available,
		roomsSold: total.sold,
		roomsComplimentary: total.free,
		occupancy: per(total.sold, available, 4),
		adr: per(total.room / 100, total.sold, 2),
		revPar: per(total.room / 100, available, 2),
		tRevPar: per(total.all / 100, available, 2),
		roomRevenue: total.room / 100,
		totalRevenue: total.all / 100,
		mealRevenue: total.meals / 100,
		arrivals: total.arrivals,
		guests: total.guests,
		guestsPerRoom: per(total.guests, total.sold + total.free, 2),
	};
}

const NOON = Date.parse('2027-03-15T12:00:00Z');

/** Where today matters. */
async function atNoon<T>(work: () => Promise<T>): Promise<T> {
	const realNow = Settings.now;
	Settings.now = () => NOON;
	return await work().finally(() => {
		Settings.now = realNow;
	});
}

/** Monday of the week, by the calendar alone. */
function monday(date: string): string {
	return plusDays(date, -((new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7));
}

const KEYS: Record<string, (date: string) => string> = {
	day: (date) => date,
	week: monday,
	month: (date) => date.slice(0, 7),
	total: () => '',
};

function closeTo(actual: unknown, expected: number | null): void {
	if (expected === null) expect(actual).toBeNull();
	// A quotient just between two cents may round either way.
	else expect(Math.abs(Number(actual) - expected)).toBeLessThan(0.0101);
}

describe.each([5, 17, 29])('the report of world %i, recomputed from the raw answers', (seed) => {
	let sandbox: Sandbox;
	let partner: Partner;

	beforeAll(async () => {
		sandbox = await startSandbox({ seed, properties: 2, bookings: 500, limits: 'off', anchor: ANCHOR });
		partner = await signIn(sandbox);
	});
	afterAll(async () => await sandbox.stop());

	it.each([
		["a month's end", '2027-02-20', '2027-03-10'],
		['more than 31 days, over the end of summer time', '2026-10-05', '2026-11-20'],
		['more than a year, over the beginning of summer time', '2026-02-10', '2027-04-02'],
	])('over %s', async (_, first, last) => {
		const raw = await rawDays(partner, LONDON, first, last);
		expect(raw.some(({ occupancyRoomCount }) => occupancyRoomCount > 0)).toBe(true);
		for (const groupBy of ['day', 'week', 'month', 'total']) {
			const rows = await records(
				await pmsNode(sandbox, { ...REPORT, startStayDate: first, endStayDate: last, groupBy }),
			);
			const groups = new Map<string, typeof raw>();
			for (const day of raw) {
				const key = KEYS[groupBy]?.(day.date) ?? '';
				groups.set(key, [...(groups.get(key) ?? []), day]);
			}
			expect(rows).toHaveLength(groups.size);
			[...groups.values()].forEach((days, index) => {
				const row = rows[index] as IDataObject;
				expect(row).toMatchObject({
					propertyId: LONDON,
					startDate: days[0]?.date,
					endDate: days.at(-1)?.date,
					currencyCode: days[0]?.currencyCode,
					missingDays: 0,
				});
				expect(row.propertyName).toEqual(expect.any(String));
				for (const [kpi, value] of Object.entries(expectedKpis(days))) closeTo(row[kpi], value);
			});
		}
	});

	it.each([
		['sameWeekdays', '2027-02-20', '2027-03-25', '2026-02-21', '2026-03-26'],
		['sameDates', '2027-02-20', '2027-03-25', '2026-02-20', '2026-03-25'],
	])('compared with the %s a year before', async (compareWith, first, last, earlierFirst, earlierLast) => {
		const now = expectedKpis(await rawDays(partner, LONDON, first, last));
		const then = expectedKpis(await rawDays(partner, LONDON, earlierFirst, earlierLast));
		const entered = { startStayDate: first, endStayDate: last, groupBy: 'total', compareWith };
		const [row] = await records(await pmsNode(sandbox, { ...REPORT, ...entered }));
		const comparison = row?.comparison as Record<string, IDataObject>;
		expect(comparison).toMatchObject({ startDate: earlierFirst, endDate: earlierLast, missingDays: 0 });
		for (const [kpi, value] of Object.entries(then)) {
			const change = comparison[kpi];
			closeTo(change?.value, value);
			const current = now[kpi] ?? null;
			closeTo(change?.difference, current === null || value === null ? null : current - value);
			if (value) {
				const percent = (100 * (Number(row?.[kpi]) - Number(change?.value))) / Number(change?.value);
				expect(Math.abs(Number(change?.percent) - percent)).toBeLessThan(0.0051);
			} else expect(change?.percent).toBeNull();
		}
	});

	it.each([
		['closedAreAvailable', (row: IDataObject) => Number(row.roomsSold) / Number(row.rooms)],
		[
			'complimentaryAreOccupied',
			(row: IDataObject) =>
				(Number(row.roomsSold) + Number(row.roomsComplimentary)) /
				(Number(row.rooms) - Number(row.roomsClosed)),
		],
	])('with %s', async (option, occupancy) => {
		const entered = { startStayDate: '2026-06-01', endStayDate: '2027-03-10', groupBy: 'total' };
		const [row] = await records(
			await pmsNode(sandbox, { ...REPORT, ...entered, options: { [option]: true } }),
		);
		expect(row?.roomsClosed).not.toBe(0);
		expect(row?.roomsComplimentary).not.toBe(0);
		expect(row?.occupancy).toBeCloseTo(occupancy(row as IDataObject), 4);
	});
});

describe('the report', () => {
	let sandbox: Sandbox;
	let partner: Partner;

	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 31, properties: 4, bookings: 200, anchor: ANCHOR });
		await allowManyTokens(sandbox);
		await sandbox.settings({ clockOffsetMs: NOON - Date.now() });
		partner = await signIn(sandbox);
	});
	afterAll(async () => await sandbox.stop());
	beforeEach(async () => {
		await sandbox.clearFaults();
		await sandbox.resetReport();
		await sandbox.settings({ otbOnOrBefore: false });
	});

	const MARCH = { startStayDate: '2027-03-01', endStayDate: '2027-03-10' };
	const report = async (entered: INodeParameters) =>
		await records(await pmsNode(sandbox, { ...REPORT, ...MARCH, ...entered }));
	const occupancyRequests = async () =>
		(await sandbox.requests({ path: '/daily-occupancy' })).map(({ query }) => query as IDataObject);

	it('splits a range into requests of at most 31 days', async () => {
		await report({ endStayDate: '2027-04-30', groupBy: 'total' });
		const sent = await occupancyRequests();
		expect(sent.map(({ startStayDate, endStayDate }) => [startStayDate, endStayDate]).sort()).toEqual([
			['2027-03-01', '2027-03-31'],
			['2027-04-01', '2027-04-30'],
		]);
	});

	it('is of all properties, each with its own name and currency', async () => {
		const rows = await report({ propertySelection: 'all', groupBy: 'total' });
		expect(rows.map(({ propertyId }) => propertyId)).toEqual(sandbox.properties.map(({ id }) => id));
		expect(rows.map(({ propertyName }) => propertyName)).toEqual(sandbox.properties.map(({ name }) => name));
		for (const { id } of sandbox.properties) {
			const raw = await rawDays(partner, id, MARCH.startStayDate, MARCH.endStayDate);
			expect(rows.find(({ propertyId }) => propertyId === id)).toMatchObject({
				currencyCode: raw[0]?.currencyCode,
				roomsSold: expectedKpis(raw).roomsSold,
			});
		}
	});

	it('is of several properties, each once', async () => {
		const entered = { propertySelection: 'several', propertyIds: [KIRITIMATI, LONDON, KIRITIMATI] };
		const rows = await report({ ...entered, groupBy: 'total' });
		expect(rows.map(({ propertyId }) => propertyId)).toEqual([KIRITIMATI, LONDON]);
	});

	it('adds up properties of the same currency only', async () => {
		const apart = await report({ propertySelection: 'all', groupBy: 'total' });
		const together = await report({
			propertySelection: 'all',
			groupBy: 'total',
			options: { isCombined: true },
		});
		const currencies = [...new Set(apart.map(({ currencyCode }) => currencyCode))];
		expect(currencies.length).toBeGreaterThan(1);
		expect(together.map(({ currencyCode }) => currencyCode)).toEqual(currencies);
		for (const row of together) {
			const own = apart.filter(({ currencyCode }) => currencyCode === row.currencyCode);
			expect(row.properties).toBe(own.length);
			for (const kpi of ['rooms', 'roomsSold', 'totalRevenue', 'guests']) {
				expect(row[kpi]).toBeCloseTo(
					own.reduce((sum, one) => sum + Number(one[kpi]), 0),
					2,
				);
			}
		}
	});

	it('gets along without access to Content: only the names are missing', async () => {
		const credential = await newClient(sandbox, { apiAccesses: ['pms_analytics'] });
		const rows = await records(await pmsNode(sandbox, { ...REPORT, ...MARCH }, { credential }));
		expect(rows).toHaveLength(10);
		expect(rows[0]).toMatchObject({ propertyId: LONDON, propertyName: null });
	});

	it('leaves a day empty that the API leaves out', async () => {
		const body = {
			warnings: [],
			errors: [],
			currencyCode: 'EUR',
			propertyRoomCount: 5,
			dailyOccupancies: [
				{
					date: '2027-03-02',
					closedRoomCount: 1,
					occupancyRoomCount: 0,
					complimentaryOccupancyRoomCount: 0,
					roomRevenue: 0,
					revenue: 12.5,
					mealRevenue: null,
					arrivalCount: 0,
					guestCount: 0,
				},
			],
		};
		await sandbox.fault({ kind: 'body', body, match: { path: '/daily-occupancy' } });
		const rows = await report({ endStayDate: '2027-03-02' });
		expect(rows).toEqual([
			expect.objectContaining({ period: '2027-03-01', rooms: null, roomsSold: null, missingDays: 1 }),
			expect.objectContaining({
				period: '2027-03-02',
				roomsAvailable: 4,
				roomsSold: 0,
				occupancy: 0,
				adr: null,
				revPar: 0,
				tRevPar: 3.13,
				mealRevenue: null,
				missingDays: 0,
			}),
		]);
	});

	it('takes dates with an offset on the calendar of each hotel', async () => {
		// 20:00 in London on the 9th is 10:00 on the 10th at UTC+14.
		const evening = '2027-03-09T20:00:00Z';
		const entered = { propertySelection: 'several', propertyIds: [LONDON, KIRITIMATI] };
		const rows = await report({ ...entered, startStayDate: evening, endStayDate: evening });
		expect(rows.map(({ propertyId, period }) => [propertyId, period])).toEqual([
			[LONDON, '2027-03-09'],
			[KIRITIMATI, '2027-03-10'],
		]);
	});

	it('tells in the log how far it has come, when it takes long', async () => {
		const lines: string[] = [];
		const type = new PartnerHotelPms();
		const { execute } = type;
		type.execute = async function () {
			const logger = { info: (text: string) => lines.push(text) };
			Object.defineProperty(this, 'logger', { configurable: true, value: logger });
			return await execute.call(this);
		};
		await sandbox.settings({ limits: 'off' });
		const run = async (endStayDate: string) => {
			const parameters = { ...REPORT, ...MARCH, propertyId: byId(LONDON), endStayDate, groupBy: 'total' };
			await harness(type, { parameters, credential: await newClient(sandbox) }).execute();
		};
		await run('2029-03-01');
		expect(lines).toEqual([]);
		await run(plusDays(MARCH.startStayDate, 31 * 101 - 1));
		expect(lines).toEqual([
			'Occupancy report: 50 of 101 responses received',
			'Occupancy report: 100 of 101 responses received',
		]);
		await sandbox.settings({ limits: 'default' });
		await allowManyTokens(sandbox);
	});

	describe('with the pick-up', () => {
		const STAY = { startStayDate: '2027-05-01', endStayDate: '2027-05-03' };
		const SINCE = '2027-03-11';
		/** Nights from 1 May on, by the day on which they are booked. */
		const BOOKED: Array<[string, number]> = [
			['2027-03-10T12:00:00Z', 2],
			['2027-03-11T12:00:00Z', 3],
			['2027-03-12T12:00:00Z', 1],
			['2027-03-14T12:00:00Z', 2],
			['2027-03-15T11:00:00Z', 3],
		];

		beforeAll(async () => {
			for (const [createdDateTime, nights] of BOOKED) {
				const wishes = { arrivalDate: '2027-05-01', roomStays: 1, complimentary: false };
				await sandbox.createBooking(LONDON, { ...wishes, nights, createdDateTime });
			}
		});

		async function expectedBooks(): Promise<Array<{ then: Day; now: Day }>> {
			await sandbox.settings({ otbOnOrBefore: true });
			const then = await rawDays(partner, LONDON, STAY.startStayDate, STAY.endStayDate, { otbDate: SINCE });
			const now = await rawDays(partner, LONDON, STAY.startStayDate, STAY.endStayDate);
			return now.map((day, index) => ({ now: day, then: then[index] as Day }));
		}

		const adr = ({ roomRevenue, occupancyRoomCount }: Day) =>
			occupancyRoomCount === 0 ? null : Number((roomRevenue / occupancyRoomCount).toFixed(2));

		it.each([
			['thatDay', false, ['2027-03-12', '2027-03-13', '2027-03-14', '2027-03-15']],
			['untilThatDay', true, ['2027-03-11']],
		])('where a booked-on date means %s', async (bookedOnReading, otbOnOrBefore, dates) => {
			const books = await expectedBooks();
			await sandbox.settings({ otbOnOrBefore });
			await sandbox.resetReport();
			const options = { pickUpSince: SINCE, bookedOnReading };
			const rows = await atNoon(async () => await report({ ...STAY, options }));
			const asked = (await occupancyRequests()).flatMap(({ otbDate }) => otbDate ?? []);
			expect(asked.sort()).toEqual(dates);

			rows.forEach(({ pickUp }, index) => {
				const { now, then } = books[index] as (typeof books)[number];
				const { since, roomsSold, roomRevenue, adr: rate } = pickUp as Record<string, IDataObject>;
				expect(since).toBe(SINCE);
				expect(roomsSold).toEqual({
					then: then.occupancyRoomCount,
					now: now.occupancyRoomCount,
					pickUp: now.occupancyRoomCount - then.occupancyRoomCount,
				});
				closeTo(roomRevenue?.pickUp, now.roomRevenue - then.roomRevenue);
				closeTo(rate?.then, adr(then));
				closeTo(rate?.now, adr(now));
			});
			expect(rows.map(({ pickUp }) => (pickUp as IDataObject).roomsSold)).toEqual([
				expect.objectContaining({ pickUp: 3 }),
				expect.objectContaining({ pickUp: 2 }),
				expect.objectContaining({ pickUp: 1 }),
			]);
		});

		it('says so when the API cannot read the date as chosen', async () => {
			await sandbox.settings({ otbOnOrBefore: true });
			const node = await pmsNode(sandbox, { ...REPORT, ...STAY, options: { pickUpSince: SINCE } });
			await atNoon(async () => await node.execute());
			expect(node.hints.map(({ message }) => message)).toEqual([
				expect.stringContaining("Set 'Booked-On Date Means' to 'Bookings Made Until That Day'"),
			]);
		});

		it('from a day to come is refused', async () => {
			const { message, description } = await failureOf(
				atNoon(async () => await report({ ...STAY, options: { pickUpSince: '2027-03-16' } })),
			);
			expect(message).toContain("'2027-03-16' is in the future");
			expect(message + description).toContain('Pick-Up Since');
		});
	});

	it.each<[string, INodeParameters, string, string]>([
		['an end before the start', { endStayDate: '2027-02-28' }, 'End Date', 'is before 2027-03-01'],
		[
			'an earlier range that is longer',
			{ compareWith: 'range', comparisonStartDate: '2027-02-01', comparisonEndDate: '2027-02-20' },
			'Comparison End Date',
			'makes a range of 20 days, to compare with 10 days',
		],
		[
			'an earlier range that is later',
			{ compareWith: 'range', comparisonStartDate: '2027-03-11', comparisonEndDate: '2027-03-20' },
			'Comparison Start Date',
			'is not before 2027-03-01',
		],
		[
			'an earlier range that ends before it starts',
			{ compareWith: 'range', comparisonStartDate: '2027-02-11', comparisonEndDate: '2027-02-10' },
			'Comparison End Date',
			'is before 2027-02-11',
		],
		[
			'an earlier range without its end',
			{ compareWith: 'range', comparisonStartDate: '2027-02-11', comparisonEndDate: '' },
			'Comparison End Date',
			'is not a date',
		],
		[
			'no property of several',
			{ propertySelection: 'several', propertyIds: [] },
			'Property Names or IDs',
			'is empty',
		],
		['a property that does not exist', { propertyId: byId('99') }, 'Property', "'99' was not found"],
	])('refuses %s', async (_, entered, parameter, problem) => {
		const { message, description } = await failureOf(report(entered));
		expect(message).toContain(problem);
		expect(`${message} ${description}`).toContain(parameter);
	});

	it('compares with an earlier range that was entered', async () => {
		const rows = await report({
			compareWith: 'range',
			comparisonStartDate: '2027-02-01',
			comparisonEndDate: '2027-02-10',
		});
		const february = await rawDays(partner, LONDON, '2027-02-01', '2027-02-10');
		expect(rows.map(({ comparison }) => (comparison as { roomsSold: IDataObject }).roomsSold.value)).toEqual(
			february.map(({ occupancyRoomCount }) => occupancyRoomCount),
		);
	});

	it('offers the hotels by name', async () => {
		const node = await pmsNode(sandbox, REPORT);
		const offered = await node.loadOptions('getProperties');
		expect(offered.map(({ value }) => value).sort()).toEqual(sandbox.properties.map(({ id }) => id).sort());
	});
});
