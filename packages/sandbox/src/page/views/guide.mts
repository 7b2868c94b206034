import { html, type Html } from '../html.mts';
import type { EventsView } from '../model/events.mts';
import type { PageView } from './pageView.mts';

/** What to do first: four steps. */
export function guideSection({ guide, events }: PageView): Html {
	const arrival =
		events.sentTo === undefined
			? html`A workflow asks every minute: its <a href="#messages">message</a> is here within one. With
					<a href="#events">events</a>, in an instant.`
			: html`${instantArrival(events)}${guide &&
				` ${guide.workflowName} asks every minute and sends the same: the page shows it once.`}`;
	const open = guide
		? html`<a class="go" href="${guide.workflowUrl}">${guide.workflowName}</a> ran: see what it took and
				sent.${loginHint(guide.login)}`
		: html`<code>npm start</code> runs this sandbox with n8n and all example workflows.`;
	const build = guide
		? html`<a class="go" href="${guide.buildUrl}">Start a workflow</a>, add a node and search for “Partner
				Hotel”.`
		: html`Any program can use the API at this address: see docs/sandbox.md.`;
	return html`<ol class="guide" aria-label="First steps">
		<li>
			<h2>Make a booking</h2>
			<p><button id="first-button" class="primary" data-dialog="new-booking">New booking</button></p>
		</li>
		<li>
			<h2>Watch it arrive</h2>
			<p>${arrival} Then play its days with the clock at the top: the guests come and leave.</p>
		</li>
		<li>
			<h2>Open the workflow</h2>
			<p>${open}</p>
		</li>
		<li>
			<h2>Build your own</h2>
			<p>${build}</p>
		</li>
	</ol>`;
}

function instantArrival({ workflow }: EventsView): Html {
	const starts = workflow
		? html`An event starts <a class="go" href="${workflow.url}">${workflow.name}</a>`
		: html`An event tells of it`;
	return html`${starts}: the <a href="#messages">message</a> is here in an instant.`;
}

function loginHint(login: { email: string; password: string } | undefined): Html | undefined {
	return (
		login &&
		html` <span class="hint">Sign in as <code>${login.email}</code>, <code>${login.password}</code></span>`
	);
}
