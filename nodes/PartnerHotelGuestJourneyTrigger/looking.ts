import { decisionsOn, messageItem, shownItems, type Decision } from '../shared/journey/journeyItems';
import { JourneyReader, type JourneyDetails } from '../shared/journey/journeyReader';
import type { JourneyUnit } from '../shared/journey/journeyUnits';
import { unpackSent, withSent } from '../shared/journey/sentMoments';
import { MAX_MOMENT_DAYS } from '../shared/journey/journeySettings';
import type { JourneyRules } from '../shared/journey/verdict';
import { DAY_SECONDS } from '../shared/dates/wallClock';
import { DetailsReading } from '../shared/polling/detailsReading';
import { secondsOf } from '../shared/polling/feedTime';
import { zoneOf } from '../shared/polling/propertyZone';
import type { RunProgress } from '../shared/polling/runProgress';
import { isRateLimitWait } from '../shared/transport/errors';
import type { Api } from '../shared/transport/types';
import type { Settings } from './settings';
import {
	allKnown,
	DAY_MINUTES,
	forgottenAfterDays,
	hotelDay,
	knownStay,
	minutesAt,
	noteTime,
	rememberStay,
	serviceTime,
	type HandedOverMessage,
	type KnownStay,
	type PropertyState,
	type WaitingStay,
} from './state';

/** What is due later is not remembered: a list of those that are near will show it. Sending hours can add a day. */
const REMEMBERED_DAYS = MAX_MOMENT_DAYS + 2;
/** Details that failed more than once are read again. */
export const AGAIN_SECONDS = 300;
/** What failed once, perhaps because the poll was over, or waits for a limit is read at the next poll but one. */
const SOON_SECONDS = 60;

/** A moment that could not be sent in time. */
export interface Missed {
	property: string;
	number: string;
	moment: string;
}

/** Reads the details of stays, decides what is due now, and remembers it: nothing is decided from an earlier reading. */
export class Looker {
	readonly missed: Missed[] = [];
	private readonly reading: DetailsReading;
	private readonly reader: JourneyReader;
	/** By property ID: what was sent, of all its stays. One can move to another reservation. */
	private readonly sent = new Map<string, Map<string, number>>();

	constructor(
		private readonly api: Api,
		private readonly settings: Settings,
		private readonly progress: RunProgress<HandedOverMessage>,
	) {
		this.reading = new DetailsReading(progress);
		this.reader = new JourneyReader(api, settings);
	}

	/** @param mayRequest whether another request may be sent. @returns those that were not looked at */
	async look(
		id: string,
		property: PropertyState,
		waiting: readonly WaitingStay[],
		mayRequest: () => boolean,
	): Promise<WaitingStay[]> {
		const options = this.progress.sendOptions();
		const zone = await zoneOf(this.api, id, property, this.settings.timeZone, options);
		const { details, reserved: places } = await this.reading.readAll<WaitingStay, JourneyDetails>(
			id,
			waiting,
			false,
			{
				mayRequest,
				fetch: async ({ number, bookedAt: listed }, within) => {
					const bookedAt = listed ?? knownStay(property, number)?.bookedAt ?? null;
					return await this.reader.details(id, { number, bookedAt }, this.rulesOf(property, zone), within);
				},
			},
		);
		const left: WaitingStay[] = [];
		for (const [position, one] of waiting.entries()) {
			const found = details[position];
			if (found === undefined || found === 'later') left.push(one);
			else if (found === 'failed') left.push(failedAgain(property, one));
			else {
				await this.settle(id, property, one.number, found, zone);
				if (found.undecided)
					left.push({ ...one, againAt: this.againAt(id, property, found.undecided.error) });
			}
		}
		this.progress.release(places);
		return left;
	}

	/** When what was not decided is looked at again. */
	private againAt(id: string, property: PropertyState, error: Error): number {
		if (isRateLimitWait(error)) return serviceTime(property) + SOON_SECONDS;
		this.progress.fail(id, error);
		return serviceTime(property) + AGAIN_SECONDS;
	}

