import type { IPollFunctions } from 'n8n-workflow';

import { shownText } from '../util/shownText';
import { pollBudgetMs } from './deadline';
import { warnHourly, type Outcome, type Reported } from './failureReports';

/** Warnings in n8n's log that are not failures. */

/**
 * Once until the property is read without such records.
 * @param textOf the warning about so many skipped records of a property
 */
export function warnOfUnreadable(
	context: IPollFunctions,
	{ unreadable: reported }: Reported,
	{ read, unreadable }: Pick<Outcome, 'read'> & { unreadable: ReadonlyMap<string, number> },
	textOf: (propertyId: string, records: number) => string,
): void {
	for (const id of read) if (!unreadable.has(id)) reported.delete(id);
	for (const [id, records] of unreadable) {
		if (reported.has(id)) continue;
		reported.add(id);
		context.logger.warn(shownText(textOf(id, records)));
	}
}

/** In place of a property id. */
const ALL_PROPERTIES = ' ';

/** With a short poll timeout, the rate limits of the API can leave no time to read. */
export function warnIfIdle(
	context: IPollFunctions,
	reported: Reported,
	{ read, items, failures }: Outcome,
): void {
	if (read.length > 0 || items.length > 0 || failures.size > 0) return;
	warnHourly(
		context,
		reported,
		ALL_PROPERTIES,
		`No property could be read within ${pollBudgetMs(context) / 1000} s: the rate limits of the API are used up, or the poll timeout of n8n is too short (N8N_SCHEDULER_POLL_TIMEOUT)`,
	);
}
