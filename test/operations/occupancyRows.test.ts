import fc from '../support/fastCheck';
import type { IDataObject } from 'n8n-workflow';

import type { PropertyDay } from '../../nodes/PartnerHotelPms/resources/occupancy/dailyOccupancy';
import { NO_DATA } from '../../nodes/PartnerHotelPms/resources/occupancy/kpis';
import {
	reportRows,
	type PropertyReport,
	type ReportSettings,
} from '../../nodes/PartnerHotelPms/resources/occupancy/report';
import type { GroupBy } from '../../nodes/PartnerHotelPms/resources/occupancy/periods';
import { plusDays } from '../../nodes/shared/dates/dateRules';

const SETTINGS: ReportSettings = {
	groupBy: 'day',
	isCombined: false,
	definitions: { closedAreAvailable: false, complimentaryAreOccupied: false },
};

/** So many rooms sold on each day, of 10, at 100 each. */
function days(start: string, sold: Array<number | null>, about: Partial<PropertyDay> = {}): PropertyDay[] {
	return sold.map((rooms, index) => ({
		propertyId: '1024',
		date: plusDays(start, index),
		currencyCode: 'EUR',
		messages: {},
		...about,
		figures:
			rooms === null
				? NO_DATA
				: { ...NO_DATA, rooms: 10, closed: 0, sold: rooms, complimentary: 0, roomRevenue: rooms * 100 },
	}));
}

function property(id: string, own: PropertyDay[], more: Partial<PropertyReport> = {}): PropertyReport {
	return { propertyId: id, propertyName: `Hotel ${id}`, days: own, ...more };
}

function pick(rows: IDataObject[], ...fields: string[]): unknown[][] {
	return rows.map((row) => fields.map((field) => row[field]));
}

describe('the rows', () => {
	const march = property('1024', days('2027-03-30', [1, null, 3]));

	it('are one per day, with names, dates and currency', () => {
		const rows = reportRows([march], SETTINGS);
		expect(rows[0]).toMatchObject({
			propertyId: '1024',
			propertyName: 'Hotel 1024',
			period: '2027-03-30',
			startDate: '2027-03-30',
			endDate: '2027-03-30',
			currencyCode: 'EUR',
			roomsSold: 1,
			occupancy: 0.1,
			missingDays: 0,
		});
		expect(rows[0]).not.toHaveProperty('comparison');
		expect(rows[0]).not.toHaveProperty('pickUp');
		expect(rows[1]).toMatchObject({ period: '2027-03-31', roomsSold: null, adr: null, missingDays: 1 });
	});

	it.each<[GroupBy, unknown[][]]>([
		[
			'month',
			[
				['2027-03', '2027-03-30', '2027-03-31', 1, 1],
				['2027-04', '2027-04-01', '2027-04-01', 3, 0],
			],
		],
		['week', [['2027-W13', '2027-03-30', '2027-04-01', 4, 1]]],
		['total', [['total', '2027-03-30', '2027-04-01', 4, 1]]],
	])('by %s, have the days of the range', (groupBy, expected) => {
		const rows = reportRows([march], { ...SETTINGS, groupBy });
		expect(pick(rows, 'period', 'startDate', 'endDate', 'roomsSold', 'missingDays')).toEqual(expected);
	});

	it('are apart for each property, in their order', () => {
		const other = property('7', days('2027-03-30', [5, 5, 5], { propertyId: '7' }), { propertyName: null });
		const rows = reportRows([march, other], { ...SETTINGS, groupBy: 'total' });
		expect(pick(rows, 'propertyId', 'propertyName', 'roomsSold')).toEqual([
			['1024', 'Hotel 1024', 4],
			['7', null, 15],
		]);
	});

	it('of all properties together add them up, but not their currencies', () => {
		const second = property('7', days('2027-03-30', [5, 5, 5]));
		const dollars = property('8', days('2027-03-30', [2, 2, 2], { currencyCode: 'USD' }));
		const rows = reportRows([march, second, dollars], { ...SETTINGS, groupBy: 'total', isCombined: true });
		expect(pick(rows, 'properties', 'currencyCode', 'rooms', 'roomsSold', 'roomRevenue')).toEqual([
			[2, 'EUR', 50, 19, 1_900],
			[1, 'USD', 30, 6, 600],
		]);
		expect(rows[0]).not.toHaveProperty('propertyId');
		expect(rows[0]).not.toHaveProperty('propertyName');
	});

	it('of all properties together keep those of an unknown currency apart, with their names', () => {
		const [one, two] = ['7', '8'].map((id) =>
			property(id, days('2027-03-30', [1, 1], { currencyCode: null })),
		) as [PropertyReport, PropertyReport];
		const rows = reportRows([one, march, two], { ...SETTINGS, groupBy: 'total', isCombined: true });
		expect(pick(rows, 'propertyName', 'properties', 'currencyCode', 'roomsSold')).toEqual([
			['Hotel 7', 1, null, 2],
			[undefined, 1, 'EUR', 4],
			['Hotel 8', 1, null, 2],
		]);
	});

	it('of a property that changed its currency are apart', () => {
		const changed = property('1024', [
			...days('2026-12-30', [1, 1], { currencyCode: 'HRK' }),
			...days('2027-01-01', [2, 2]),
		]);
		const rows = reportRows([changed], { ...SETTINGS, groupBy: 'total' });
		expect(pick(rows, 'currencyCode', 'startDate', 'endDate', 'roomRevenue')).toEqual([
			['HRK', '2026-12-30', '2026-12-31', 200],
			['EUR', '2027-01-01', '2027-01-02', 400],
		]);
	});

	it('keep the warnings of the API, each once', () => {
		const warning = { message: 'Figures of today change' };
		const warned = days('2027-03-30', [1, 2], { messages: { _warnings: [warning] } });
		const earlier = days('2026-03-31', [1, 2], { messages: { _errors: [{ code: '7' }] } });
		const report = property('1024', warned, { comparison: { with: 'sameWeekdays', days: earlier } });
		const [row] = reportRows([report], { ...SETTINGS, groupBy: 'total' });
		expect(row).toMatchObject({ _warnings: [warning], _errors: [{ code: '7' }] });
	});
});

