import type { Deadline } from '../shared/polling/deadline';
import { readingOrder } from '../shared/polling/readingOrder';
import { propertyIn } from '../shared/polling/pollState';
import { eachProperty, fromAny } from '../shared/polling/propertyTurns';
import { RunProgress, type RunResult } from '../shared/polling/runProgress';
import type { Api } from '../shared/transport/types';
import type { HandedOverReservation } from './handedOver';
import { Learner } from './learning';
import { Requests } from './requestBudget';
import { boundState, forgetOld } from './retention';
import { SearchReader } from './searchReading';
import { Settler, type SettleSettings } from './settling';
import { failedReservations, type PropertyState, type TriggerState, type WaitingReservation } from './state';

export interface RunSettings extends SettleSettings {
	/** Max reservations per execution; the others wait for the next poll. */
	maxReservations: number;
	/** How many requests the poll may send. */
	maxRequests: number;
	/** Each property is read at least this often, as far as the limits allow. */
	atLeastEveryMs: number;
	/** By property ID, in epoch milliseconds; updated. */
	readTimes: Map<string, number>;
}

/**
 * Continues from `state` and updates it: settles waiting reservations, then reads a page of each property until all
 * changes are read, the time or the requests are used up, or the execution is full. Reservations whose details failed
 * in an earlier poll come next; what is left goes into those that were there before the start.
 */
export async function runPoll(
	api: Api,
	state: TriggerState,
	propertyIds: readonly string[],
	settings: RunSettings,
	deadline: Deadline,
): Promise<RunResult<HandedOverReservation>> {
	const progress = new RunProgress<HandedOverReservation>(deadline, settings.maxReservations);
	const requests = new Requests(settings.maxRequests);
	const now = Date.now();
	const pages = new SearchReader(api, settings.timeZone, requests, progress, now);
	const settler = new Settler(api, settings, requests, progress);
	const learner = new Learner(api, settings, requests, progress, settler);
	const { readTimes, atLeastEveryMs } = settings;
	const activityOf = (id: string) => propertyIn(state, id)?.activity;
	const ids = readingOrder(activityOf, propertyIds, readTimes, now, atLeastEveryMs);
	const failedBefore = new Map(ids.map((id) => [id, failedReservations(propertyIn(state, id))]));
	const hasFailed = (id: string, { number }: WaitingReservation) =>
		failedBefore.get(id)?.has(number) ?? false;
	const settleWaiting = async (id: string, property: PropertyState) =>
		await settler.settle(id, property, (one) => !one.failed);
	const readOn = async (id: string, property: PropertyState) => {
		const before = new Set(property.backlog);
		const hasMore = await pages.readNext(id, property);
		if (hasMore === undefined) return false;
		await settler.settle(id, property, (one) => !before.has(one) && !hasFailed(id, one));
		return hasMore && !progress.failures.has(id);
	};
	const settleFailed = async (id: string, property: PropertyState) =>
		await settler.settleFailed(id, property, failedBefore.get(id) ?? new Set());
	const learn = async (id: string, property: PropertyState) => await learner.learn(id, property);

	// The searches of all properties come before the details of a busy one.
	settler.reserve = Math.floor(settings.maxRequests / 2);
	await eachProperty(state, ids, progress, settleWaiting);
	let unread = ids;
	while (unread.length > 0 && !progress.isOver())
		unread = await eachProperty(state, unread, progress, readOn);
	settler.reserve = 0;
	await eachProperty(state, ids, progress, settleWaiting);
	await eachProperty(state, fromAny(ids), progress, settleFailed);
	await eachProperty(state, fromAny(ids), progress, learn);

	for (const id of pages.complete) forgetOld(propertyIn(state, id) as PropertyState);
	boundState(state);
	for (const id of pages.served) readTimes.set(id, now);
	return progress.result(pages, (id) => failedReservations(propertyIn(state, id)).size > 0);
}
