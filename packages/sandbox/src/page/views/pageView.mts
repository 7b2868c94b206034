import type { Guide } from '../contents.mts';
import type { BookingLine, BookingView } from '../model/bookings.mts';
import type { EventsView } from '../model/events.mts';
import type { JourneyStop } from '../model/journey.mts';
import type { PropertyLine } from '../model/properties.mts';
import type { RequestsView } from '../model/requests.mts';
import type { RoomPlanView } from '../model/roomPlan.mts';
import type { ShownMessage } from '../model/shownMessages.mts';
import type { FaultSwitch } from '../model/switches.mts';
import type { Today } from '../model/today.mts';

/** Everything that the page shows, ready to be written. */
export interface PageView {
	properties: PropertyLine[];
	/** How many there are in all. */
	propertyCount: number;
	property: {
		id: string;
		name: string;
		city: string;
		timeZone: string;
		/** What the zone is called today. */
		zone: string;
		currency: string;
	};
	/** The property's wall clock, `YYYY-MM-DDThh:mm`. */
	now: string;
	today: Today;
	plan: RoomPlanView;
	bookings: BookingLine[];
	/** The booking that was opened. */
	booking: BookingView | undefined;
	/** The journey of its guests. */
	journey: JourneyStop[];
	messages: ShownMessage[];
	requests: RequestsView;
	switches: FaultSwitch[];
	/** Seconds between two actions of invented guests; 0 = none. */
	liveSeconds: number;
	events: EventsView;
	guide: Guide | undefined;
	/** What was just done; what could not be done. */
	notice: string | undefined;
	error: string | undefined;
}

/** The address of the page with a property, and with a booking of it. */
export function addressOf(propertyId: string, booking?: string): string {
	const query = new URLSearchParams({ property: propertyId, ...(booking !== undefined && { booking }) });
	return `/?${query.toString()}`;
}
