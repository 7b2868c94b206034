import { html, type Html } from '../html.mts';
import type { MailMessage, Message } from '../messages.mts';
import type { ShownMessage } from '../model/shownMessages.mts';
import { slackText } from '../slackText.mts';
import { counted, dayText, zonedMoment } from '../words.mts';
import { bookedBy } from './bookings.mts';
import { addressOf, type PageView } from './pageView.mts';

const KILOBYTE = 1024;

/** The messages of the workflows, beside the bookings that caused them. */
export function messagesSection({ messages, guide, property }: PageView): Html {
	const empty = guide
		? 'Nothing yet. Make a booking: its Slack message and its e-mail appear here.'
		: 'Nothing yet. With npm start, what the workflows send to Slack and by e-mail appears here.';
	return html`<section id="messages" aria-labelledby="messages-title">
		<header>
			<h2 id="messages-title">Messages</h2>
			<p>What the workflows sent, as Slack and the mail program show it.</p>
		</header>
		${messages.length === 0
			? html`<div class="panel"><p class="empty">${empty}</p></div>`
			: html`<ol class="messages scroll" tabindex="0" aria-labelledby="messages-title">
					${messages.map((one) => messageItem(one, property.timeZone))}
				</ol>`}
	</section>`;
}

/** @param homeZone that of the hotel shown, for messages that name no booking */
function messageItem({ message, repeats, causes }: ShownMessage, homeZone: string): Html {
	const timeZone = causes[0]?.timeZone ?? homeZone;
	const cause =
		causes.length === 0
			? html`<p class="empty">Not about a certain booking.</p>`
			: causes.map((one) => causeCard(one, message));
	return html`<li id="message-${message.id}" class="panel">
		<div class="cause">
			<h3>What happened</h3>
			${cause}
		</div>
		<div class="sent">
			<p class="sender">
				${message.workflow === undefined
					? 'Sent'
					: html`Sent by the workflow <strong>${message.workflow}</strong>`}
				at ${zonedMoment(message.at, timeZone)}
			</p>
			${message.kind === 'slack' ? slackCard(message.text) : mailCard(message)}
			${repeats.map(
				({ workflow, at }) =>
					html`<p class="sender">
						<strong>${workflow}</strong> sent the same at ${zonedMoment(at, timeZone)}; it is not shown again.
					</p>`,
			)}
		</div>
	</li>`;
}

function causeCard(
	{ propertyName, timeZone, booking }: ShownMessage['causes'][number],
	{ id: messageId, at: sentAt }: Message,
): Html {
	const before = booking.history.filter(({ atMs }) => atMs <= sentAt);
	const last = before.at(-1) ?? booking.history[0];
	return html`<div>
		${last && html`<p class="deed">${last.text} <small>${zonedMoment(last.atMs, timeZone)}</small></p>`}
		<p>
			<a
				id="cause-${messageId}-${booking.number}"
				href="${addressOf(booking.propertyId, booking.number)}#booking"
				><bdi>${booking.guest}</bdi></a
			>${bookedBy(booking.booker)}<br />
			<small>${propertyName} · ${dayText(booking.arrivalDay)}, ${counted(booking.nights, 'night')}</small>
		</p>
	</div>`;
}

function slackCard(text: string): Html {
	return html`<article class="slack" aria-label="Slack message">
		<span class="avatar" aria-hidden="true">n8</span>
		<div>
			<p class="from"><strong>n8n</strong> <span class="app">APP</span></p>
			<div class="text" dir="auto">${slackText(text)}</div>
		</div>
	</article>`;
}

function mailCard(mail: MailMessage & { id: number }): Html {
	const { id, from, to, subject, text, html: page, attachments } = mail;
	const body =
		page === ''
			? html`<div class="text" dir="auto">${text}</div>`
			: html`<iframe
					sandbox="allow-same-origin"
					src="/page/messages/${id}/mail"
					title="E-mail: ${subject}"
				></iframe>`;
	return html`<article class="mail" aria-label="E-mail">
		<p class="subject"><strong>${subject || '(no subject)'}</strong></p>
		<p class="from"><span>${from}</span> to ${to.join(', ')}</p>
		${body}
		${attachments.length > 0 &&
		html`<ul class="files" aria-label="Attachments">
			${attachments.map(
				({ name, content }, index) =>
					html`<li>
						<a href="/page/messages/${id}/files/${index}" download>${name || 'without a name'}</a>
						<small>${sizeText(content.length)}</small>
					</li>`,
			)}
		</ul>`}
	</article>`;
}

function sizeText(bytes: number): string {
	return bytes < KILOBYTE ? `${bytes} bytes` : `${Math.round(bytes / KILOBYTE)} KB`;
}
