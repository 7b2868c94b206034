import type { IDataObject } from 'n8n-workflow';

import {
	checksDetails,
	passesDetails,
	passesSummary,
	type BookingFilter,
} from '../../../shared/api/bookings/bookingFilter';
import {
	bookingsPager,
	findBooking,
	MAX_BOOKINGS_PAGE,
	type BookingSummary,
} from '../../../shared/api/bookings/bookingsFeed';
import { readPages } from '../../../shared/api/response/pagination';
import { factsIfGranted } from '../../../shared/api/property/propertyFacts';
import { hotelClock, isZone, type HotelClock } from '../../../shared/dates/hotelClock';
import { defineOperation, defineParameter, type Values } from '../../../shared/operation/defineOperation';
import { bookingPaging, maxOf } from '../../../shared/operation/paging';
import { bookingFilters, listedFilters, requireArrivals } from '../../../shared/parameters/bookingFilters';
import { cancellationDeadline } from '../../../shared/parameters/cancellationDeadline';
import { periodDays } from '../../../shared/parameters/period';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import type { BookingAdditions } from '../../../shared/rules/cancellationDeadlines';
import type { Api } from '../../../shared/transport/types';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../shared/util/mapConcurrently';
import { additionsFor, bookingListOutput, bookingView, type BookingOutput } from './bookingOutput';
import { modificationPeriod, modifiedSince, pageSize } from './feedParameters';
import { feedPeriod, isInPeriod } from './feedPeriod';
import { newestFirst } from './newestFirst';

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			...cancellationDeadline,
			description: `${cancellationDeadline.description} Not with the output 'Summary Only'.`,
		},
		pageSize,
	],
});

export const getBookings = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many bookings',
		description:
			'Get the bookings of a property that were made in a period, or last changed or cancelled in it, each in its latest state, the newest first',
	},
	readOnly: true,
	personalColumns: personalColumns.booking,
	parameters: [
		propertyId,
		modificationPeriod,
		modifiedSince,
		...bookingPaging,
		bookingListOutput,
		bookingFilters,
		options,
	],
	run: async ({ values, api, timezone, warn }) => {
		const { propertyId: property, output } = values;
		const { addCancellationDeadline = false, pageSize: count = MAX_BOOKINGS_PAGE } = values.options;
		const max = maxOf(values);
		const clock = clockOf(api, property, timezone);
		const filter = await filterOf(values.filters, clock);
		const listed = await feedPeriod(values, clock, timezone);
		const pager = bookingsPager(api, property, { lastModification: listed.since }, count, warn);
		const needsDetails = output !== 'summary' || checksDetails(filter);
		const summaries = await newestFirst(
			readPages(pager),
			(summary) => passesSummary(summary, filter) && isInPeriod(summary, listed),
			checksDetails(filter) ? Infinity : max,
		);
		if (!needsDetails) return summaries;
		const found = await withDetails(api, property, summaries, filter, max);
		if (output === 'summary') return found.map(({ summary }) => summary);
		const additions = await additionsFor(api, property, output, addCancellationDeadline, warn);
		return found.flatMap((one) => itemsOf(one, output, additions));
	},
});

/** Without access to Content, the days of a period are those of the workflow. */
function clockOf(api: Api, propertyId: string, timezone: string): HotelClock {
	return hotelClock(async () => {
		const zone = (await factsIfGranted(api, propertyId))?.timeZone;
		return zone !== undefined && isZone(zone) ? zone : timezone;
	});
}

type EnteredFilters = Values<readonly [typeof bookingFilters]>['filters'];

async function filterOf(
	{ arrival, arrivalFrom, arrivalTo, ratePlans, roomTypes, ...others }: EnteredFilters,
	clock: HotelClock,
): Promise<BookingFilter> {
	const filter = {
		...others,
		...listedFilters({ ratePlans, roomTypes }),
		arrival,
		arrivalFrom: arrivalFrom === undefined ? undefined : await clock.date('arrivalFrom', arrivalFrom),
		arrivalTo: arrivalTo === undefined ? undefined : await clock.date('arrivalTo', arrivalTo),
	};
	requireArrivals(filter);
	const days = arrival && (await periodDays(arrival, clock));
	return days ? { ...filter, arrivalFrom: days.first, arrivalTo: days.last } : filter;
}

interface FoundBooking {
	summary: BookingSummary;
	/** Null if the API no longer has them. */
	details: IDataObject | null;
}

/** Reads details until there are enough bookings that pass the filter. */
async function withDetails(
	api: Api,
	propertyId: string,
	summaries: BookingSummary[],
	filter: BookingFilter,
	max: number,
): Promise<FoundBooking[]> {
	const found: FoundBooking[] = [];
	for (let next = 0; next < summaries.length && found.length < max; ) {
		const part = summaries.slice(next, next + (checksDetails(filter) ? REQUESTS_AT_ONCE : Infinity));
		next += part.length;
		const read = await mapConcurrently(part, REQUESTS_AT_ONCE, async (summary) => ({
			summary,
			details: (await findBooking(api, propertyId, summary.number)) ?? null,
		}));
		found.push(...read.filter(({ details }) => details === null || passesDetails(details, filter)));
	}
	return max === Infinity ? found : found.slice(0, max);
}

/** A booking that no longer has details keeps its summary. */
function itemsOf(
	{ summary, details }: FoundBooking,
	output: BookingOutput,
	additions: BookingAdditions,
): IDataObject[] {
	if (details === null) return [{ ...summary, booking: null }];
	if (output !== 'raw') return bookingView(details, output, additions);
	return [{ ...summary, booking: details, ...additions.deadlines?.ofBooking(details) }];
}
