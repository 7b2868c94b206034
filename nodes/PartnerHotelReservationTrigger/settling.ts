import { DetailsReading, type NotRead } from '../shared/polling/detailsReading';
import type { RunProgress } from '../shared/polling/runProgress';
import { isRateLimitWait } from '../shared/transport/errors';
import { chunks } from '../shared/util/chunks';
import { rememberRecorded } from './frontDesk';
import { isLookedAt, recall, rememberReservation, rememberListed } from './knownReservations';
import { wasToldBefore } from './retention';
import { findBooking } from '../shared/api/bookings/bookingsFeed';
import { absenceOf } from '../shared/api/property/propertyCache';
import { readReservationAdditions } from '../shared/pms/additions';
import type { OutputOptions } from '../shared/pms/reservationOutput';
import { reservationItems } from './output';
import { secondsOf } from '../shared/polling/feedTime';
import { zoneOf } from '../shared/polling/propertyZone';
import type { Occurrence, ReservationEvent } from './occurrence';
import { decide, isCreationUnsure } from './reservationEvents';
import type { FoundDetails } from '../shared/polling/reservationSearch';
import { sharedDetails } from '../shared/polling/sharedDetails';
import type { Api, SendOptions } from '../shared/transport/types';
import { textIn } from '../shared/util/json';
import { isListNewer, SETTLED_SECONDS } from './searchReading';
import type { HandedOverReservation, PropertyState, WaitingReservation } from './state';

/** Details, and the requests for their guests, of so many reservations are read before the budget is looked at. */
const AT_ONCE = 5;
/** After this many failures, the others of the property wait for the next poll, which starts with them. */
const MAX_FAILURES = 3;

export interface SettleSettings extends OutputOptions {
	events: readonly ReservationEvent[];
	timeZone?: string;
}

interface Unsettled {
	untried: WaitingReservation[];
	failed: WaitingReservation[];
}

interface WithDetails {
	one: WaitingReservation;
	found: FoundDetails;
}

/** A reservation with the chosen events of it. */
interface Told extends WithDetails {
	occurrences: Occurrence[];
}

/** Empties the backlogs: reads the details of each reservation, remembers it, and emits what happened to it. */
export class ReservationSettler {
	private readonly reading: DetailsReading;
	/** By property ID: whether its bookings may not be read, or cannot be read in this poll. */
	private readonly bookingsFailed = new Map<string, 'forbidden' | 'later'>();

	/** @param bookings counts no requests: those for bookings have limits of their own */
	constructor(
		private readonly api: Api,
		private readonly bookings: Api,
		private readonly settings: SettleSettings,
		private readonly progress: RunProgress<HandedOverReservation>,
	) {
		this.reading = new DetailsReading(progress);
	}

	/**
	 * Settles the chosen reservations of the backlog, in its order. Those whose details were not requested come first in
	 * the next poll, those whose details failed last.
	 * @param mayRequest whether another request may be sent
	 */
	async settle(
		id: string,
		property: PropertyState,
		mayRequest: () => boolean,
		isChosen: (one: WaitingReservation) => boolean,
	): Promise<void> {
		const held = property.backlog.filter((one) => !isChosen(one));
		const chosen = property.backlog.filter(isChosen);
		const { untried, failed } = await this.settleEach(id, property, chosen, mayRequest, false);
		// Those that wait longer stay in front: a search lists again what was settled.
		const waitLonger = held.filter((one) => !one.failed);
		property.backlog = [...waitLonger, ...untried, ...held.filter((one) => one.failed), ...failed];
	}

	/** Settles reservations whose details failed in an earlier poll. */
	async settleFailed(
		id: string,
		property: PropertyState,
		mayRequest: () => boolean,
		numbers: ReadonlySet<string>,
	): Promise<void> {
		const chosen = property.backlog.filter(({ number }) => numbers.has(number));
		const others = property.backlog.filter(({ number }) => !numbers.has(number));
		const { untried, failed } = await this.settleEach(id, property, chosen, mayRequest, true);
		property.backlog = [...untried, ...failed, ...others];
	}

