import fc from '../support/fastCheck';

import {
	kpiChanges,
	kpisOf,
	NO_DATA,
	type DayFigures,
	type Definitions,
	type Kpi,
} from '../../nodes/PartnerHotelPms/resources/occupancy/kpis';

const USUAL: Definitions = { closedAreAvailable: false, complimentaryAreOccupied: false };
const NO_KPIS = kpisOf([], 'EUR', USUAL);

const day = (figures: Partial<DayFigures>): DayFigures => ({ ...NO_DATA, ...figures });

/** Two days of a hotel with 50 rooms, worked out by hand in docs/occupancy.md. */
const FRIDAY = day({
	rooms: 50,
	closed: 2,
	sold: 36,
	complimentary: 2,
	roomRevenue: 4_320,
	totalRevenue: 6_000,
	mealRevenue: 720,
	arrivals: 20,
	guests: 57,
});
const SATURDAY = day({
	rooms: 50,
	closed: 0,
	sold: 48,
	complimentary: 0,
	roomRevenue: 7_200,
	totalRevenue: 9_600,
	mealRevenue: 960,
	arrivals: 25,
	guests: 86,
});

describe('the KPIs, by hand', () => {
	it('of a day', () => {
		expect(kpisOf([FRIDAY], 'EUR', USUAL)).toEqual({
			rooms: 50,
			roomsClosed: 2,
			roomsAvailable: 48,
			roomsSold: 36,
			roomsComplimentary: 2,
			// 36 / 48
			occupancy: 0.75,
			// 4,320 / 36
			adr: 120,
			// 4,320 / 48
			revPar: 90,
			// 6,000 / 48
			tRevPar: 125,
			roomRevenue: 4_320,
			totalRevenue: 6_000,
			mealRevenue: 720,
			arrivals: 20,
			guests: 57,
			// 57 / (36 + 2)
			guestsPerRoom: 1.5,
		});
	});

	it('of two days: sums divided by sums, not the mean of two ratios', () => {
		expect(kpisOf([FRIDAY, SATURDAY], 'EUR', USUAL)).toEqual({
			rooms: 100,
			roomsClosed: 2,
			roomsAvailable: 98,
			roomsSold: 84,
			roomsComplimentary: 2,
			// 84 / 98; the mean of 0.75 and 0.96 would be 0.855
			occupancy: 0.8571,
			// 11,520 / 84; the mean of 120 and 150 would be 135
			adr: 137.14,
			// 11,520 / 98
			revPar: 117.55,
			// 15,600 / 98
			tRevPar: 159.18,
			roomRevenue: 11_520,
			totalRevenue: 15_600,
			mealRevenue: 1_680,
			arrivals: 45,
			guests: 143,
			// 143 / 86
			guestsPerRoom: 1.66,
		});
	});

	it.each<[string, Definitions, Partial<Record<Kpi, number>>]>([
		[
			'closed rooms available',
			{ ...USUAL, closedAreAvailable: true },
			{ roomsAvailable: 50, occupancy: 0.72, adr: 120, revPar: 86.4, tRevPar: 120 },
		],
		[
			'complimentary rooms occupied',
			{ ...USUAL, complimentaryAreOccupied: true },
			{ roomsAvailable: 48, roomsSold: 36, occupancy: 0.7917, adr: 120, revPar: 90, guestsPerRoom: 1.5 },
		],
		[
			'both',
			{ closedAreAvailable: true, complimentaryAreOccupied: true },
			{ roomsAvailable: 50, occupancy: 0.76, adr: 120, revPar: 86.4 },
		],
	])('with %s', (_, definitions, expected) => {
		expect(kpisOf([FRIDAY], 'EUR', definitions)).toMatchObject(expected);
	});
});

