import { DateTime } from 'luxon';

import { feedInstant } from '../../../shared/api/bookings/feedStart';
import { visibleProperties } from '../../../shared/api/property/propertyList';
import { validZone } from '../../../shared/dates/hotelClock';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { chosenProperties, selectedProperty } from '../../../shared/parameters/propertySelection';
import { timeReader } from './reconcile/itemTimes';
import { ownBookings, type OwnBookings } from './reconcile/ownBookings';
import { reconcile } from './reconcile/reconcile';
import { statusReader } from './reconcile/statusWords';
import { feedStart } from './reconcile/window';
import {
	failAbove,
	modifiedField,
	reconciledSince,
	numberField,
	propertyField,
	propertyIds,
	reconciledProperties,
	reconcileOptions,
	reconcileOutput,
	statusField,
} from './reconcileParameters';

const DEFAULT_GRACE_MINUTES = 60;
const DEFAULT_FAIL_FROM = 5;
const DEFAULT_MAX_CONFIRMATIONS = 200;

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
		reconciledProperties,
		selectedProperty,
		propertyIds,
		reconciledSince,
		numberField,
		statusField,
		modifiedField,
		propertyField,
		reconcileOutput,
		failAbove,
		reconcileOptions,
	],
	runOnAll: async ({ values, items, api, timezone, warn, log }) => {
		const { options } = values;
		const { timeZone = 'UTC', graceMinutes = DEFAULT_GRACE_MINUTES } = options;
		const now = DateTime.utc();
		const since = feedInstant('modifiedSince', values.modifiedSince, timezone);
		const readFrom = feedStart(since, now);
		const reading = {
			fields: values,
			secondsOf: timeReader(validZone(timeZone)),
			statusOf: statusReader(options.statusWords?.word ?? []),
			now: now.toSeconds(),
		};
		const selection = values.propertySelection;
		const chosen = chosenProperties(selection, values.propertyId, values.propertyIds);
		const visible = selection === 'all' ? (await visibleProperties(api)).ids : chosen;
		// The list of properties may repeat one of them on its next page.
		const ids = [...new Set(visible)];
		const own = await ownBookings(items, reading, ids);
		warnOfItems(own, warn);
		return await reconcile(api, ids, own.held, {
			since,
			readFrom,
			timeZone,
			output: values.output,
			rules: {
				since: DateTime.fromISO(since).toSeconds(),
				now: reading.now,
				grace: graceMinutes * 60,
				comparesStatus: values.statusField !== '',
			},
			guard: { failAbove: values.failAbove, failFrom: options.failFrom ?? DEFAULT_FAIL_FROM },
			maxConfirmations: options.maxConfirmations ?? DEFAULT_MAX_CONFIRMATIONS,
			failsWithProperty: options.unreadableProperties === 'fail',
			warn,
			log,
		});
	},
});

function warnOfItems({ elsewhere, future }: OwnBookings, warn: (text: string) => void): void {
	if (elsewhere > 0) warn(`Items of other properties were not compared (${elsewhere}).`);
	if (future.length > 0) {
		warn(
			`Times in the items are in the future (${future.length}; the first one is in item ${future[0]}). Check 'Modification Time Field', 'Time Zone' and the clock of the other system.`,
		);
	}
}
