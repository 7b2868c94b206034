import type { IPollFunctions } from 'n8n-workflow';

import { unreadableText } from '../shared/api/bookingsFeed';
import { pollBudgetMs } from './deadline';
import { warnHourly, type Reported } from './failureReports';
import type { RunResult } from './pollRun';

/** Warnings in n8n's log that are not failures. */

/** Once until the property is read again. */
export function warnOfLostToken(context: IPollFunctions, { lostTokens }: Reported, propertyId: string): void {
	if (lostTokens.has(propertyId)) return;
	lostTokens.add(propertyId);
	context.logger.warn(
		`The partner API rejected the stored continue token of property ${propertyId}; reading the bookings feed again from two days before the last known change`,
	);
}

/** Once until the feed of the property is read without such records. */
export function warnOfUnreadable(
	context: IPollFunctions,
	{ unreadable: reported }: Reported,
	{ read, unreadable }: RunResult,
): void {
	for (const id of read) if (!unreadable.has(id)) reported.delete(id);
	for (const [id, records] of unreadable) {
		if (reported.has(id)) continue;
		reported.add(id);
		context.logger.warn(unreadableText(id, records));
	}
}

/** In place of a property id. */
const ALL_PROPERTIES = ' ';

/** With a short poll timeout, the rate limits of the API can leave no time to read. */
export function warnIfIdle(
	context: IPollFunctions,
	reported: Reported,
	{ read, items, failures }: RunResult,
): void {
	if (read.length > 0 || items.length > 0 || failures.size > 0) return;
	warnHourly(
		context,
		reported,
		ALL_PROPERTIES,
		`No property could be read within ${pollBudgetMs(context) / 1000} s: the rate limits of the API are used up, or the poll timeout of n8n is too short (N8N_SCHEDULER_POLL_TIMEOUT)`,
	);
}
