import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { leavesOutPersonalData } from '../shared/operation/leaveOutPersonalData';
import { toNodeError } from '../shared/operation/nodeErrors';
import { savedParameter } from '../shared/operation/writing';
import { Delivery } from './delivery';
import { readEmitted, storedEmitted } from './emittedEvents';
import { withDetails } from './eventDetails';
import {
	isOlderThan,
	isWanted,
	MAX_DELIVERED_EVENTS,
	readEvents,
	type HotelEvent,
	type Received,
} from './hotelEvents';
import { nodeMemoryOf, type NodeMemory } from './nodeMemory';
import { parameters } from './parameters';
import { senderRefusal } from './senders';
import { readSettings, selectionOf, type Settings } from './settings';

/** The provider sends no newer events before it has a response, so it gets one soon, whatever happens. */
const RESPOND_WITHIN_MS = 8_000;
const WAIT_FOR_OTHERS_MS = 7_000;
const MIN_FOR_DETAILS_MS = 1_000;

const NO_EVENTS =
	'The body must be a JSON array of events with an eventType, sent with the content type application/json.';
const TOO_MANY = `A delivery may have at most ${MAX_DELIVERED_EVENTS.toLocaleString('en')} events.`;
const BUSY = 'The same events are being handled. Send them again later.';

/** Takes a delivery: at most 1,000 events, the oldest first. */
export async function webhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		return await takeDelivery(context, Date.now() + RESPOND_WITHIN_MS);
	} catch (error) {
		throw toNodeError(context.getNode(), error, parameters);
	}
}

async function takeDelivery(context: IWebhookFunctions, respondAt: number): Promise<IWebhookResponseData> {
	const settings = readSettings(context);
	const memory = nodeMemoryOf(context);
	const refusal = await senderRefusal(context, settings);
	if (refusal) {
		const { status, reason } = refusal;
		memory.refusals.report(`(${status}). ${reason}`, (text) => context.logger.warn(text));
		return respond(context, status);
	}
	const received = readEvents(context.getBodyData());
	if (received === undefined) return respond(context, 400, NO_EVENTS);
	if (received === 'tooMany') return respond(context, 413, TOO_MANY);
	const wanted = wantedOf(context, received, settings);
	const delivery = new Delivery(context.getResponseObject());
	const isTest = context.getMode() === 'manual';
	if (!isTest) memory.learn(readEmitted(staticDataOf(context).emitted));
	const fresh = isTest ? wanted : await memory.claim(wanted, delivery, WAIT_FOR_OTHERS_MS);
	if (fresh === undefined) return respond(context, 503, BUSY);
	const response = { received: received.events.length, emitted: fresh.length };
	if (fresh.length === 0) {
		if (wanted.length > 0) store(context, memory);
		return { webhookResponse: response };
	}
	const left = Math.max(respondAt - Date.now(), MIN_FOR_DETAILS_MS);
	const items = await withDetails(context, fresh, settings.output, left, leavesOut(context, settings)).catch(
		(error) => {
			delivery.failed();
			throw error;
		},
	);
	return handOver(items, response, () => {
		if (isTest) return;
		memory.emit(fresh, Math.floor(DateTime.utc().toSeconds()));
		delivery.taken();
		store(context, memory);
	});
}

/** Only details have personal data. */
function leavesOut(context: IWebhookFunctions, { output, options }: Settings): boolean {
	return output !== 'event' && leavesOutPersonalData(options, (path) => savedParameter(context, path));
}

function wantedOf(
	context: IWebhookFunctions,
	{ events, unreadable }: Received,
	settings: Settings,
): HotelEvent[] {
	const selection = selectionOf(settings);
	const hours = settings.options.ignoreOlderThanHours ?? Infinity;
	const now = DateTime.utc();
	const chosen = events.filter((event) => isWanted(event, selection));
	const wanted = chosen.filter((event) => !isOlderThan(event, hours, now));
	const old = chosen.length - wanted.length;
	if (unreadable > 0) {
		context.logger.warn(`Partner Hotel: a delivery contained records that are no events (${unreadable})`);
	}
	if (old > 0) context.logger.info(`Partner Hotel: events older than ${hours} h were ignored (${old})`);
	return wanted;
}

/**
 * n8n reads the response between the start of the execution and saving the static data. What is stored before would not
 * be saved: the execution's own copy of the workflow resets the mark that the static data changed.
 */
function handOver(
	items: readonly IDataObject[],
	response: IDataObject,
	taken: () => void,
): IWebhookResponseData {
	return {
		workflowData: [items.map((json) => ({ json }))],
		get webhookResponse() {
			taken();
			return response;
		},
	};
}

interface StaticData {
	emitted?: ReturnType<typeof storedEmitted>;
}

function staticDataOf(context: IWebhookFunctions): StaticData {
	return context.getWorkflowStaticData('node');
}

/** All that this process knows: a delivery of the same moment may have stored less. */
function store(context: IWebhookFunctions, memory: NodeMemory): void {
	staticDataOf(context).emitted = storedEmitted(memory.emitted);
}

function respond(context: IWebhookFunctions, status: number, message?: string): IWebhookResponseData {
	const response = context.getResponseObject();
	response.status(status);
	if (message === undefined) response.end();
	else response.json({ message });
	return { noWebhookResponse: true };
}
