import type { IPollFunctions } from 'n8n-workflow';

import { shownText } from '../util/shownText';
import { pollBudgetMs } from './deadline';
import { warnHourly, type PollOutcome, type Reported } from './failureReports';
import type { ClientMemory, ProcessMemory } from './processMemory';

/** Warnings in n8n's log that are not failures. */

/**
 * Once until the property is read without such records.
 * @param textOf the warning about so many skipped records of a property
 */
export function warnOfUnreadable(
	context: IPollFunctions,
	{ unreadable: reported }: Reported,
	{ read, unreadable }: Pick<PollOutcome, 'read'> & { unreadable: ReadonlyMap<string, number> },
	textOf: (propertyId: string, records: number) => string,
): void {
	for (const id of read) if (!unreadable.has(id)) reported.delete(id);
	for (const [id, records] of unreadable) {
		if (reported.has(id)) continue;
		reported.add(id);
		context.logger.warn(shownText(textOf(id, records)));
	}
}

/** Once after a start of n8n, and when it has changed. */
export function tellWhichPolling(
	context: IPollFunctions,
	memory: Pick<ProcessMemory, 'isDurable'>,
	isDurable: boolean,
): void {
	if (memory.isDurable === isDurable) return;
	memory.isDurable = isDurable;
	context.logger.debug(
		isDurable
			? `${context.getNode().name}: durable polling; n8n saves what was read together with the execution`
			: `${context.getNode().name}: older polling; n8n saves what was read before the execution`,
	);
}

/** In place of a property id. */
const ALL_PROPERTIES = ' ';

/** With a short poll timeout, the rate limits of the API can leave no time to read. A first poll is short for sure. */
export function warnIfIdle(
	context: IPollFunctions,
	reported: Reported,
	{ read, items, failures }: PollOutcome,
	isFirst: boolean,
): void {
	if (isFirst || read.length > 0 || items.length > 0 || failures.size > 0) return;
	warnHourly(
		context,
		reported,
		ALL_PROPERTIES,
		`No property could be read within ${pollBudgetMs(context) / 1000} s: the rate limits of the API are used up, or the poll timeout of n8n is too short (N8N_SCHEDULER_POLL_TIMEOUT)`,
	);
}

const BEHIND = ' behind';
/** A busy hour is none, and neither is one poll that comes after a pause. */
const BEHIND_MS = 3_600_000;
const BEHIND_POLLS = 2;

/** When polls have left something for this long: it may never be caught up. */
export function warnIfBehind(
	context: IPollFunctions,
	client: Pick<ClientMemory, 'behind' | 'reported'>,
	{ hasMore }: { hasMore: boolean },
): void {
	const now = Date.now();
	if (!hasMore) {
		delete client.behind;
		return;
	}
	const { since, polls } = client.behind ?? { since: now, polls: 0 };
	client.behind = { since: Math.min(since, now), polls: polls + 1 };
	if (now - since < BEHIND_MS || client.behind.polls < BEHIND_POLLS) return;
	warnHourly(
		context,
		client.reported,
		BEHIND,
		`The last ${client.behind.polls} polls each left something to read or to emit for the next one, since ${new Date(since).toISOString()}. Poll more often (Poll Times), watch fewer properties per trigger, or choose fewer events or 'Summary Only'`,
	);
}

const MEMORY = ' memory';

/** When the oldest of what is remembered was forgotten. */
export function warnIfFull(
	context: IPollFunctions,
	reported: Reported,
	{ isMemoryFull }: { isMemoryFull: boolean },
): void {
	if (!isMemoryFull) return;
	warnHourly(
		context,
		reported,
		MEMORY,
		`${context.getNode().name} remembers as much as it may, so it forgets what changed longest ago; what it has forgotten comes as 'changed' with its next change. Watch fewer properties per trigger`,
	);
}
