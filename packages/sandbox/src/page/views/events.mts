import { html, type Html } from '../html.mts';
import type { EventsView } from '../model/events.mts';
import { hidden, switchButton } from './forms.mts';

/** The status of n8n's response if no published workflow has this webhook. */
const NOT_FOUND = 'status 404';

/** Whether the API sends events of changes. */
export function eventsPanel(propertyId: string, events: EventsView): Html {
	const { sentTo, canSend } = events;
	const fields = { property: propertyId };
	return html`<div class="panel" id="events">
		<h3>Webhook</h3>
		${sentTo === undefined && !canSend
			? addressForm(fields)
			: html`${switchButton('switch-events', 'events', fields, sentTo !== undefined, 'Events')}
					<p class="effect">${effectOf(events)}</p>`}
	</div>`;
}

function effectOf({ sentTo, workflow, delivered, waiting, failure }: EventsView): Html {
	const receiver = workflow && html`<a href="${workflow.url}">${workflow.name}</a>`;
	if (sentTo === undefined) {
		return html`Every change starts ${receiver ?? html`the workflow that waits for it`} at once.`;
	}
	return html`Every change ${receiver ? html`starts ${receiver}` : html`is sent to <code>${sentTo}</code>`} at
		once.
		<strong>${delivered} delivered, ${waiting} waiting.</strong>
		${failure !== null &&
		html`The last attempt failed: ${failure}.${failure === NOT_FOUND && ' Is the workflow published?'}`}`;
}

function addressForm(fields: Record<string, string>): Html {
	return html`<form class="address" method="post" action="/page/events">
		${hidden({ ...fields, on: 'true' })}
		<label>
			Address that takes events
			<input type="url" name="url" placeholder="http://127.0.0.1:5678/webhook/…/events" required />
		</label>
		<label>API key, if it asks for one <input name="key" autocomplete="off" /></label>
		<button id="switch-events">Send events</button>
	</form>`;
}
