import type { Allowance } from '../shared/rateLimit/triggerAllowance';
import type { Api } from '../shared/transport/types';
import type { Deadline } from '../shared/polling/deadline';
import { readingOrder, withChanges } from '../shared/polling/readingOrder';
import { propertyIn } from '../shared/polling/pollState';
import { eachProperty, fromAny } from '../shared/polling/propertyTurns';
import { RunProgress, type RunResult } from '../shared/polling/runProgress';
import { DetailsReader } from './bookingDetails';
import type { HandedOverBooking } from './handedOver';
import { wantsDetails, type OutputSettings } from './output';
import { PageReader, type PageSettings } from './pageReading';
import { failedBookings, hasFailed, type PropertyState, type WaitingBooking } from './propertyState';
import { forgetOld } from './retention';
import { BookingSettler } from './settling';
import { boundBookingMemory, type TriggerState } from './state';

export interface RunSettings extends OutputSettings, PageSettings {
	/** Max bookings per execution; the others wait for the next poll. */
	maxBookings: number;
	/** Each property is read at least this often, as far as the limits allow. */
	maxIntervalMs: number;
	/** By property ID, in epoch milliseconds; updated. */
	readTimes: Map<string, number>;
}

/**
 * Continues from `state` and updates it: settles waiting bookings, then reads a page of each property until all feeds
 * are read, the time or the allowance is used up, or the execution is full. Bookings whose details failed in an
 * earlier poll come last.
 */
export async function runPoll(
	api: Api,
	state: TriggerState,
	propertyIds: readonly string[],
	settings: RunSettings,
	allowance: Allowance,
	deadline: Deadline,
): Promise<RunResult<HandedOverBooking>> {
	const progress = new RunProgress<HandedOverBooking>(deadline, settings.maxBookings);
	const withDetails = wantsDetails(settings);
	const pages = new PageReader(api, settings, allowance, withDetails, progress);
	const details = new DetailsReader(api, settings, withDetails, progress);
	const settler = new BookingSettler(api, settings, details, progress);
	const now = Date.now();
	const { readTimes, maxIntervalMs } = settings;
	const activityOf = (id: string) => propertyIn(state, id)?.activity;
	const ids = readingOrder(activityOf, propertyIds, readTimes, now, maxIntervalMs);
	const failedBefore = new Map(ids.map((id) => [id, failedBookings(propertyIn(state, id))]));
	const failedEarlier = (id: string, { number }: WaitingBooking) =>
		failedBefore.get(id)?.has(number) ?? false;
	const settleWaiting = async (id: string, property: PropertyState) =>
		await settler.settle(id, property, (one) => !failedEarlier(id, one));
	const readOn = async (id: string, property: PropertyState) => {
		const before = new Set(property.backlog);
		const hasMore = await pages.readNext(id, property);
		if (hasMore === undefined) return false;
		const added = property.backlog.filter((one) => !before.has(one));
		property.activity = withChanges(property.activity, added, now);
		await settler.settle(id, property, (one) => !before.has(one) && !failedEarlier(id, one));
		return hasMore && !progress.failures.has(id);
	};
	const settleFailed = async (id: string, property: PropertyState) =>
		await settler.settleFailed(id, property, failedBefore.get(id) ?? new Set());

	await eachProperty(state, ids, progress, settleWaiting);
	let unread = ids;
	while (unread.length > 0 && !progress.isOver())
		unread = await eachProperty(state, unread, progress, readOn);
	await eachProperty(state, fromAny(ids), progress, settleFailed);

	for (const id of pages.moved) forgetOld(propertyIn(state, id) as PropertyState);
	progress.isMemoryFull = boundBookingMemory(state);
	for (const id of pages.served) readTimes.set(id, now);
	const readsAgain = (id: string) => propertyIn(state, id)?.repeatsBefore !== undefined;
	const waits = (id: string) => propertyIn(state, id)?.backlog.some((one) => !hasFailed(one)) ?? false;
	const hasMore = unread.some((id) => !progress.failures.has(id)) || ids.some(waits);
	const hasFailures = (id: string) => failedBookings(propertyIn(state, id)).size > 0;
	return progress.result(pages, hasFailures, hasMore, ids.some(readsAgain));
}
