import { html, type Html } from '../html.mts';
import { isToCome, type BookingLine, type BookingView } from '../model/bookings.mts';
import type { StayLine } from '../model/stayLine.mts';
import { counted, dayText, moneyText, momentText } from '../words.mts';
import { button } from './forms.mts';
import { journeyLine } from './journey.mts';
import { addressOf, type PageView } from './pageView.mts';
import { roomText } from './roomText.mts';

/** The bookings that changed last, and one of them with its history. */
export function bookingsSection(view: PageView): Html {
	const { property, bookings, booking, journey } = view;
	return html`<section id="bookings" aria-labelledby="bookings-title">
		<header>
			<h2 id="bookings-title">Bookings</h2>
			<p>The latest changes first. Times are those of the hotel, ${property.zone}.</p>
			<button id="new-button" data-dialog="new-booking">New booking</button>
		</header>
		${booking !== undefined && html`<div class="panel">${journeyLine(property, booking, journey)}</div>`}
		<div class="split">
			<div class="panel scroll tall" role="region" tabindex="0" aria-label="Latest changes">
				<table class="list">
					<thead>
						<tr>
							<th scope="col">Guest</th>
							<th scope="col">Arrival</th>
							<th scope="col">Stay</th>
							<th scope="col">Status</th>
							<th scope="col">Changed</th>
						</tr>
					</thead>
					<tbody>
						${bookings.map((line) => bookingRow(view, line))}
					</tbody>
				</table>
			</div>
			<div class="panel" id="booking" tabindex="-1">
				${booking === undefined
					? html`<p class="empty">Choose a booking, here or in the room plan, to see its history.</p>`
					: bookingDetails(view, booking)}
			</div>
		</div>
	</section>`;
}

function bookingRow({ property, booking }: PageView, line: BookingLine): Html {
	const { number, guest, booker, status, arrivalDay, nights, roomStays, modifiedMs } = line;
	const opened = number === booking?.number;
	return html`<tr id="row-${number}" class="${opened ? 'opened' : ''}">
		<td>
			<a id="open-${number}" href="${addressOf(property.id, number)}#booking" ${opened && CURRENT}
				><bdi>${guest}</bdi></a
			>${bookedBy(booker)}
		</td>
		<td>${dayText(arrivalDay)}</td>
		<td>${stayText(nights, roomStays)}</td>
		<td>${statusBadge(status)}</td>
		<td>${momentText(modifiedMs, property.timeZone)}</td>
	</tr>`;
}

/** @param booker null = the guest */
export function bookedBy(booker: string | null): Html | false {
	return booker !== null && html` <small>booked by <bdi>${booker}</bdi></small>`;
}

const CURRENT = html`aria-current="true"`;

function stayText(nights: number, roomStays: number): string {
	return roomStays > 1
		? `${counted(nights, 'night')}, ${counted(roomStays, 'room')}`
		: counted(nights, 'night');
}

function statusBadge(status: string): Html {
	return html`<span class="badge ${status}">${status}</span>`;
}

function bookingDetails({ property }: PageView, booking: BookingView): Html {
	const { number, guest, booker, status, total, currency, source, stays, propertyId, history } = booking;
	const fields = { property: propertyId, booking: number };
	return html`<header>
			<h3><bdi>${guest}</bdi> ${statusBadge(status)}</h3>
			<p>${bookedBy(booker)} <code>${number}</code></p>
		</header>
		<p>
			${moneyText(total, currency)}, taxes included · from
			${source}${booking.detailRemoved && html` · <strong>details removed from the API</strong>`}
		</p>
		<ul class="stays">
			${stays.map((stay) => stayItem(fields, stay))}
		</ul>
		${isToCome(booking) &&
		html`<p class="actions">
			<button id="change-button" data-dialog="change-booking">Change</button>
			<button id="cancel-button" data-dialog="cancel-booking" class="danger">Cancel</button>
		</p>`}
		<h4>History <small>${property.zone}</small></h4>
		<ol class="history">
			${history.map(
				({ atMs, text }) => html`<li><span>${momentText(atMs, property.timeZone)}</span> ${text}</li>`,
			)}
		</ol>`;
}

function stayItem(fields: { property: string; booking: string }, stay: StayLine): Html {
	const { pmsRoomStayId, roomType, fromDay, untilDay, status, next } = stay;
	return html`<li id="stay-${pmsRoomStayId}">
		${roomText(stay)}
		<span class="who">
			${roomType}
			<small>${dayText(fromDay)} to ${dayText(untilDay)}, ${statusWords(status)}</small>
		</span>
		${next !== null &&
		button(
			`stay-button-${pmsRoomStayId}`,
			next,
			{ ...fields, stay: pmsRoomStayId },
			next === 'check-in' ? 'Check in' : 'Check out',
			'small',
		)}
	</li>`;
}

function statusWords(status: StayLine['status']): string {
	return { New: 'to come', CheckedIn: 'in house', CheckedOut: 'left', Cancelled: 'cancelled' }[status];
}
