import { isRateLimitWait } from '../shared/transport/errors';
import type { RunProgress } from '../shared/polling/runProgress';
import type { Api } from '../shared/transport/types';
import { mapConcurrently } from '../shared/util/mapConcurrently';
import type { HandedOverReservation } from './handedOver';
import { remember } from './knownReservations';
import { itemsOf, readAdditions, type Additions, type OutputSettings } from './output';
import { zoneOf } from './propertyZone';
import type { Requests } from './requestBudget';
import { decide, type Occurrence, type ReservationEvent } from './reservationEvents';
import { findDetails, type FoundDetails } from './reservationSearch';
import type { PropertyState, WaitingReservation } from './state';

type Found = FoundDetails | 'later' | 'failed';

const DETAILS_AT_ONCE = 5;
/** After this many failures, the other reservations of the property wait for the next poll, which starts with them. */
const MAX_FAILURES = 3;
/** Max retries per poll of reservations that failed before: they must not use up the requests. */
const MAX_TRIED_AGAIN = 20;

export interface SettleSettings extends OutputSettings {
	events: readonly ReservationEvent[];
	timeZone?: string;
}

/** Empties the backlogs: remembers each reservation, and emits what happened to it if it is chosen. */
export class Settler {
	/** Requests that are left for the searches. */
	reserve = 0;
	private triedAgain = 0;

	constructor(
		private readonly api: Api,
		private readonly settings: SettleSettings,
		private readonly requests: Requests,
		private readonly progress: RunProgress<HandedOverReservation>,
	) {}

	/**
	 * Settles some reservations of the backlog, in its order. Those whose details were not requested come first in the
	 * next poll, those whose details failed last.
	 */
	async settle(
		id: string,
		property: PropertyState,
		isChosen: (one: WaitingReservation) => boolean,
	): Promise<void> {
		const held = property.backlog.filter((one) => !isChosen(one));
		const { untried, failed } = await this.settleEach(id, property, property.backlog.filter(isChosen), false);
		// Those that wait longer stay in front: a search lists again what was settled.
		const waitLonger = held.filter((one) => !one.failed);
		property.backlog = [...waitLonger, ...untried, ...held.filter((one) => one.failed), ...failed];
	}

	/** Settles reservations whose details failed in an earlier poll. */
	async settleFailed(id: string, property: PropertyState, numbers: ReadonlySet<string>): Promise<void> {
		const chosen = property.backlog.filter(({ number }) => numbers.has(number));
		const others = property.backlog.filter(({ number }) => !numbers.has(number));
		const { untried, failed } = await this.settleEach(id, property, chosen, true);
		property.backlog = [...untried, ...failed, ...others];
	}

	/**
	 * Settles a reservation that no search has listed as changed. One without a modification time is only remembered.
	 * @returns whether it is settled
	 */
	async settleFound(
		id: string,
		property: PropertyState,
		one: WaitingReservation,
		found: FoundDetails,
	): Promise<boolean> {
		const zone = await zoneOf(this.api, id, property, this.settings.timeZone, this.progress.sendOptions());
		const { remembered } = decide(property, found.reservation, { ...one, seenAt: found.seenAt }, zone);
		if (Number.isNaN(remembered.modified)) {
			remember(property.known, one.number, remembered);
			return true;
		}
		const occurrences = this.occurrencesOf(property, one, found, zone);
		const additions = await this.additionsFor(id, occurrences.length > 0 ? [found] : []);
		return this.settleOne(id, property, one, found, zone, additions);
	}

