import { html, type Html } from '../html.mts';
import { dayText } from '../words.mts';
import { button } from './forms.mts';
import type { PageView } from './pageView.mts';

const SECTIONS = [
	['today', 'Today'],
	['messages', 'Messages'],
	['rooms', 'Rooms'],
	['bookings', 'Bookings'],
	['api', 'API'],
] as const;

const MOVES = [
	['nextMorning', 'Next Morning'],
	['nextDay', 'Next Day'],
	['nextArrival', 'To the Next Arrival'],
] as const;

/** The chosen hotel, its time, and the buttons that move its clock. */
export function head({ property, now, today, liveSeconds }: PageView): Html {
	return html`<header class="top">
		<div class="bar-line">
			<h1>Hotel sandbox</h1>
			<nav aria-label="Sections">${SECTIONS.map(([id, name]) => html`<a href="#${id}">${name}</a>`)}</nav>
			<div class="clock" role="group" aria-label="Clock of ${property.name}">
				<p>
					<strong>${dayText(today.day)}</strong>
					<span>${now.slice(11)} ${property.zone}</span>
				</p>
				${MOVES.map(([to, label]) =>
					button(`clock-${to}`, 'clock', { property: property.id, to }, label, 'small'),
				)}
			</div>
			${liveSeconds > 0 && html`<p class="live">Invented guests book every ${liveSeconds} s</p>`}
		</div>
	</header>`;
}
