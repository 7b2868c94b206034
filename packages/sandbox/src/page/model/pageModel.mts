import type { Sandbox } from '../../sandbox.mts';
import { openPmsView } from '../../world/pms/pmsView.mts';
import type { Property } from '../../world/properties.mts';
import { NOTICES, type Notice } from '../actions.mts';
import type { PageView } from '../views/pageView.mts';
import { zoneName } from '../words.mts';
import { bookingView, latestBookings } from './bookings.mts';
import { eventsView } from './events.mts';
import { journeyOf } from './journey.mts';
import { propertyLines } from './properties.mts';
import { requestsOf } from './requests.mts';
import { roomPlanOf } from './roomPlan.mts';
import { shownMessages } from './shownMessages.mts';
import { switchesFor } from './switches.mts';
import { todayOf } from './today.mts';

/** What the user wants to see. */
export interface Wanted {
	property: Property;
	booking?: string;
	notice?: string;
	error?: string;
}

const SHOWN_BOOKINGS = 25;

const NOTICE_TEXTS: Record<Notice, string> = {
	made: 'The booking is made. Its message arrives below.',
	changed: 'The booking is changed.',
	cancelled: 'The booking is cancelled.',
	arrived: 'The guests are checked in.',
	left: 'The guests are checked out.',
	moved: 'The clock is moved. What was due until now has happened.',
	faultOn: 'The fault is switched on.',
	faultOff: 'The fault is switched off.',
	eventsOn: 'Events are switched on: every change is sent at once.',
	eventsOff: 'Events are switched off.',
	guestsOn: 'Invented guests book, change and cancel from now on.',
	guestsOff: 'Invented guests do nothing any more.',
};

export function pageModel(sandbox: Sandbox, { property, booking, notice, error }: Wanted): PageView {
	const { world, clock, page, liveBookings } = sandbox;
	const view = openPmsView(world, property, clock.now());
	const { content } = view;
	const opened = booking === undefined ? undefined : bookingView(view, world, booking);
	const known = NOTICES.find((candidate) => candidate === notice);
	return {
		properties: propertyLines(sandbox, property),
		propertyCount: world.properties.length,
		property: {
			id: property.id,
			name: content.name,
			city: property.place.city.own,
			timeZone: content.timeZone.id,
			zone: zoneName(clock.now(), content.timeZone.id),
			currency: content.currency,
		},
		now: view.now,
		today: todayOf(view),
		plan: roomPlanOf(view),
		bookings: latestBookings(view, world, SHOWN_BOOKINGS),
		booking: opened,
		journey: opened === undefined ? [] : journeyOf(sandbox, view, opened.number),
		messages: shownMessages(sandbox),
		requests: requestsOf(sandbox),
		switches: switchesFor(sandbox, property),
		liveSeconds: liveBookings.everySeconds,
		events: eventsView(sandbox),
		guide: page.guide,
		notice: known && NOTICE_TEXTS[known],
		error,
	};
}

/** A text that changes whenever the page would look different. */
export function pageVersion(sandbox: Sandbox): string {
	const { world, clock, report, faults, page, liveBookings } = sandbox;
	const { requests } = report.summary();
	const faultsNow = faults.list().length;
	const minute = Math.floor(clock.now() / 60_000);
	const parts = [
		world.changeCount,
		requests,
		faultsNow,
		page.messages.count,
		liveBookings.everySeconds,
		eventsView(sandbox).failure,
		minute,
	];
	return parts.join(' ');
}