	private async settleEach(
		id: string,
		property: PropertyState,
		waiting: readonly WaitingReservation[],
		isAgain: boolean,
	): Promise<{ untried: WaitingReservation[]; failed: WaitingReservation[] }> {
		if (waiting.length === 0) return { untried: [], failed: [] };
		const zone = await zoneOf(this.api, id, property, this.settings.timeZone, this.progress.sendOptions());
		const { details, reserved } = await this.readAll(id, waiting, isAgain);
		const emitted = details.filter(
			(found, index): found is FoundDetails =>
				typeof found !== 'string' &&
				this.occurrencesOf(property, waiting[index] as WaitingReservation, found, zone).length > 0,
		);
		const additions = await this.additionsFor(id, emitted);
		this.progress.release(reserved);
		const untried: WaitingReservation[] = [];
		const failed: WaitingReservation[] = [];
		for (const [position, one] of waiting.entries()) {
			const found = details[position] as Found;
			if (found === 'failed') failed.push({ ...one, failed: true });
			else if (found === 'later') (one.failed ? failed : untried).push(one);
			else if (!this.settleOne(id, property, one, found, zone, additions)) untried.push(one);
		}
		return { untried, failed };
	}

	/** The details of each reservation, and how many places of the execution were reserved for them. */
	private async readAll(
		id: string,
		waiting: readonly WaitingReservation[],
		isAgain: boolean,
	): Promise<{ details: Found[]; reserved: number }> {
		let reserved = 0;
		let failures = 0;
		const details = await mapConcurrently<WaitingReservation, Found>(
			waiting,
			DETAILS_AT_ONCE,
			async (one) => {
				if (this.progress.willBeFull() || failures >= MAX_FAILURES || this.progress.isOver()) return 'later';
				if (isAgain && this.triedAgain >= MAX_TRIED_AGAIN) return 'later';
				if (!this.requests.take(this.reserve)) return 'later';
				if (isAgain) this.triedAgain += 1;
				this.progress.reserve();
				reserved += 1;
				const within = { ...this.progress.sendOptions(), ...(isAgain && { maxAttempts: 1 }) };
				return await findDetails(this.api, id, one.number, this.settings.languageCode, within).catch(
					(error) => {
						const outcome = this.failed(id, error);
						if (outcome === 'failed') failures += 1;
						return outcome;
					},
				);
			},
		);
		return { details, reserved };
	}

	private failed(id: string, error: unknown): 'later' | 'failed' {
		if (isRateLimitWait(error)) {
			this.progress.stop();
			return 'later';
		}
		this.progress.fail(id, error);
		return 'failed';
	}

	/** The chosen events; those of a redelivery are known. */
	private occurrencesOf(
		property: PropertyState,
		one: WaitingReservation,
		{ reservation, seenAt }: FoundDetails,
		zone: string,
	): Occurrence[] {
		if (one.redelivered) return one.redelivered;
		const { occurrences } = decide(property, reservation, { ...one, seenAt }, zone);
		return occurrences.filter(({ event }) => this.settings.events.includes(event));
	}

	/** @returns whether the reservation is settled */
	private settleOne(
		id: string,
		property: PropertyState,
		one: WaitingReservation,
		found: FoundDetails,
		zone: string,
		additions: Additions,
	): boolean {
		if (this.progress.isFull()) return false;
		const { number, redelivered } = one;
		const { reservation, seenAt } = found;
		const occurrences = this.occurrencesOf(property, one, found, zone);
		if (!redelivered) {
			remember(property.known, number, decide(property, reservation, { ...one, seenAt }, zone).remembered);
		}
		if (occurrences.length === 0) return true;
		const items = occurrences.flatMap((occurrence) =>
			itemsOf({ number, propertyId: id, occurrence, reservation }, this.settings, additions),
		);
		this.progress.emit(
			{ property: id, number, occurrences },
			redelivered ? items.map((item) => ({ ...item, redelivered: true })) : items,
		);
		return true;
	}

	private async additionsFor(id: string, found: readonly FoundDetails[]): Promise<Additions> {
		const reservations = found.flatMap(({ reservation }) => (reservation ? [reservation] : []));
		return await readAdditions(this.api, id, reservations, this.settings, this.progress.sendOptions());
	}
}
