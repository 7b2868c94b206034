import { html, type Html } from '../html.mts';
import type { Message } from '../messages.mts';
import type { BookingView } from '../model/bookings.mts';
import type { JourneyStop } from '../model/journey.mts';
import { momentText } from '../words.mts';
import { button } from './forms.mts';
import type { PageView } from './pageView.mts';

/** The journey of the guests from left to right, with the messages sent at each point. */
export function journeyLine(
	property: PageView['property'],
	{ number, guest }: BookingView,
	stops: readonly JourneyStop[],
): Html {
	return html`<h3>Journey of <bdi>${guest}</bdi> <small>Times: ${property.zone}</small></h3>
		<ol class="journey" aria-label="Journey of the guests">
			${stops.map((stop, index) => stopItem(property, number, stop, index))}
		</ol>`;
}

function stopItem(
	property: PageView['property'],
	number: string,
	{ name, atMs, isReached, goMs, messages }: JourneyStop,
	index: number,
): Html {
	const fields = { property: property.id, booking: number };
	return html`<li class="${isReached ? 'reached' : ''}">
		<strong>${name}</strong>
		<span>${atMs === null ? 'not yet' : momentText(atMs, property.timeZone)}</span>
		${messages.map((message) => sent(message, number))}
		${goMs !== null &&
		button(
			`go-${index}`,
			'clock',
			{ ...fields, now: new Date(goMs).toISOString() },
			html`Go there<span class="unseen">: ${name}</span>`,
			'small',
		)}
	</li>`;
}

/** A link to the message, without the number of its booking, which is beside it. */
function sent(message: Message, number: string): Html {
	const isMail = message.kind === 'mail';
	const words = isMail ? message.subject : (message.text.split('\n', 1)[0] ?? '').replaceAll('*', '');
	const what = words.replace(number, '').replace(/^\W+|\s+(?=,)/g, '') || (isMail ? 'E-mail' : 'Message');
	const sender = message.workflow === undefined ? '' : ` by ${message.workflow}`;
	return html`<a id="sent-${message.id}" href="#message-${message.id}">${what}</a>
		<small>${isMail ? 'E-mail' : 'Slack'}${sender}</small>`;
}
