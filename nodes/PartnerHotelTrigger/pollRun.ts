import type { IDataObject } from 'n8n-workflow';

import { mapConcurrently } from '../shared/util/mapConcurrently';
import type { Api } from '../shared/transport/types';
import type { Deadline } from '../shared/polling/deadline';
import { readingOrder, withChanges } from '../shared/polling/readingOrder';
import { RunProgress } from '../shared/polling/runProgress';
import { DetailsReader } from './bookingDetails';
import type { HandedOverBooking } from './handedOver';
import { wantsDetails, type OutputSettings } from './output';
import { PageReader, type PageSettings } from './pageReading';
import { failedBookings, type PropertyState, type WaitingBooking } from './propertyState';
import { forgetOld } from './retention';
import { Settler } from './settling';
import { boundState, propertyIn, type TriggerState } from './state';

export interface RunSettings extends OutputSettings, PageSettings {
	/** Max bookings per execution; the others wait for the next poll. */
	maxBookings: number;
	/** Each property is read at least this often, as far as the limits allow. */
	atLeastEveryMs: number;
	/** By property ID, in epoch milliseconds; updated. */
	readTimes: Map<string, number>;
}

export interface RunResult {
	items: IDataObject[];
	/** The bookings of these items. */
	emitted: HandedOverBooking[];
	/** Failures by property ID. The cursor of the property stays and its bookings wait. */
	failures: Map<string, unknown>;
	/** Properties whose feed was read; single bookings of theirs may have failed. */
	read: string[];
	/** Those of them without any failure. */
	sound: string[];
	/** By property id: how many records of its feed were skipped because they have no booking number. */
	unreadable: Map<string, number>;
}

const PROPERTIES_AT_ONCE = 3;

/**
 * Continues from `state` and updates it: settles waiting bookings, then reads a page of each property, the most urgent
 * first, until all feeds are read, the time or the page budget is used up, or the execution is full. Bookings whose details failed in an
 * earlier poll come last.
 */
export async function runPoll(
	api: Api,
	state: TriggerState,
	propertyIds: readonly string[],
	settings: RunSettings,
	deadline: Deadline,
): Promise<RunResult> {
	const progress = new RunProgress<HandedOverBooking>(deadline, settings.maxBookings);
	const withDetails = wantsDetails(settings.output, settings.filter);
	const pages = new PageReader(api, settings, withDetails, progress);
	const details = new DetailsReader(api, settings, withDetails, progress);
	const settler = new Settler(api, settings, details, progress);
	const now = Date.now();
	const { readTimes, atLeastEveryMs } = settings;
	const activityOf = (id: string) => propertyIn(state, id)?.activity;
	const ids = readingOrder(activityOf, propertyIds, readTimes, now, atLeastEveryMs);
	const failedBefore = new Map(ids.map((id) => [id, failedBookings(propertyIn(state, id))]));
	const hasFailed = (id: string, { number }: WaitingBooking) => failedBefore.get(id)?.has(number) ?? false;
	const settleWaiting = async (id: string, property: PropertyState) => {
		await settler.settle(id, property, (one) => !hasFailed(id, one));
		return false;
	};
	const readOn = async (id: string, property: PropertyState) => {
		const before = new Set(property.backlog);
		const hasMore = await pages.readNext(id, property);
		if (hasMore === undefined) return false;
		const added = property.backlog.filter((one) => !before.has(one));
		property.activity = withChanges(property.activity, added, now);
		await settler.settle(id, property, (one) => !before.has(one) && !hasFailed(id, one));
		return hasMore && !progress.failures.has(id);
	};
	const settleFailed = async (id: string, property: PropertyState) => {
		await settler.settleFailed(id, property, failedBefore.get(id) ?? new Set());
		return false;
	};

	await eachProperty(state, ids, progress, settleWaiting);
	let unread = ids;
	while (unread.length > 0 && !progress.isOver())
		unread = await eachProperty(state, unread, progress, readOn);
	await eachProperty(state, fromAny(ids), progress, settleFailed);

	for (const id of pages.served) forgetOld(propertyIn(state, id) as PropertyState);
	boundState(state);
	for (const id of pages.served) readTimes.set(id, now);
	const { items, emitted } = progress;
	const isNothingDone = pages.read.size === 0 && items.length === 0;
	const failures = isNothingDone ? progress.allFailures() : progress.failures;
	const read = [...pages.read];
	const isSound = (id: string) => !failures.has(id) && failedBookings(propertyIn(state, id)).size === 0;
	return { items, emitted, failures, read, sound: read.filter(isSound), unreadable: pages.unreadable };
}

/** A poll retries only some of the failed bookings: a random start is fair to all properties. */
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
	progress: RunProgress<HandedOverBooking>,
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
