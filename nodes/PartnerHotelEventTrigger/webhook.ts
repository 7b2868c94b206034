import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { chosenProperties } from '../shared/parameters/propertySelection';
import { readValues } from '../shared/operation/readValues';
import type { Values } from '../shared/operation/defineOperation';
import { savedParameter } from '../shared/operation/writing';
import { leavesOutPersonalData } from '../shared/operation/leaveOutPersonalData';
import { expectedHeader, isAuthorized } from './authentication';
import { answeredOf, deliveriesOf, isAnswered, remember } from './deliveries';
import { newEvents, withEmitted, type EmittedEvents } from './emittedEvents';
import { withDetails } from './eventDetails';
import { isWanted, readEvents, type HotelEvent, type Selection } from './hotelEvents';
import { parameters } from './parameters';

type Settings = Values<typeof parameters>;

/** The provider sends no newer events before it has an answer, so it gets one soon, whatever happens. */
const ANSWER_WITHIN_MS = 8_000;
/** Nearly as long as the first delivery of the same events may take. */
const WAIT_FOR_FIRST_MS = 7_000;
const LEAST_FOR_DETAILS_MS = 1_000;

const EXPECTED =
	'The body must be a JSON array of events with an eventType, sent with the content type application/json.';

/** Takes a delivery: at most 1,000 events, the oldest first. */
export async function webhook(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const startedAt = Date.now();
	const settings = readValues(parameters, (name, fallback, options) =>
		context.getNodeParameter(name, fallback, options),
	) as Settings;
	const leavesOut =
		settings.output !== 'event' &&
		leavesOutPersonalData(settings.options, (path) => savedParameter(context, path));
	const expected = await expectedHeader(context, settings.authentication);
	if (expected && !isAuthorized(context.getHeaderData(), expected)) return answer(context, 401);
	const delivery = readEvents(context.getBodyData());
	if (!delivery) return answer(context, 400, { message: EXPECTED });
	if (delivery.unreadable > 0) {
		context.logger.warn(
			`Partner Hotel: a delivery contained records that are no events (${delivery.unreadable})`,
		);
	}
	const wanted = delivery.events.filter((event) => isWanted(event, selectionOf(settings)));
	const isTest = context.getMode() === 'manual';
	const fresh = isTest ? wanted : await notEmittedYet(context, wanted);
	const webhookResponse = { received: delivery.events.length, emitted: fresh.length };
	const store = () => !isTest && storeEmitted(context, wanted);
	if (fresh.length === 0) {
		if (wanted.length > 0) store();
		return { webhookResponse };
	}
	const left = Math.max(startedAt + ANSWER_WITHIN_MS - Date.now(), LEAST_FOR_DETAILS_MS);
	const items = await withDetails(context, fresh, settings.output, left, leavesOut);
	return {
		workflowData: [items.map((json) => ({ json }))],
		/**
		 * n8n reads this between the start of the execution and saving the static data. What changed before would not be
		 * saved: the execution's own copy of the workflow resets the mark that the static data changed.
		 */
		get webhookResponse() {
			store();
			return webhookResponse;
		},
	};
}

function selectionOf({ events, propertySelection, propertyId, propertyIds }: Settings): Selection {
	const chosen = chosenProperties(propertySelection, propertyId, propertyIds);
	return { events, ...(chosen.length > 0 && { propertyIds: chosen }) };
}

interface StaticData {
	emitted?: EmittedEvents;
}

/** What was not answered is not remembered either: it comes again when the provider repeats it. */
async function notEmittedYet(
	context: IWebhookFunctions,
	wanted: readonly HotelEvent[],
): Promise<HotelEvent[]> {
	const { emitted = {} } = context.getWorkflowStaticData('node') as StaticData;
	const deliveries = deliveriesOf(context);
	const answered = await answeredOf(deliveries, idsOf(wanted), WAIT_FOR_FIRST_MS);
	const fresh = newEvents(wanted, (id) => id in emitted || answered.has(id));
	if (fresh.length > 0) remember(deliveries, idsOf(fresh), isAnswered(context));
	return fresh;
}

function storeEmitted(context: IWebhookFunctions, events: readonly HotelEvent[]): void {
	const stored = context.getWorkflowStaticData('node') as StaticData;
	stored.emitted = withEmitted(stored.emitted ?? {}, events, Math.floor(DateTime.utc().toSeconds()));
}

function idsOf(events: readonly HotelEvent[]): string[] {
	return events.flatMap(({ eventId }) => eventId ?? []);
}

function answer(context: IWebhookFunctions, status: number, body?: IDataObject): IWebhookResponseData {
	const response = context.getResponseObject();
	response.status(status);
	if (body) response.json(body);
	else response.end();
	return { noWebhookResponse: true };
}
