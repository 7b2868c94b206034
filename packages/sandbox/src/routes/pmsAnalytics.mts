import { ApiError } from '../http/apiError.mts';
import { ok, type ApiResponse, type ApiCall, type Query, type Route } from '../http/route.mts';
import { text } from '../http/fieldTypes.mts';
import { QueryFields } from '../http/queryFields.mts';
import { serializeOccupancy } from '../serializers/pmsResponse.mts';
import { openPmsView } from '../world/pms/pmsView.mts';
import { dailyOccupancies, type OccupancyQuery } from '../world/pms/occupancy.mts';
import type { Property } from '../world/properties.mts';
import { parseDate } from '../world/time.mts';
import { incorrectDates } from './pms/dates.mts';

const MAX_RANGE_DAYS = 31;

/** The daily occupancy statistics (specification, PMS). */
export const pmsAnalyticsRoutes: readonly Route[] = [
	{
		method: 'GET',
		path: '/api/pms-analytics/v1/properties/{propertyId}/daily-occupancy',
		area: 'pms_analytics',
		scope: 'default',
		onProperty: showOccupancy,
	},
];

function showOccupancy({ sandbox, query }: ApiCall, property: Property): ApiResponse {
	const { world, clock, settings } = sandbox;
	const wanted = occupancyQueryOf(query, settings.otbOnOrBefore);
	const view = openPmsView(world, property, clock.now());
	const statistics = {
		currencyCode: view.content.currency,
		propertyRoomCount: view.pms.inventory.rooms.length,
		dailyOccupancies: dailyOccupancies(view, wanted),
	};
	return ok(serializeOccupancy(statistics, settings.dialect));
}

function occupancyQueryOf(query: Query, orBefore: boolean): OccupancyQuery {
	const fields = new QueryFields(query);
	const firstDay = dayOf(fields, 'startStayDate');
	const lastDay = dayOf(fields, 'endStayDate');
	if (firstDay === undefined || lastDay === undefined) {
		throw new ApiError(400, 'MissingStayDates', 'startStayDate and endStayDate must be given');
	}
	if (lastDay < firstDay || lastDay - firstDay >= MAX_RANGE_DAYS) {
		throw new ApiError(
			400,
			'InvalidStayDates',
			`endStayDate must not be before startStayDate; together they span at most ${MAX_RANGE_DAYS} days`,
		);
	}
	const otbDay = dayOf(fields, 'otbDate');
	return { firstDay, lastDay, ...(otbDay !== undefined && { booked: { day: otbDay, orBefore } }) };
}

function dayOf(fields: QueryFields, name: string): number | undefined {
	const given = fields.read(name, text);
	if (given === undefined) return undefined;
	const day = parseDate(given);
	if (day === undefined) throw incorrectDates();
	return day;
}
