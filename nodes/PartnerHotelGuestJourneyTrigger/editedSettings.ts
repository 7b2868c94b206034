import { DAY_SECONDS } from '../shared/dates/wallClock';
import { earliestLook } from '../shared/journey/earliestLook';
import { earlier, feedTime, secondsOf } from '../shared/polling/feedTime';
import { shortHash } from '../shared/polling/shortHash';
import { inSlices } from '../shared/util/inSlices';
import type { Settings } from './settings';
import {
	addWaiting,
	allKnown,
	DAY_MINUTES,
	forgottenAfterDays,
	hotelDay,
	rememberStay,
	type KnownStay,
	type PropertyState,
} from './state';

const HASH_LENGTH = 12;

/** What stands for the settings that decide when something is due. */
export function decidingSettings(settings: Settings): string {
	const { moments, filter, rules, timeZone, bookedWithinSeconds } = settings;
	return shortHash(JSON.stringify([moments, filter, rules, timeZone, bookedWithinSeconds]), HASH_LENGTH);
}

/** After an edit: stays are looked at when the new settings ask for it, and lists are read as at the start. */
export async function applyEdit(
	property: PropertyState,
	settings: Settings,
	zone: string,
	now: number,
): Promise<void> {
	const today = hotelDay(now, zone);
	await inSlices(allKnown(property), ({ number, ...stay }) => {
		if (isListedAgain(stay, settings, today, now)) delete property.known[number];
		else if (leftOn(stay) >= today - settings.backDays) lookBy(property, number, stay, settings, zone, now);
	});
	delete property.reading;
	delete property.listedAt;
	delete property.listedUntil;
	if (settings.source === 'bookings') {
		delete property.continueToken;
		property.feedSince = feedTime(now - settings.bookedWithinSeconds);
		return;
	}
	const { dueAfterBookingSeconds, rules } = settings;
	const since = now - dueAfterBookingSeconds - rules.lateSeconds;
	if (dueAfterBookingSeconds > 0 && property.readUntil !== undefined)
		property.readUntil = feedTime(earlier(since, secondsOf(property.readUntil)));
}

/** When it comes near, or as one of those that changed lately. */
function isListedAgain(
	{ arrival, lookAt, sent }: KnownStay,
	{ source, aheadDays }: Settings,
	today: number,
	now: number,
): boolean {
	const isDue = lookAt !== null && lookAt <= now;
	const isFar = Math.floor(arrival / DAY_MINUTES) > today + aheadDays;
	return source === 'reservations' && sent === '' && isFar && !isDue;
}

/** What may be due at once waits like those that have changed. */
function lookBy(
	property: PropertyState,
	number: string,
	stay: KnownStay,
	settings: Settings,
	zone: string,
	now: number,
): void {
	const { arrival, bookedAt, lookAt, sent } = stay;
	// Of one that got nothing, only the arrival may be known.
	const departure = sent === '' ? null : leftOn(stay) * DAY_SECONDS;
	const outline = { arrival: arrival * 60, departure, bookedAt };
	const look = earliestLook(outline, settings.moments, { ...settings.rules, zone }, now);
	if (look === now) addWaiting(property, { number });
	else if (look !== null && !(lookAt !== null && lookAt < look)) {
		const untilDay = Math.max(stay.untilDay, hotelDay(look, zone) + forgottenAfterDays(sent));
		rememberStay(property, number, { ...stay, lookAt: look, untilDay });
	}
}

/** In days since 1970; later, if something was due later. */
function leftOn({ sent, untilDay }: KnownStay): number {
	return untilDay - forgottenAfterDays(sent);
}
