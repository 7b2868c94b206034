import { html, type Html } from '../html.mts';
import { BOOKING_STATUSES } from '../../world/bookings/types.mts';
import { toWireDate } from '../../world/time.mts';
import { dayText } from '../words.mts';
import { isToCome, type BookingView } from '../model/bookings.mts';
import { hidden } from './forms.mts';
import type { PageView } from './pageView.mts';

const MAX_NIGHTS = 30;
const MAX_ROOMS = 10;

/** Another name every time, so that bookings can be distinguished. */
const GUESTS = [
	'Ada Example',
	'Ben Sample',
	'Carla Model',
	'Dan Pattern',
	'Eve Draft',
	'Finn Trial',
	'Gina Instance',
	'Hugo Specimen',
];

function guestName(count: number): string {
	return GUESTS[count % GUESTS.length] ?? '';
}

/** The forms that open over the page. */
export function dialogs({ property, today, booking, bookings }: PageView): Html {
	const changeable = booking !== undefined && isToCome(booking) ? booking : undefined;
	return html`${dialog(
		'new-booking',
		'New booking',
		property.name,
		'book',
		html`${hidden({ property: property.id })}
			<label
				>Guest
				<input
					name="guest"
					value="${guestName(bookings.length + today.arrivals.length)}"
					maxlength="80"
					autocomplete="off"
					required
			/></label>
			${stayFields(today.day, today.day, 2, 1)}`,
		'Book',
	)}
	${changeable && html`${changeDialog(changeable, today.day)}${cancelDialog(changeable)}`}`;
}

function changeDialog(booking: BookingView, today: number): Html {
	const { propertyId, number, guest, arrivalDay, nights, stays, status } = booking;
	const option = (value: string) =>
		html`<option value="${value}" ${value === status && html`selected`}>${value}</option>`;
	return dialog(
		'change-booking',
		'Change booking',
		guest,
		'change',
		html`${hidden({ property: propertyId, booking: number })}
			${stayFields(arrivalDay, Math.min(arrivalDay, today), nights, stays.length)}
			<label>
				Status
				<select name="status">
					${BOOKING_STATUSES.filter((one) => one !== 'Cancelled').map(option)}
				</select>
			</label>`,
		'Change',
	);
}

function cancelDialog({ propertyId, number, guest, arrivalDay }: BookingView): Html {
	return dialog(
		'cancel-booking',
		'Cancel booking',
		guest,
		'cancel',
		html`${hidden({ property: propertyId, booking: number })}
			<p>The booking for ${dayText(arrivalDay)} is cancelled; it stays in the feed with its new status.</p>`,
		'Cancel the booking',
		'danger',
	);
}

function stayFields(arrivalDay: number, firstDay: number, nights: number, rooms: number): Html {
	return html`<label>
			Arrival
			<input
				type="date"
				name="arrivalDate"
				value="${toWireDate(arrivalDay)}"
				min="${toWireDate(firstDay)}"
				required
			/>
		</label>
		<label>
			Nights <input type="number" name="nights" value="${nights}" min="1" max="${MAX_NIGHTS}" required />
		</label>
		<label>
			Rooms <input type="number" name="roomStays" value="${rooms}" min="1" max="${MAX_ROOMS}" required />
		</label>`;
}

function dialog(
	id: string,
	title: string,
	subtitle: string,
	action: string,
	fields: Html,
	label: string,
	kind = '',
): Html {
	return html`<dialog id="${id}" aria-labelledby="${id}-title">
		<form method="post" action="/page/${action}">
			<h2 id="${id}-title">${title}</h2>
			<p><bdi>${subtitle}</bdi></p>
			${fields}
			<p class="actions">
				<button class="primary ${kind}">${label}</button>
				<button type="button" data-close>Close</button>
			</p>
		</form>
	</dialog>`;
}