describe('the comparison', () => {
	const sold = (rows: IDataObject[]) =>
		rows.map(({ comparison }) => {
			const { startDate, endDate, missingDays, roomsSold } = comparison as IDataObject;
			return [startDate, endDate, missingDays, roomsSold];
		});

	it('is between each period and its own earlier one', () => {
		const earlier = days('2026-03-31', [2, 0, null]);
		const report = property('1024', days('2027-03-30', [1, 2, 3]), {
			comparison: { with: 'sameWeekdays', days: earlier },
		});
		expect(sold(reportRows([report], SETTINGS))).toEqual([
			['2026-03-31', '2026-03-31', 0, { value: 2, difference: -1, percent: -50 }],
			['2026-04-01', '2026-04-01', 0, { value: 0, difference: 2, percent: null }],
			['2026-04-02', '2026-04-02', 1, { value: null, difference: null, percent: null }],
		]);
		expect(sold(reportRows([report], { ...SETTINGS, groupBy: 'month' }))).toEqual([
			['2026-03-31', '2026-04-01', 0, { value: 2, difference: 1, percent: 50 }],
			['2026-04-02', '2026-04-02', 1, { value: null, difference: null, percent: null }],
		]);
	});

	it('of 29 February alone has nothing to compare with', () => {
		const report = property('1024', days('2028-02-28', [1, 2, 3]), {
			comparison: { with: 'sameDates', days: days('2027-02-28', [7, 9]) },
		});
		expect(sold(reportRows([report], SETTINGS))).toEqual([
			['2027-02-28', '2027-02-28', 0, { value: 7, difference: -6, percent: -85.71 }],
			[null, null, 0, { value: null, difference: null, percent: null }],
			['2027-03-01', '2027-03-01', 0, { value: 9, difference: -6, percent: -66.67 }],
		]);
		expect(sold(reportRows([report], { ...SETTINGS, groupBy: 'total' }))).toEqual([
			['2027-02-28', '2027-03-01', 0, { value: 16, difference: -10, percent: -62.5 }],
		]);
	});

	it('shows amounts in another currency, and adds up none of several', () => {
		const kuna = days('2026-03-31', [4], { currencyCode: 'HRK' });
		const compared = (earlier: PropertyDay[]) => {
			const report = property('1024', days('2027-03-30', [1, 2]), {
				comparison: { with: 'sameWeekdays', days: earlier },
			});
			return reportRows([report], { ...SETTINGS, groupBy: 'total' })[0]?.comparison;
		};
		expect(compared(kuna)).toMatchObject({
			currencyCode: 'HRK',
			roomRevenue: { value: 400, difference: null, percent: null },
			roomsSold: { value: 4, difference: -1, percent: -25 },
		});
		expect(compared([...kuna, ...days('2026-04-01', [1])])).toMatchObject({
			currencyCode: null,
			roomRevenue: { value: null, difference: null, percent: null },
			totalRevenue: { value: null, difference: null, percent: null },
			mealRevenue: { value: null, difference: null, percent: null },
			adr: { value: null, difference: null, percent: null },
			roomsSold: { value: 5, difference: -2, percent: -40 },
		});
	});

	it('takes each property of a combined row by itself', () => {
		const one = property('1', days('2027-03-01', [1]), {
			comparison: { with: { daysBefore: 1 }, days: days('2027-02-28', [3]) },
		});
		const two = property('2', days('2027-03-01', [1]), {
			comparison: { with: { daysBefore: 2 }, days: days('2027-02-27', [4, 100]) },
		});
		const rows = reportRows([one, two], { ...SETTINGS, isCombined: true, groupBy: 'total' });
		expect(sold(rows)).toEqual([
			['2027-02-27', '2027-02-28', 0, { value: 7, difference: -5, percent: -71.43 }],
		]);
	});
});

