import type { IDataObject } from 'n8n-workflow';

import {
	bookingsPager,
	findBooking,
	MAX_BOOKINGS_PAGE,
	type BookingSummary,
} from '../../../shared/api/bookingsFeed';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../shared/util/mapConcurrently';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { maxOf, paging } from '../../../shared/operation/paging';
import { cancellationDeadline } from '../../../shared/parameters/cancellationDeadline';
import { propertyId } from '../../../shared/parameters/property';
import { readPages } from '../../../shared/api/pagination';
import type { BookingAdditions } from '../../../shared/rules/cancellationDeadlines';
import type { Api } from '../../../shared/transport/types';
import { additionsFor, bookingOutput, bookingView, type BookingOutput } from './bookingOutput';
import { feedPosition, filters, pageSize } from './feedParameters';

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Add Booking Details',
			name: 'includeDetails',
			type: 'boolean',
			default: true,
			description:
				'Whether to add the room stays, guests and prices of each booking in the field "booking". Takes one more request per booking, at most 200 per minute.',
		},
		{
			...cancellationDeadline,
			description: `${cancellationDeadline.description} Only when 'Add Booking Details' is on.`,
		},
		{
			...bookingOutput,
			description:
				"How to return bookings when 'Add Booking Details' is on. The flat formats include the names of room types.",
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
			'Get the bookings of a property created or changed since a given time, each in its latest state',
	},
	readOnly: true,
	parameters: [propertyId, ...paging, filters, options],
	run: async ({ values, api, timezone, warn }) => {
		const max = maxOf(values);
		const start = feedPosition(values.filters, timezone);
		const count = Math.min(max, values.options.pageSize ?? MAX_BOOKINGS_PAGE);
		const pager = bookingsPager(api, values.propertyId, start, count, warn);
		const summaries = await newestOfEach(readPages(pager, start.continueToken), max);
		const { includeDetails, output: form = 'raw', addCancellationDeadline = false } = values.options;
		if (!includeDetails) return summaries;
		const additions = await additionsFor(api, values.propertyId, form, addCancellationDeadline, warn);
		return await withDetails(api, values.propertyId, summaries, form, additions);
	},
});

/** A booking changed while the feed is read appears again (feed rule 4): its last state counts. */
async function newestOfEach(pages: AsyncIterable<BookingSummary[]>, max: number): Promise<BookingSummary[]> {
	const byNumber = new Map<string, BookingSummary>();
	for await (const page of pages) {
		for (const summary of page) {
			byNumber.delete(summary.number);
			byNumber.set(summary.number, summary);
		}
		if (byNumber.size >= max) break;
	}
	return [...byNumber.values()].slice(0, max === Infinity ? undefined : max);
}

/** A booking that no longer has details keeps its summary. */
async function withDetails(
	api: Api,
	propertyId: string,
	summaries: BookingSummary[],
	output: BookingOutput,
	additions: BookingAdditions,
): Promise<IDataObject[]> {
	const records = await mapConcurrently(summaries, REQUESTS_AT_ONCE, async (summary) => {
		const booking = await findBooking(api, propertyId, summary.number);
		if (booking && output !== 'raw') return bookingView(booking, output, additions);
		const deadline = booking && additions.deadlines?.ofBooking(booking);
		return [{ ...summary, booking: booking ?? null, ...deadline }];
	});
	return records.flat();
}
