import { fetchBookingPage, unreadableBookingsText } from '../../../shared/api/bookings/bookingsFeed';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { feedFilters, feedPosition, pageSize } from './feedParameters';

export const getBookingPage = defineOperation({
	option: {
		name: 'Get Page',
		value: 'getPage',
		action: 'Get page of bookings',
		description:
			'Get a single page of the bookings feed with its continueToken and hasMoreData, to handle paging yourself',
	},
	readOnly: true,
	personalColumns: personalColumns.none,
	parameters: [propertyId, feedFilters, pageSize],
	run: async ({ values, api, timezone, warn }) => {
		const start = feedPosition(values.filters, timezone);
		const page = await fetchBookingPage(api, values.propertyId, start, values.pageSize);
		const { continueToken, hasMoreData, bookingSummaries, unreadable } = page;
		if (unreadable > 0) warn(unreadableBookingsText(values.propertyId, unreadable));
		return [{ continueToken: continueToken ?? null, hasMoreData, bookingSummaries }];
	},
});
