import type { Api } from '../../../shared/transport/types';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../shared/util/mapConcurrently';
import type { Overrides } from '../../../shared/pms/overrides';
import { withCurrency } from './currencies';
import { fetchDailyOccupancy, propertyDays, type PropertyDay } from './dailyOccupancy';
import { dateRanges, type DateRange } from './dateRanges';
import { onTheBooks, type BookedOnReading, type DayOnTheBooks } from './pickUp';
import type { PropertyReport } from './report';
import type { PropertyPlan } from './reportPlan';
import type { UnreadProperties } from './unreadProperties';

/** Log lines are this many requests apart: at 200 requests a minute, 15 seconds. */
const REQUESTS_PER_LINE = 50;

interface Reading extends Overrides {
	bookedOnReading: BookedOnReading;
	/** Writes a line to n8n's log. */
	log: (text: string) => void;
	unread: UnreadProperties;
}

interface DaysRequest {
	plan: PropertyPlan;
	use: 'report' | 'comparison' | 'pickUp';
	range: DateRange;
	otbDate?: string;
}

/** Reads the days of all properties that can be read, several at once, within the rate limits. */
export async function readReports(
	api: Api,
	plans: readonly PropertyPlan[],
	{ bookedOnReading, log, unread, ...overrides }: Reading,
): Promise<PropertyReport[]> {
	const requests = plans.flatMap(requestsOf);
	let responses = 0;
	const read = async ({ plan: { propertyId }, range, otbDate }: DaysRequest) => {
		const body = await fetchDailyOccupancy(api, propertyId, range, { ...overrides, otbDate });
		responses += 1;
		if (responses % REQUESTS_PER_LINE === 0 && responses < requests.length) {
			log(`Occupancy report: ${responses} of ${requests.length} responses received`);
		}
		return propertyDays(propertyId, range, body);
	};
	const found = await mapConcurrently(requests, REQUESTS_AT_ONCE, async (request) => {
		return await unread.attempt(request.plan.propertyId, async () => await read(request));
	});
	const byPlan = new Map(
		plans.map((plan) => [plan, { report: [], comparison: [], pickUp: [] } as DaysByUse]),
	);
	requests.forEach(({ plan, use }, index) => byPlan.get(plan)?.[use].push(...(found[index] ?? [])));
	for (const plan of plans) if (unread.has(plan.propertyId)) byPlan.delete(plan);
	return [...byPlan].map(([plan, days]) => reportOf(plan, days, bookedOnReading));
}

type DaysByUse = Record<DaysRequest['use'], PropertyDay[]>;

function requestsOf(plan: PropertyPlan): DaysRequest[] {
	const { range, comparison, pickUp } = plan;
	const earlier = comparison?.range ? dateRanges(comparison.range) : [];
	return [
		...dateRanges(range).map((part) => ({ plan, use: 'report' as const, range: part })),
		...earlier.map((part) => ({ plan, use: 'comparison' as const, range: part })),
		...(pickUp?.bookedOn ?? []).flatMap((otbDate) =>
			dateRanges(range).map((part) => ({ plan, use: 'pickUp' as const, range: part, otbDate })),
		),
	];
}

function reportOf(
	{ propertyId, propertyName, comparison, pickUp }: PropertyPlan,
	read: DaysByUse,
	reading: BookedOnReading,
): PropertyReport {
	const report = withCurrency(read.report);
	const days: DaysByUse = {
		report,
		comparison: withCurrency(read.comparison),
		pickUp: withCurrency(read.pickUp, report),
	};
	return {
		propertyId,
		propertyName,
		days: report,
		...(comparison && { comparison: { with: comparison.with, days: days.comparison } }),
		...(pickUp && { pickUp: { since: pickUp.since, books: booksOf(days, reading) } }),
	};
}

function booksOf({ report, pickUp }: DaysByUse, reading: BookedOnReading): Map<string, DayOnTheBooks> {
	const booked = new Map<string, PropertyDay[]>(report.map(({ date }) => [date, []]));
	for (const day of pickUp) booked.get(day.date)?.push(day);
	return new Map(report.map((day) => [day.date, onTheBooks(day, booked.get(day.date) ?? [], reading)]));
}
