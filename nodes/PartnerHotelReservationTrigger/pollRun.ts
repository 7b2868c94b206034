import type { Deadline } from '../shared/polling/deadline';
import { dueNow, readingOrder } from '../shared/polling/readingOrder';
import { propertyIn } from '../shared/polling/pollState';
import { eachProperty, fromAny } from '../shared/polling/propertyTurns';
import { counted } from '../shared/polling/counted';
import { RunProgress, type RunResult } from '../shared/polling/runProgress';
import type { Allowance } from '../shared/rateLimit/triggerAllowance';
import type { Api } from '../shared/transport/types';
import { boundReservationMemory, forgetOld } from './retention';
import { SearchReader } from './searchReading';
import { ReservationSettler, type SettleSettings } from './settling';
import {
	type HandedOverReservation,
	failedReservations,
	type PropertyState,
	type TriggerState,
	type WaitingReservation,
} from './state';

interface RunSettings extends SettleSettings {
	/** Max reservations per execution; the others wait for the next poll. */
	maxReservations: number;
	/** Each property is read at least this often, as far as the limits allow. */
	maxIntervalMs: number;
	/** By property ID, in epoch milliseconds; updated. */
	readTimes: Map<string, number>;
}

/**
 * Shares of the requests that what comes before must leave: for searches (with half of them, some of 60 hotels waited a
 * minute longer for theirs), for what failed, for a look at rooms. What is looked at once more, although it may not have
 * changed, leaves half to the next poll.
 */
const FOR_SEARCHES = 0.65;
/** Up to so much if properties must be read now to be read in time, unless this share of all waits already. */
const MAX_FOR_SEARCHES = 0.95;
const MAX_WAITING = 2;
const FOR_FAILED = 0.2;
const FOR_ROOMS = 0.1;
const FOR_NEXT_POLL = 0.5;

/**
 * Continues from `state` and updates it: settles waiting reservations, then reads a page of each property until all
 * changes are read, the time or the requests are used up, or the execution is full. Each kind of work has a share of
 * the requests, so that none waits for ever: reservations whose details failed in an earlier poll, those that are looked
 * at for their rooms, and those that are listed again, come last.
 */
export async function runPoll(
	api: Api,
	state: TriggerState,
	propertyIds: readonly string[],
	settings: RunSettings,
	allowance: Allowance,
	deadline: Deadline,
): Promise<RunResult<HandedOverReservation>> {
	const progress = new RunProgress<HandedOverReservation>(deadline, settings.maxReservations);
	const now = Date.now();
	const countedApi = counted(api, allowance);
	const { readTimes, maxIntervalMs, timeZone, events } = settings;
	const activityOf = (id: string) => propertyIn(state, id)?.activity;
	const ids = readingOrder(activityOf, propertyIds, readTimes, now, maxIntervalMs);
	const failedBefore = new Map(ids.map((id) => [id, failedReservations(propertyIn(state, id))]));
	const someFailed = [...failedBefore.values()].some(({ size }) => size > 0);
	const hasFailed = (id: string, { number }: WaitingReservation) =>
		failedBefore.get(id)?.has(number) ?? false;
	const watchesRooms = events.includes('roomChanged');
	const hasUnseen = ids.some((id) => (propertyIn(state, id)?.unseenRooms.length ?? 0) > 0);
	const forRooms = hasUnseen ? FOR_ROOMS : 0;
	const forFailed = someFailed ? FOR_FAILED : forRooms;
	const watchesCancelled = events.includes('cancelled') || events.includes('changed');
	const watchesAll = watchesCancelled || events.includes('new');
	const search = { timeZone, watchesRooms, watchesCancelled, watchesAll, reserved: forFailed };
	const pages = new SearchReader(countedApi, search, allowance, progress, now);
	const waiting = ids.reduce((sum, id) => sum + waitingOf(propertyIn(state, id)), 0);
	const due = dueNow(ids, readTimes, now, maxIntervalMs);
	const forDue = Math.min(MAX_FOR_SEARCHES, allowance.shareOf(due) + forFailed);
	const forSearches =
		allowance.shareOf(waiting) > MAX_WAITING ? FOR_SEARCHES : Math.max(FOR_SEARCHES, forDue);
	const settler = new ReservationSettler(countedApi, api, settings, progress);
	const leaving = (reserved: number) => () => allowance.mayRequest(reserved);
	const settleWaiting = (reserved: number) => async (id: string, property: PropertyState) =>
		await settler.settle(id, property, leaving(reserved), (one) => !one.failed);
	const readOn = async (id: string, property: PropertyState) => {
		const before = new Set(property.backlog);
		const hasMore = await pages.readNext(id, property);
		if (hasMore === undefined) return false;
		await settler.settle(
			id,
			property,
			leaving(forSearches),
			(one) => !before.has(one) && !one.failed && !hasFailed(id, one),
		);
		return hasMore && !progress.failures.has(id);
	};

	// The searches of all properties come before the details of a busy one, and no backlog is always the first.
	await eachProperty(state, fromAny(ids), progress, settleWaiting(forSearches));
	let unread = ids;
	while (unread.length > 0 && !progress.isOver())
		unread = await eachProperty(state, unread, progress, readOn);
	await eachProperty(state, fromAny(ids), progress, settleWaiting(forFailed));
	const mayReadFailed = allowance.withShare(FOR_FAILED, forRooms);
	await eachProperty(
		state,
		fromAny(ids),
		progress,
		async (id, property) =>
			await settler.settleFailed(id, property, mayReadFailed, failedBefore.get(id) ?? new Set()),
	);
	const mayLook = allowance.withShare(FOR_ROOMS);
	await eachProperty(
		state,
		fromAny(ids),
		progress,
		async (id, property) => await settler.lookAtRooms(id, property, mayLook),
	);
	await eachProperty(
		state,
		fromAny(ids),
		progress,
		async (id, property) => await settler.settleListedAgain(id, property, leaving(FOR_NEXT_POLL)),
	);

	for (const id of pages.complete) forgetOld(propertyIn(state, id) as PropertyState);
	for (const property of Object.values(state.properties)) delete property.fresh;
	progress.isMemoryFull = boundReservationMemory(state);
	for (const id of pages.served) readTimes.set(id, now);
	const waits = (id: string) => waitingOf(propertyIn(state, id)) > 0;
	const hasMore = unread.some((id) => !progress.failures.has(id)) || ids.some(waits);
	return progress.result(pages, (id) => failedReservations(propertyIn(state, id)).size > 0, hasMore);
}

/** How many reservations wait whose details did not fail. */
function waitingOf(property: PropertyState | undefined): number {
	return property?.backlog.filter(({ failed }) => !failed).length ?? 0;
}