describe('zero is not missing', () => {
	it('nothing sold: no ADR, but a RevPAR and an occupancy of 0', () => {
		const empty = { ...FRIDAY, sold: 0, complimentary: 0, roomRevenue: 0, totalRevenue: 0, guests: 0 };
		expect(kpisOf([empty], 'EUR', USUAL)).toMatchObject({
			roomsSold: 0,
			occupancy: 0,
			adr: null,
			revPar: 0,
			tRevPar: 0,
			roomRevenue: 0,
			guests: 0,
			guestsPerRoom: null,
		});
	});

	it('everything closed: no occupancy, no RevPAR', () => {
		const closed = { ...FRIDAY, closed: 50, sold: 0, roomRevenue: 0 };
		expect(kpisOf([closed], 'EUR', USUAL)).toMatchObject({
			roomsAvailable: 0,
			occupancy: null,
			revPar: null,
			tRevPar: null,
		});
	});

	it('a day without data is empty', () => {
		expect(new Set(Object.values(kpisOf([NO_DATA], 'EUR', USUAL)))).toEqual(new Set([null]));
		expect(new Set(Object.values(NO_KPIS))).toEqual(new Set([null]));
	});

	it('and adds nothing to a total', () => {
		expect(kpisOf([FRIDAY, NO_DATA, SATURDAY], 'EUR', USUAL)).toEqual(
			kpisOf([FRIDAY, SATURDAY], 'EUR', USUAL),
		);
	});

	it('a ratio leaves out a day that lacks one of its two sides', () => {
		const unpriced = { ...SATURDAY, roomRevenue: null };
		const kpis = kpisOf([FRIDAY, unpriced], 'EUR', USUAL);
		expect(kpis).toMatchObject({ roomsSold: 84, occupancy: 0.8571, adr: 120, revPar: 90 });
		expect(kpisOf([{ ...FRIDAY, closed: null }, SATURDAY], 'EUR', USUAL)).toMatchObject({
			roomsAvailable: 50,
			occupancy: 0.96,
		});
		expect(kpisOf([{ ...FRIDAY, complimentary: null }, SATURDAY], 'EUR', USUAL).guestsPerRoom).toBe(1.79);
	});
});

it('rounds money as its currency has it', () => {
	const odd = day({ rooms: 7, closed: 0, sold: 3, roomRevenue: 1_000, totalRevenue: 1_001 });
	const money = (code: string | null) => {
		const { adr, revPar, tRevPar } = kpisOf([odd], code, USUAL);
		return [adr, revPar, tRevPar];
	};
	expect(money('EUR')).toEqual([333.33, 142.86, 143]);
	expect(money('JPY')).toEqual([333, 143, 143]);
	expect(money('KWD')).toEqual([333.333, 142.857, 143]);
});

describe('changes', () => {
	const of = (days: DayFigures[], currencyCode: string | null = 'EUR') => ({
		kpis: kpisOf(days, currencyCode, USUAL),
		currencyCode,
	});

	it('have the value, the difference and the percent of the earlier value', () => {
		const changes = kpiChanges(of([SATURDAY]), of([FRIDAY]));
		expect(changes.roomsSold).toEqual({ value: 36, difference: 12, percent: 33.33 });
		expect(changes.occupancy).toEqual({ value: 0.75, difference: 0.21, percent: 28 });
		expect(changes.adr).toEqual({ value: 120, difference: 30, percent: 25 });
		expect(changes.guestsPerRoom).toEqual({ value: 1.5, difference: 0.29, percent: 19.33 });
		expect(kpiChanges(of([FRIDAY]), of([SATURDAY])).adr).toEqual({
			value: 150,
			difference: -30,
			percent: -20,
		});
	});

	it('have no percent where the base is 0 or missing, and no difference where a value is', () => {
		const nothing = of([{ ...FRIDAY, roomRevenue: 0, sold: 0 }]);
		expect(kpiChanges(of([FRIDAY]), nothing).roomRevenue).toEqual({
			value: 0,
			difference: 4_320,
			percent: null,
		});
		expect(kpiChanges(of([FRIDAY]), nothing).adr).toEqual({ value: null, difference: null, percent: null });
		expect(kpiChanges(nothing, of([FRIDAY])).adr).toEqual({ value: 120, difference: null, percent: null });
		expect(kpiChanges(nothing, of([FRIDAY])).roomRevenue).toEqual({
			value: 4_320,
			difference: -4_320,
			percent: -100,
		});
	});

	it('of a negative amount have the sign of the difference', () => {
		const refunds = of([{ ...FRIDAY, mealRevenue: -50 }]);
		expect(kpiChanges(of([{ ...FRIDAY, mealRevenue: 50 }]), refunds).mealRevenue).toEqual({
			value: -50,
			difference: 100,
			percent: 200,
		});
	});

	it('are not made between currencies, except of what is no money', () => {
		const changes = kpiChanges(of([SATURDAY], 'EUR'), of([FRIDAY], 'HRK'));
		expect(changes.adr).toEqual({ value: 120, difference: null, percent: null });
		expect(changes.totalRevenue).toEqual({ value: 6_000, difference: null, percent: null });
		expect(changes.roomsSold).toEqual({ value: 36, difference: 12, percent: 33.33 });
	});
});

