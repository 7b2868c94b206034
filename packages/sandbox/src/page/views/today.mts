import { html, type Html, type Part } from '../html.mts';
import type { StayLine } from '../model/stayLine.mts';
import { counted, dayText, longDayText } from '../words.mts';
import { button } from './forms.mts';
import { roomText } from './roomText.mts';
import { addressOf, type PageView } from './pageView.mts';

/** Arrivals, departures and guests in house. */
export function todaySection({ property, today, now }: PageView): Html {
	const { arrivals, departures, inHouse, sold, rooms, day } = today;
	const toCome = arrivals.filter(({ status }) => status === 'New').length;
	const toLeave = departures.filter(({ status }) => status === 'CheckedIn').length;
	const line = (text: (stay: StayLine) => Part, action: StayLine['next']) => (stay: StayLine) =>
		stayItem(property.id, stay, text(stay), action);
	return html`<section id="today" aria-labelledby="today-title">
		<header>
			<h2 id="today-title">Today</h2>
			<p>
				${longDayText(day)}, ${now.slice(11)} ${property.zone} in ${property.city} · ${sold} of ${rooms} rooms
				sold tonight, ${Math.round((sold / rooms) * 100)} %
			</p>
		</header>
		<div class="columns">
			${list('Arrivals', arrivals, `${toCome} to come`, line(arrivalText, 'check-in'))}
			${list('Departures', departures, `${toLeave} to leave`, line(departureText, 'check-out'))}
			${list('In house', inHouse, counted(inHouse.length, 'room'), line(houseText, null))}
		</div>
	</section>`;
}

function list(title: string, stays: StayLine[], summary: string, item: (stay: StayLine) => Html): Html {
	const id = `list-${title.toLowerCase().replace(' ', '-')}`;
	return html`<div class="panel">
		<h3 id="${id}">${title} <span class="count">${stays.length}</span> <small>${summary}</small></h3>
		${stays.length === 0
			? html`<p class="empty">None today.</p>`
			: html`<ul class="stays scroll" tabindex="0" aria-labelledby="${id}">
					${stays.map(item)}
				</ul>`}
	</div>`;
}

function stayItem(propertyId: string, stay: StayLine, text: Part, action: StayLine['next']): Html {
	const done = action !== null && stay.next !== action;
	return html`<li id="${action ?? 'house'}-${stay.pmsRoomStayId}" class="${done ? 'done' : ''}">
		${roomText(stay)}
		<span class="who">
			<a
				id="${action ?? 'house'}-link-${stay.pmsRoomStayId}"
				href="${addressOf(propertyId, stay.bookingNumber)}#booking"
				><bdi>${stay.guest}</bdi></a
			>
			<small>${text}</small>
		</span>
		${action !== null &&
		stay.next === action &&
		button(
			`${action}-button-${stay.pmsRoomStayId}`,
			action,
			{ property: propertyId, stay: stay.pmsRoomStayId },
			html`${action === 'check-in' ? 'Check in' : 'Check out'}<span class="unseen"> ${stay.guest}</span>`,
			'small',
		)}
	</li>`;
}

function arrivalText({ status, arrivedAt, roomType, fromDay, untilDay }: StayLine): string {
	const nights = counted(untilDay - fromDay, 'night');
	if (status === 'New') return `${nights}, ${roomType}`;
	return `Checked in${arrivedAt === null ? '' : ` ${arrivedAt.slice(11)}`}, ${nights}`;
}

function departureText({ status, leftAt, roomType, fromDay, untilDay }: StayLine): string {
	if (status === 'CheckedOut') return `Checked out${leftAt === null ? '' : ` ${leftAt.slice(11)}`}`;
	return `After ${counted(untilDay - fromDay, 'night')}, ${roomType}`;
}

function houseText({ roomType, untilDay }: StayLine): string {
	return `Until ${dayText(untilDay)}, ${roomType}`;
}
