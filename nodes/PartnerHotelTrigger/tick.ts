import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/answers';
import { fetchBookingPage, findBooking, MAX_BOOKINGS_PAGE } from '../shared/bookingsFeed';
import type { Api, SendOptions } from '../shared/transport/types';
import { absorbPage, positionOf, restart, settleNext, tidy, type TriggerState } from './poll';

export interface TickSettings {
	includeDetails: boolean;
	/** The most bookings one execution gets; the rest waits for the next tick. */
	maxBookings: number;
	/** Told once when the service refuses the stored token, and reading starts again further back. */
	onLostToken: () => void;
}

/** How long the tick may still run, in ms. */
export type TimeLeft = () => number;

/** Less is too little for another request. */
const MIN_REQUEST_MS = 1_000;

/**
 * Reads on from `state`, which it changes, until the feed is read to its end, the time is up or the
 * execution is full. What was not settled stays in the backlog or behind the cursor.
 *
 * A failure ends the tick. What was settled before it is kept, and the failure comes again with the next
 * tick; with nothing settled it is thrown, and the caller drops the state.
 */
export async function runTick(
	api: Api,
	state: TriggerState,
	settings: TickSettings,
	timeLeft: TimeLeft,
): Promise<IDataObject[]> {
	const emitted: IDataObject[] = [];
	const reading = readOn(api, state, settings, timeLeft, emitted);
	const caughtUp = await reading.catch((error) => endedBy(error, emitted));
	tidy(state, caughtUp);
	return emitted;
}

/** @returns whether the feed was read to its end */
async function readOn(
	api: Api,
	state: TriggerState,
	settings: TickSettings,
	timeLeft: TimeLeft,
	emitted: IDataObject[],
): Promise<boolean> {
	let endReached = false;
	while (emitted.length < settings.maxBookings && timeLeft() >= MIN_REQUEST_MS) {
		const within: SendOptions = { maxWaitMs: timeLeft(), timeoutMs: timeLeft() };
		if (state.backlog.length > 0) {
			const item = await settle(api, state, settings, within);
			if (item) emitted.push(item);
		} else if (endReached) {
			return true;
		} else {
			const fetched = fetchBookingPage(api, state.propertyId, positionOf(state), MAX_BOOKINGS_PAGE, within);
			const page = await fetched.catch((error) => startOver(error, state, settings));
			if (page) absorbPage(state, page);
			endReached = page !== undefined && !page.hasMoreData;
		}
	}
	return endReached && state.backlog.length === 0;
}

/** A token that the service does not take (any more) is given up; any other failure stays one. */
function startOver(error: unknown, state: TriggerState, { onLostToken }: TickSettings): undefined {
	const refused = isRecord(error) && error.httpCode === '400' && state.continueToken !== undefined;
	if (!refused) throw error;
	restart(state);
	onLostToken();
}

/** Having to wait for a free place longer than the tick may last is no failure: the next tick goes on. */
function endedBy(error: unknown, emitted: IDataObject[]): false {
	const ownQueue = isRecord(error) && isRecord(error.context) && error.context.kind === 'wait';
	if (emitted.length === 0 && !ownQueue) throw error;
	return false;
}

/** The first booking of the backlog, with its details, as the item to emit. */
async function settle(
	api: Api,
	state: TriggerState,
	{ includeDetails }: TickSettings,
	options: SendOptions,
): Promise<IDataObject | undefined> {
	const [next] = state.backlog;
	if (!includeDetails || !next) return item(settleNext(state));
	const booking = await findBooking(api, state.propertyId, next.number, options);
	return item(settleNext(state, booking), booking ? { booking } : GONE);
}

const GONE = { booking: null, note: 'The API no longer has the details of this booking (HTTP 404).' };

function item(settled: ReturnType<typeof settleNext>, details: IDataObject = {}): IDataObject | undefined {
	return settled && { event: settled.event, ...settled.summary, ...details };
}