it('adds up the pick-up of a period', () => {
	const books = new Map([
		['2027-03-30', { then: { sold: 1, roomRevenue: 90 }, now: { sold: 2, roomRevenue: 200 } }],
		['2027-03-31', { then: { sold: 1, roomRevenue: 110 }, now: { sold: 2, roomRevenue: 220 } }],
	]);
	const report = property('1024', days('2027-03-30', [2, 2]), { pickUp: { since: '2027-01-01', books } });
	const [daily] = reportRows([report], SETTINGS);
	expect(daily?.pickUp).toMatchObject({ since: '2027-01-01', roomsSold: { then: 1, now: 2, pickUp: 1 } });
	const [total] = reportRows([report], { ...SETTINGS, groupBy: 'total' });
	expect(total?.pickUp).toEqual({
		since: '2027-01-01',
		roomsSold: { then: 2, now: 4, pickUp: 2 },
		roomRevenue: { then: 200, now: 420, pickUp: 220 },
		adr: { then: 100, now: 105, pickUp: 5 },
	});
});

describe('in whatever grouping', () => {
	const counts = fc.array(fc.option(fc.integer({ min: 0, max: 10 }), { nil: null }), {
		minLength: 1,
		maxLength: 120,
	});
	const groupings = fc.constantFrom<GroupBy>('day', 'week', 'month', 'total');
	const starts = fc.integer({ min: 0, max: 1_000 }).map((more) => plusDays('2027-01-01', more));

	it('the rows hold every day once, and their sums are the same', () => {
		fc.assert(
			fc.property(starts, counts, groupings, (start, sold, groupBy) => {
				const own = days(start, sold);
				const rows = reportRows([property('1024', own)], { ...SETTINGS, groupBy });
				const sum = (field: string) => rows.reduce((total, row) => total + Number(row[field] ?? 0), 0);
				const known = sold.filter((count) => count !== null);
				const total = known.reduce((a, b) => a + b, 0);
				expect(sum('roomsSold')).toBe(total);
				expect(sum('roomRevenue')).toBe(total * 100);
				expect(sum('roomsAvailable')).toBe(known.length * 10);
				expect(sum('missingDays')).toBe(sold.length - known.length);
				// The occupancy of all is that of the rows, weighted by their rooms available.
				const weighted = rows.reduce(
					(all, { occupancy, roomsAvailable }) => all + Number(occupancy ?? 0) * Number(roomsAvailable ?? 0),
					0,
				);
				expect(Math.abs(weighted - total)).toBeLessThanOrEqual(0.00005 * known.length * 10 + 1e-9);
				expect(rows[0]?.startDate).toBe(start);
				expect(rows.at(-1)?.endDate).toBe(plusDays(start, sold.length - 1));
			}),
		);
	});

	it('a comparison of a range with itself is zero', () => {
		fc.assert(
			fc.property(starts, counts, groupings, (start, sold, groupBy) => {
				const own = days(start, sold);
				const same = property('1024', own, { comparison: { with: { daysBefore: 0 }, days: own } });
				for (const { comparison, roomsSold } of reportRows([same], { ...SETTINGS, groupBy })) {
					const { difference, value } = (comparison as { roomsSold: IDataObject }).roomsSold;
					expect(value).toBe(roomsSold);
					expect(difference).toBe(roomsSold === null ? null : 0);
				}
			}),
		);
	});
});