	/** Looks once more at reservations whose last change is known. */
	async settleListedAgain(id: string, property: PropertyState, mayRequest: () => boolean): Promise<void> {
		const { listedAgain: chosen = [] } = property;
		const { untried, failed } = await this.settleEach(id, property, chosen, mayRequest, false);
		property.backlog.push(...failed);
		property.listedAgain = untried;
	}

	/**
	 * Looks at reservations whose rooms may change. What was changed since the start is told at once. One that cannot be
	 * read follows those that wait, in a later poll.
	 */
	async lookAtRooms(id: string, property: PropertyState, mayRequest: () => boolean): Promise<void> {
		for (const number of [...property.unseenRooms]) {
			const isWaiting = property.backlog.some((one) => one.number === number);
			const isKnown = isWaiting || isLookedAt(recall(property, number));
			if (!isKnown && this.progress.isOver()) return;
			const since = secondsOf(property.start) + SETTLED_SECONDS + 1;
			const unsure = isListNewer(property) && { unsure: true as const };
			const one: WaitingReservation = { number, state: 'Active', since, ...unsure };
			const isRead = isKnown || (await this.lookAt(id, property, one, mayRequest));
			if (isRead === undefined) return;
			property.unseenRooms.shift();
			if (isRead) continue;
			property.unseenRooms.push(number);
			return;
		}
	}

	/** @returns whether it could be read; `undefined`: no request may be sent for it */
	private async lookAt(
		id: string,
		property: PropertyState,
		one: WaitingReservation,
		mayRequest: () => boolean,
	): Promise<boolean | undefined> {
		const { ofOthers, fetch } = await this.sourceOf(id, property);
		const options = { ...this.progress.sendOptions(), maxAttempts: 1 };
		const read = async () =>
			await fetch(one, options).catch((error) => {
				if (isRateLimitWait(error)) this.progress.stop();
				return undefined;
			});
		const ofOther = await ofOthers(one, options);
		if (ofOther === undefined && !mayRequest()) return undefined;
		const found = ofOther ?? (await read());
		if (found === undefined) return false;
		if (found.reservation === null) {
			rememberListed(property, one.number, false);
			return true;
		}
		const looked = await this.withCreationTime(id, property, one, found);
		if (typeof looked === 'string') return false;
		const told = this.decideOne(property, looked, await this.zoneOf(id, property));
		// It is unknown whether a change without a time was before the start, but check-ins have their own.
		const isUnsure = Number.isNaN(told.modified) || wasToldBefore(property, told.modified);
		const occurrences = isUnsure
			? told.occurrences.filter(({ event }) => event === 'checkedIn' || event === 'checkedOut')
			: told.occurrences;
		await this.emit(id, [{ ...told, occurrences }]);
		return true;
	}

	private async settleEach(
		id: string,
		property: PropertyState,
		waiting: readonly WaitingReservation[],
		mayRequest: () => boolean,
		isAgain: boolean,
	): Promise<Unsettled> {
		const unsettled: Unsettled = { untried: [], failed: [] };
		let failures = 0;
		for (const some of chunks(waiting, AT_ONCE)) {
			if (failures >= MAX_FAILURES) {
				unsettled.untried.push(...some);
				continue;
			}
			failures += await this.settleSome(id, property, some, mayRequest, isAgain, unsettled);
		}
		return unsettled;
	}

	/** @returns how many failed */
	private async settleSome(
		id: string,
		property: PropertyState,
		some: readonly WaitingReservation[],
		mayRequest: () => boolean,
		isAgain: boolean,
		{ untried, failed }: Unsettled,
	): Promise<number> {
		const zone = await this.zoneOf(id, property);
		const { ofOthers, fetch } = await this.sourceOf(id, property);
		const allowed = new Set<WaitingReservation>();
		const mayRead = (one: WaitingReservation) => {
			if (!allowed.has(one) && mayRequest()) allowed.add(one);
			return allowed.has(one);
		};
		const { details, reserved: places } = await this.reading.readAll<WaitingReservation, FoundDetails>(
			id,
			some,
			isAgain,
			{
				// Those of their guests are requests, too.
				ofOthers: (one, within) =>
					this.settings.addGuests && !mayRead(one) ? undefined : ofOthers(one, within),
				mayRequest: mayRead,
				fetch,
			},
		);
		const told: Told[] = [];
		let failures = 0;
		for (const [position, one] of some.entries()) {
			const found = details[position] as FoundDetails | NotRead;
			const looked =
				typeof found === 'string' ? found : await this.withCreationTime(id, property, one, found);
			if (looked === 'later') (one.failed ? failed : untried).push(one);
			else if (looked === 'failed') {
				failures += 1;
				failed.push({ ...one, failed: true });
			} else told.push(this.decideOne(property, looked, zone));
		}
		await this.emit(id, told);
		this.progress.release(places);
		return failures;
	}

