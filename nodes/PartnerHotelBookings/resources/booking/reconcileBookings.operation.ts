import { DateTime } from 'luxon';

import { feedInstant } from '../../../shared/api/feedStart';
import { visibleProperties } from '../../../shared/api/propertyList';
import { validZone } from '../../../shared/dates/hotelClock';
import { defineOperation, type DatasetRecord } from '../../../shared/operation/defineOperation';
import { chosenProperties, selectedProperty } from '../../../shared/parameters/propertySelection';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../shared/util/mapConcurrently';
import { compareBookings } from './reconcile/comparison';
import { readFeedBookings } from './reconcile/feedBookings';
import { ownBookings } from './reconcile/ownBookings';
import { countsOf, requirePlausible, requireReadable, type Counts } from './reconcile/plausibility';
import { bookingRecord, countsRecord } from './reconcile/records';
import {
	failAbove,
	modifiedField,
	modifiedSince,
	numberField,
	propertyField,
	propertyIds,
	propertySelection,
	reconcileOptions,
	reconcileOutput,
	statusField,
} from './reconcileParameters';

const DEFAULT_GRACE_MINUTES = 60;

export const reconcileBookings = defineOperation({
	option: {
		name: 'Reconcile',
		value: 'reconcile',
		action: 'Reconcile bookings',
		description:
			'Compare the bookings that another system holds (all input items) with those of the hotel since a given time: what is missing, changed, cancelled or unknown',
	},
	readOnly: true,
	parameters: [
		propertySelection,
		selectedProperty,
		propertyIds,
		modifiedSince,
		numberField,
		statusField,
		modifiedField,
		propertyField,
		reconcileOutput,
		failAbove,
		reconcileOptions,
	],
	runOnAll: async ({ values, items, api, timezone, warn, log }) => {
		const { graceMinutes = DEFAULT_GRACE_MINUTES, timeZone = 'UTC' } = values.options;
		const since = feedInstant('modifiedSince', values.modifiedSince, timezone);
		const selection = values.propertySelection;
		const chosen = chosenProperties(selection, values.propertyId, values.propertyIds);
		const ids = selection === 'all' ? (await visibleProperties(api)).ids : chosen;
		const fields = { ...values, timeZone: validZone(timeZone) };
		const { own, elsewhere } = ownBookings(items, fields, ids);
		const moments = {
			since: DateTime.fromISO(since).toSeconds(),
			now: DateTime.utc().toSeconds(),
			grace: graceMinutes * 60,
			comparesStatus: values.statusField !== '',
		};
		// Nothing is returned before all feeds are read to their end.
		const feeds = await mapConcurrently(ids, REQUESTS_AT_ONCE, async (id) => {
			return await readFeedBookings(api, id, since, warn);
		});
		const records: DatasetRecord[] = [];
		for (const [index, propertyId] of ids.entries()) {
			const held = own.get(propertyId) ?? new Map();
			const { listed = new Map(), unreadable = false } = feeds[index] ?? {};
			const comparison = compareBookings(listed, held, moments);
			const counts = countsOf(comparison);
			requireReadable(propertyId, counts, unreadable);
			requirePlausible(propertyId, counts, values.failAbove);
			log(`Bookings of property ${propertyId} since ${since}: ${inWords(counts)}`);
			if (values.output === 'counts') {
				const all = [...held.values()].flat().map(({ item }) => item);
				records.push(countsRecord(propertyId, since, counts, all));
				continue;
			}
			for (const booking of comparison.bookings) {
				if (booking.result === 'equal' && values.output !== 'all') continue;
				records.push(bookingRecord(propertyId, booking));
			}
		}
		if (elsewhere > 0) {
			warn(`Items of other properties were not compared (${elsewhere}).`);
		}
		return records;
	},
});

function inWords({ missing, changed, cancelled, unknown, equal, notCompared }: Counts): string {
	return `${missing} missing, ${changed} changed, ${cancelled} cancelled, ${unknown} unknown, ${equal} equal, ${notCompared} not compared`;
}