describe('for any days', () => {
	const count = fc.option(fc.integer({ min: 0, max: 500 }), { nil: null });
	const cents = fc.option(fc.integer({ min: 0, max: 5_000_000 }), { nil: null });
	const amounts = cents.map((value) => (value === null ? null : value / 100));
	const figures: fc.Arbitrary<DayFigures> = fc.record({
		rooms: count,
		closed: count,
		sold: count,
		complimentary: count,
		roomRevenue: amounts,
		totalRevenue: amounts,
		mealRevenue: amounts,
		arrivals: count,
		guests: count,
	});
	const definitions = fc.record({ closedAreAvailable: fc.boolean(), complimentaryAreOccupied: fc.boolean() });
	const SUMS: Kpi[] = [
		'rooms',
		'roomsClosed',
		'roomsAvailable',
		'roomsSold',
		'roomsComplimentary',
		'roomRevenue',
		'totalRevenue',
		'mealRevenue',
		'arrivals',
		'guests',
	];

	it('a total is the sum of its days, and its ADR that of the days weighted by rooms sold', () => {
		fc.assert(
			fc.property(fc.array(figures, { maxLength: 40 }), definitions, (days, how) => {
				const total = kpisOf(days, 'EUR', how);
				const single = days.map((one) => kpisOf([one], 'EUR', how));
				for (const kpi of SUMS) {
					const known = single.flatMap((kpis) => kpis[kpi] ?? []);
					const sum = known.reduce((a, b) => a + b, 0);
					if (known.length === 0) expect(total[kpi]).toBeNull();
					else expect(total[kpi]).toBeCloseTo(sum, 2);
				}
				const priced = days.filter(({ sold, roomRevenue }) => sold !== null && roomRevenue !== null);
				const rooms = priced.reduce((sum, { sold }) => sum + (sold ?? 0), 0);
				const revenue = priced.reduce((sum, { roomRevenue }) => sum + (roomRevenue ?? 0), 0);
				if (rooms === 0) expect(total.adr).toBeNull();
				else expect(Math.abs((total.adr ?? NaN) - revenue / rooms)).toBeLessThan(0.0051);
			}),
		);
	});

	it('a comparison with itself is zero', () => {
		fc.assert(
			fc.property(fc.array(figures, { maxLength: 10 }), definitions, (days, how) => {
				const now = { kpis: kpisOf(days, 'EUR', how), currencyCode: 'EUR' };
				for (const [kpi, { value, difference, percent }] of Object.entries(kpiChanges(now, now))) {
					expect(value).toBe(now.kpis[kpi as Kpi]);
					expect(difference).toBe(value === null ? null : 0);
					expect(percent).toBe(value ? 0 : null);
				}
			}),
		);
	});
});