	/**
	 * Adds when it was made, where only its booking can tell: that has the same number, unless the hotel gave the
	 * reservation one of its own. Where the booking fails twice, the check-in of a guest does not wait for it.
	 */
	private async withCreationTime(
		id: string,
		property: PropertyState,
		one: WaitingReservation,
		found: FoundDetails,
	): Promise<WithDetails | NotRead> {
		const failed = this.bookingsFailed.get(id);
		const isSure = failed === 'forbidden' || !isCreationUnsure(property, found.reservation, one);
		if (isSure) return { one, found };
		if (failed !== undefined) return failed;
		const options = { ...this.progress.sendOptions(), maxAttempts: 1 };
		try {
			const booking = await findBooking(this.bookings, id, one.number, options);
			return { one: { ...one, createdDateTime: booking && textIn(booking, 'createdDateTime') }, found };
		} catch (error) {
			const isForbidden = absenceOf(error) === 'forbidden';
			this.bookingsFailed.set(id, isForbidden ? 'forbidden' : 'later');
			if (isRateLimitWait(error)) return 'later';
			if (isForbidden || one.failed) return { one, found };
			this.progress.fail(id, error);
			return 'failed';
		}
	}

	/** Decides what happened to a reservation, and remembers it. The events of a redelivery are known. */
	private decideOne(
		property: PropertyState,
		{ one, found }: WithDetails,
		zone: string,
	): Told & { modified: number } {
		const { number, redelivered } = one;
		const { reservation, seenAt } = found;
		const { occurrences, remembered, recorded } = decide(property, reservation, { ...one, seenAt }, zone);
		const { modified } = remembered;
		if (redelivered) return { one, found, occurrences: redelivered, modified };
		rememberReservation(property, number, remembered);
		for (const [key, times] of recorded) rememberRecorded(property.recorded, key, times);
		const chosen = occurrences.filter(({ event }) => this.settings.events.includes(event));
		return { one, found, occurrences: chosen, modified };
	}

	private async emit(id: string, all: readonly Told[]): Promise<void> {
		const told = all.filter(({ occurrences }) => occurrences.length > 0);
		const reservations = told.flatMap(({ found: { reservation } }) => (reservation ? [reservation] : []));
		const options = this.progress.sendOptions();
		const additions = await readReservationAdditions(this.api, id, reservations, this.settings, options);
		for (const { one, found, occurrences } of told) {
			const { number, redelivered } = one;
			const items = occurrences.flatMap((occurrence) =>
				reservationItems({ number, propertyId: id, occurrence, ...found }, this.settings, additions),
			);
			this.progress.emit(
				{ property: id, number, occurrences },
				redelivered ? items.map((item) => ({ ...item, redelivered: true })) : items,
			);
		}
	}

	/** Where details come from: what another trigger of the client has read is not read again. */
	private async sourceOf(id: string, property: PropertyState) {
		const shared = sharedDetails(this.api, await this.api.client(), id, this.settings.languageCode);
		return {
			ofOthers: ({ number, since }: WaitingReservation, options: SendOptions) => {
				const memory = recall(property, number);
				return shared.ofOthers(number, since, isLookedAt(memory) ? memory.seenAt : undefined, options);
			},
			fetch: async ({ number }: WaitingReservation, options: SendOptions) =>
				await shared.read(number, options),
		};
	}

	private async zoneOf(id: string, property: PropertyState): Promise<string> {
		return await zoneOf(this.api, id, property, this.settings.timeZone, this.progress.sendOptions());
	}
}