	private async settle(
		id: string,
		property: PropertyState,
		number: string,
		details: JourneyDetails,
		zone: string,
	): Promise<void> {
		const before = knownStay(property, number);
		if (details.record === null) {
			// It may come back: what it got is not forgotten.
			if (before) rememberStay(property, number, { ...before, lookAt: null });
			return;
		}
		const now = Number.isNaN(details.seenAt) ? serviceTime(property) : details.seenAt;
		noteTime(property, details.seenAt);
		const options = this.progress.sendOptions();
		const { filter, moments } = this.settings;
		const rules = this.rulesOf(property, zone);
		const sent = this.sentOf(id, property);
		const units = await this.reader.units(id, number, details, now, options);
		const decided = moments.filter(({ name }) => !details.undecided?.moments.has(name));
		const decide = (those: readonly JourneyUnit[]) =>
			decisionsOn(those, decided, filter, rules, (key) => sent.get(key), now);
		const decisions = decide(units);
		const due = decisions.filter(({ verdict }) => verdict.state === 'now');
		if (due.length > 0) {
			const { units: complete, hotel } = await this.reader.completeUnits(id, number, details, now, options);
			const keys = due.map(({ key }) => key);
			const messages = decide(complete).filter(({ key }) => keys.includes(key));
			const items = messages.map((one) => ({
				...messageItem(one, hotel, zone, now),
				...(property.redelivered?.includes(one.key) && { redelivered: true }),
			}));
			this.progress.emit({ property: id, number, keys }, shownItems(items, this.settings));
		}
		this.noteMissed(id, number, before?.lookAt ?? null, decisions);
		for (const { key, verdict } of due) sent.set(key, verdict.day as number);
		const today = hotelDay(now, zone);
		const own = new Set(decisions.map(({ key }) => key));
		const text = [...own].reduce((all, key) => withSent(all, key, sent.get(key)), before?.sent ?? '');
		const looks = decide(units).flatMap(({ verdict }) => verdict.lookAt ?? []);
		const lookAt = looks.length > 0 ? Math.min(...looks) : null;
		const [arrival, departure] = minutesOf(units, today * DAY_MINUTES);
		const untilDay =
			Math.max(Math.floor(departure / DAY_MINUTES), today, hotelDay(lookAt, zone)) + forgottenAfterDays(text);
		const { bookedAt } = details;
		const stay = { lookAt, bookedAt, arrival, untilDay, sent: text };
		if (text !== '' || this.isNear(stay, now, today)) rememberStay(property, number, stay);
		else delete property.known[number];
	}

	private rulesOf({ start }: PropertyState, zone: string): JourneyRules {
		return { ...this.settings.rules, zone, startedAt: secondsOf(start) };
	}

	/** What is farther away is listed when it comes near; the feed of bookings does not do that. */
	private isNear({ lookAt, arrival }: KnownStay, now: number, today: number): boolean {
		if (Math.floor(arrival / DAY_MINUTES) <= today + this.settings.aheadDays) return true;
		return (
			lookAt !== null &&
			(this.settings.source === 'bookings' || lookAt - now <= REMEMBERED_DAYS * DAY_SECONDS)
		);
	}

	/** Once: what was missed before the last look is known. */
	private noteMissed(
		property: string,
		number: string,
		awaitedAt: number | null,
		decisions: readonly Decision[],
	): void {
		if (awaitedAt === null) return;
		for (const { moment, verdict } of decisions) {
			const isNews = verdict.state === 'missed' && (verdict.dueAt ?? 0) >= awaitedAt;
			if (isNews) this.missed.push({ property, number, moment: moment.name });
		}
	}

	private sentOf(id: string, property: PropertyState): Map<string, number> {
		const known = this.sent.get(id);
		if (known) return known;
		const sent = new Map(allKnown(property).flatMap((one: KnownStay) => [...unpackSent(one.sent)]));
		this.sent.set(id, sent);
		return sent;
	}
}

function failedAgain(property: PropertyState, one: WaitingStay): WaitingStay {
	const againAt = serviceTime(property) + (one.failed ? AGAIN_SECONDS : SOON_SECONDS);
	return { ...one, failed: true, againAt };
}

/** The first arrival and the last departure, in hotel-local minutes since 1970. */
function minutesOf(units: readonly JourneyUnit[], today: number): [arrival: number, departure: number] {
	const minutes = (locals: Array<string | null>) =>
		locals.map((local) => minutesAt(local ?? '')).filter((minute) => !Number.isNaN(minute));
	const arrivals = minutes(units.map(({ stay }) => stay.arrival));
	const departures = minutes(units.map(({ stay }) => stay.departure));
	return [arrivals.length > 0 ? Math.min(...arrivals) : today, Math.max(...departures, today)];
}
