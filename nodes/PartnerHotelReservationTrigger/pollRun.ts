import type { IDataObject } from 'n8n-workflow';

import type { Deadline } from '../shared/polling/deadline';
import { readingOrder } from '../shared/polling/readingOrder';
import { RunProgress } from '../shared/polling/runProgress';
import type { Api } from '../shared/transport/types';
import { mapConcurrently } from '../shared/util/mapConcurrently';
import type { HandedOverReservation } from './handedOver';
import { Learner } from './learning';
import { Requests } from './requestBudget';
import { boundState, forgetOld } from './retention';
import { SearchReader } from './searchReading';
import { Settler, type SettleSettings } from './settling';
import {
	failedReservations,
	propertyIn,
	type PropertyState,
	type TriggerState,
	type WaitingReservation,
} from './state';

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

export interface RunResult {
	items: IDataObject[];
	/** The reservations of these items. */
	emitted: HandedOverReservation[];
	/** Failures by property ID. The search of the property is repeated and its reservations wait. */
	failures: Map<string, unknown>;
	/** Properties that were searched; single reservations of theirs may have failed. */
	read: string[];
	/** Those of them without any failure. */
	sound: string[];
	/** By property ID: how many records were skipped because they have no number. */
	unreadable: Map<string, number>;
}

const PROPERTIES_AT_ONCE = 3;

/**
 * Continues from `state` and updates it: settles waiting reservations, then reads a page of each property, the most
 * urgent first, until all changes are read, the time or the requests are used up, or the execution is full. Reservations
 * whose details failed in an earlier poll come next; what is left goes into those that were there before the start.
 */
export async function runPoll(
	api: Api,
	state: TriggerState,
	propertyIds: readonly string[],
	settings: RunSettings,
	deadline: Deadline,
): Promise<RunResult> {
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
	const settleWaiting = async (id: string, property: PropertyState) => {
		await settler.settle(id, property, (one) => !one.failed);
		return false;
	};
	const readOn = async (id: string, property: PropertyState) => {
		const before = new Set(property.backlog);
		const hasMore = await pages.readNext(id, property);
		if (hasMore === undefined) return false;
		await settler.settle(id, property, (one) => !before.has(one) && !hasFailed(id, one));
		return hasMore && !progress.failures.has(id);
	};
	const settleFailed = async (id: string, property: PropertyState) => {
		await settler.settleFailed(id, property, failedBefore.get(id) ?? new Set());
		return false;
	};
	const learn = async (id: string, property: PropertyState) => {
		await learner.learn(id, property);
		return false;
	};

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
	const { items, emitted } = progress;
	const isNothingDone = pages.read.size === 0 && items.length === 0;
	const failures = isNothingDone ? progress.allFailures() : progress.failures;
	const read = [...pages.read];
	const isSound = (id: string) => !failures.has(id) && failedReservations(propertyIn(state, id)).size === 0;
	return { items, emitted, failures, read, sound: read.filter(isSound), unreadable: pages.unreadable };
}

/** A poll serves only some of the properties here: a random start is fair to all. */
function fromAny(ids: readonly string[]): string[] {
	const first = Math.floor(Math.random() * ids.length);
	return [...ids.slice(first), ...ids.slice(0, first)];
}

/**
 * A failure of one property does not affect the others.
 * @param work returns whether the property has more
 * @returns the properties that have more
 */
async function eachProperty(
	state: TriggerState,
	ids: readonly string[],
	progress: RunProgress<HandedOverReservation>,
	work: (id: string, property: PropertyState) => Promise<boolean>,
): Promise<string[]> {
	const more = await mapConcurrently(ids, PROPERTIES_AT_ONCE, async (id) => {
		const property = propertyIn(state, id);
		if (!property || progress.isOver()) return false;
		return await work(id, property).catch((error) => {
			progress.fail(id, error);
			return false;
		});
	});
	return ids.filter((_, position) => more[position]);
}
