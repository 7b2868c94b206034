import type { IDataObject } from 'n8n-workflow';

import { mapConcurrently } from '../shared/concurrency';
import type { Api } from '../shared/transport/types';
import { DetailsReader } from './bookingDetails';
import type { Deadline } from './deadline';
import type { HandedOverBooking } from './handedOver';
import { wantsDetails, type OutputSettings } from './output';
import { PageReader, type PageSettings } from './pageReading';
import type { PropertyState } from './propertyState';
import { forgetOld } from './retention';
import { RunProgress } from './runProgress';
import { Settler } from './settling';
import { boundState, propertyIn, type TriggerState } from './state';
import { inTurn, nextTurn } from './turns';

export interface RunSettings extends OutputSettings, PageSettings {
	/** The most bookings one execution gets; the others wait for the next poll. */
	maxBookings: number;
}

export interface RunResult {
	items: IDataObject[];
	/** The bookings of these items. */
	emitted: HandedOverBooking[];
	/** By property id: what went wrong. The cursor of the property stays and its bookings wait. */
	failures: Map<string, unknown>;
	/** Properties whose feed was read; single bookings of theirs may have failed. */
	read: string[];
	/** By property id: how many records of its feed had no booking number and were left out. */
	unreadable: Map<string, number>;
}

const PROPERTIES_AT_ONCE = 3;

/**
 * Reads on from `state`, which it changes: first what waits, then a page of each property in turn, until all feeds
 * are read to their ends, the time or the pages are used up, or the execution is full.
 */
export async function runPoll(
	api: Api,
	state: TriggerState,
	propertyIds: readonly string[],
	settings: RunSettings,
	deadline: Deadline,
): Promise<RunResult> {
	const progress = new RunProgress(deadline, settings.maxBookings);
	const withDetails = wantsDetails(settings.output, settings.filter);
	const pages = new PageReader(api, settings, withDetails, progress);
	const details = new DetailsReader(api, settings, withDetails, progress);
	const settler = new Settler(api, settings, details, progress);
	const settleAll = async (id: string, property: PropertyState) => {
		await settler.settle(id, property, 0);
		return false;
	};
	const readOn = async (id: string, property: PropertyState) => {
		const held = property.backlog.length;
		const hasMore = await pages.readNext(id, property);
		if (hasMore === undefined) return false;
		await settler.settle(id, property, held);
		return hasMore && !progress.failures.has(id);
	};

	const ids = inTurn(state, propertyIds);
	await eachProperty(state, ids, progress, settleAll);
	let unread = ids;
	while (unread.length > 0 && !progress.isOver())
		unread = await eachProperty(state, unread, progress, readOn);

	for (const id of pages.served) forgetOld(propertyIn(state, id) as PropertyState);
	boundState(state);
	state.turn = nextTurn(state.turn, propertyIds, pages.served);
	const { items, emitted } = progress;
	const isNothingDone = pages.read.size === 0 && items.length === 0;
	const failures = isNothingDone ? progress.allFailures() : progress.failures;
	return { items, emitted, failures, read: [...pages.read], unreadable: pages.unreadable };
}

/**
 * What fails for one property does not affect the others.
 * @param work tells whether the property has more
 * @returns those that have
 */
async function eachProperty(
	state: TriggerState,
	ids: readonly string[],
	progress: RunProgress,
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
