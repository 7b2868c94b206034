import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { chosenProperties } from '../shared/parameters/propertySelection';
import { readValues } from '../shared/operation/readValues';
import type { Values } from '../shared/operation/defineOperation';
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
	const settings = readValues(parameters, (name, fallback) =>
		context.getNodeParameter(name, fallback),
	) as Settings;
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
	const fresh = context.getMode() === 'manual' ? wanted : await notEmittedYet(context, wanted);
	const webhookResponse = { received: delivery.events.length, emitted: fresh.length };
	if (fresh.length === 0) return { webhookResponse };
	const left = Math.max(startedAt + ANSWER_WITHIN_MS - Date.now(), LEAST_FOR_DETAILS_MS);
	const items = await withDetails(context, fresh, settings.output, left);
	return { webhookResponse, workflowData: [items.map((json) => ({ json }))] };
}

function selectionOf({ events, propertySelection, propertyId, propertyIds }: Settings): Selection {
	const chosen = chosenProperties(propertySelection, propertyId, propertyIds);
	return { events, ...(chosen.length > 0 && { propertyIds: chosen }) };
}

/** What was not answered is not remembered either: it comes again when the provider repeats it. */
async function notEmittedYet(
	context: IWebhookFunctions,
	wanted: readonly HotelEvent[],
): Promise<HotelEvent[]> {
	const stored = context.getWorkflowStaticData('node') as { emitted?: EmittedEvents };
	const deliveries = deliveriesOf(context);
	const emitted = stored.emitted ?? {};
	const answered = await answeredOf(deliveries, idsOf(wanted), WAIT_FOR_FIRST_MS);
	const fresh = newEvents(wanted, (id) => id in emitted || answered.has(id));
	if (fresh.length === 0) return [];
	remember(deliveries, idsOf(fresh), isAnswered(context));
	stored.emitted = withEmitted(emitted, fresh, Math.floor(DateTime.utc().toSeconds()));
	return fresh;
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
