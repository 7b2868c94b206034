import { html, type Html } from '../html.mts';
import type { PageView } from './pageView.mts';

/** What to do first: four steps. */
export function guideSection({ guide, sendsEvents }: PageView): Html {
	const arrival = sendsEvents
		? html`An event tells of it: the message is here in an instant.`
		: html`A workflow asks every minute: its <a href="#messages">message</a> is here within one. With events,
				in an instant.`;
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
			<p>${arrival}</p>
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

function loginHint(login: { email: string; password: string } | undefined): Html | undefined {
	return (
		login &&
		html` <span class="hint">Sign in as <code>${login.email}</code>, <code>${login.password}</code></span>`
	);
}
