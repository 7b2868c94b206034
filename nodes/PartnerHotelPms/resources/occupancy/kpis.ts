import { money, roundTo } from '../../../shared/api/response/money';

/** What the API says about one day of one property (specification, PMS records); null = no data. */
export interface DayFigures {
	rooms: number | null;
	closed: number | null;
	sold: number | null;
	complimentary: number | null;
	roomRevenue: number | null;
	totalRevenue: number | null;
	mealRevenue: number | null;
	arrivals: number | null;
	guests: number | null;
}

export const NO_DATA: DayFigures = {
	rooms: null,
	closed: null,
	sold: null,
	complimentary: null,
	roomRevenue: null,
	totalRevenue: null,
	mealRevenue: null,
	arrivals: null,
	guests: null,
};

/** What hotels define in different ways: docs/occupancy.md. */
export interface Definitions {
	closedAreAvailable: boolean;
	complimentaryAreOccupied: boolean;
}

type Unit = 'count' | 'share' | 'average' | 'money';

/** The most wanted first. */
const UNITS = {
	/** 0.85 is 85 %. */
	occupancy: 'share',
	adr: 'money',
	revPar: 'money',
	roomRevenue: 'money',
	totalRevenue: 'money',
	tRevPar: 'money',
	mealRevenue: 'money',
	roomsSold: 'count',
	roomsAvailable: 'count',
	roomsClosed: 'count',
	roomsComplimentary: 'count',
	rooms: 'count',
	arrivals: 'count',
	guests: 'count',
	guestsPerRoom: 'average',
} as const satisfies Record<string, Unit>;

const DECIMALS = { count: 0, share: 4, average: 2 } as const;

export type Kpi = keyof typeof UNITS;
type Kpis = Record<Kpi, number | null>;
type OfDay = (day: DayFigures) => number | null;

/** The KPIs of some days. Ratios divide sums by sums, over the days that have data for both. */
export function kpisOf(
	days: readonly DayFigures[],
	currencyCode: string | null,
	definitions: Definitions,
): Kpis {
	const available: OfDay = ({ rooms, closed }) =>
		definitions.closedAreAvailable ? rooms : combined(rooms, closed, -1);
	const inUse: OfDay = ({ sold, complimentary }) => combined(sold, complimentary, 1);
	const occupied: OfDay = (day) => (definitions.complimentaryAreOccupied ? inUse(day) : day.sold);
	const values: Kpis = {
		rooms: sum(days, ({ rooms }) => rooms),
		roomsClosed: sum(days, ({ closed }) => closed),
		roomsAvailable: sum(days, available),
		roomsSold: sum(days, ({ sold }) => sold),
		roomsComplimentary: sum(days, ({ complimentary }) => complimentary),
		occupancy: ratio(days, occupied, available),
		adr: ratio(
			days,
			({ roomRevenue }) => roomRevenue,
			({ sold }) => sold,
		),
		revPar: ratio(days, ({ roomRevenue }) => roomRevenue, available),
		tRevPar: ratio(days, ({ totalRevenue }) => totalRevenue, available),
		roomRevenue: sum(days, ({ roomRevenue }) => roomRevenue),
		totalRevenue: sum(days, ({ totalRevenue }) => totalRevenue),
		mealRevenue: sum(days, ({ mealRevenue }) => mealRevenue),
		arrivals: sum(days, ({ arrivals }) => arrivals),
		guests: sum(days, ({ guests }) => guests),
		guestsPerRoom: ratio(days, ({ guests }) => guests, inUse),
	};
	return perKpi((kpi) => rounded(kpi, values[kpi], currencyCode));
}

interface KpiChange {
	/** In the earlier period. */
	value: number | null;
	/** Now minus then, in the unit of the KPI. */
	difference: number | null;
	/** The difference in percent of the earlier value, two decimals; null where that is 0 or missing. */
	percent: number | null;
}

/** Amounts in different currencies are shown, but not compared. */
export function kpiChanges(
	now: { kpis: Kpis; currencyCode: string | null },
	before: { kpis: Kpis; currencyCode: string | null },
): Record<Kpi, KpiChange> {
	return perKpi((kpi) => {
		const value = before.kpis[kpi];
		const areComparable = UNITS[kpi] !== 'money' || now.currencyCode === before.currencyCode;
		const difference = areComparable
			? rounded(kpi, combined(now.kpis[kpi], value, -1), now.currencyCode)
			: null;
		const percent = difference === null || !value ? null : roundTo((difference / Math.abs(value)) * 100, 2);
		return { value, difference, percent };
	});
}

function rounded(kpi: Kpi, value: number | null, currencyCode: string | null): number | null {
	const unit = UNITS[kpi];
	if (value === null) return null;
	return unit === 'money' ? money(value, currencyCode) : roundTo(value, DECIMALS[unit]);
}

function perKpi<T>(valueOf: (kpi: Kpi) => T): Record<Kpi, T> {
	const kpis = Object.keys(UNITS) as Kpi[];
	return Object.fromEntries(kpis.map((kpi) => [kpi, valueOf(kpi)])) as Record<Kpi, T>;
}

function combined(a: number | null, b: number | null, sign: 1 | -1): number | null {
	return a === null || b === null ? null : a + sign * b;
}

/** The sum of the known values; null if there are none. */
export function sum<T>(days: readonly T[], valueOf: (day: T) => number | null): number | null {
	const known = days.map(valueOf).filter((value) => value !== null);
	return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

/** Null if the sum below is 0 or less. */
export function ratio<T>(
	days: readonly T[],
	above: (day: T) => number | null,
	below: (day: T) => number | null,
): number | null {
	const known = days.filter((day) => above(day) !== null && below(day) !== null);
	const denominator = sum(known, below) ?? 0;
	return denominator > 0 ? (sum(known, above) ?? 0) / denominator : null;
}
