import { DetailsReading, type NotRead } from '../shared/polling/detailsReading';
import type { RunProgress } from '../shared/polling/runProgress';
import type { Api } from '../shared/transport/types';
import type { HandedOverReservation } from './handedOver';
import { remember } from './knownReservations';
import { itemsOf, readAdditions, type Additions, type OutputSettings } from './output';
import { zoneOf } from './propertyZone';
import type { Requests } from './requestBudget';
import { decide, type Occurrence, type ReservationEvent } from './reservationEvents';
import { findDetails, type FoundDetails } from './reservationSearch';
import type { PropertyState, WaitingReservation } from './state';

type Found = FoundDetails | NotRead;

export interface SettleSettings extends OutputSettings {
	events: readonly ReservationEvent[];
	timeZone?: string;
}

/** Empties the backlogs: remembers each reservation, and emits what happened to it if it is chosen. */
export class Settler {
	/** Requests that are left for the searches. */
	reserve = 0;
	private readonly reading: DetailsReading;

	constructor(
		private readonly api: Api,
		private readonly settings: SettleSettings,
		private readonly requests: Requests,
		private readonly progress: RunProgress<HandedOverReservation>,
	) {
		this.reading = new DetailsReading(progress);
	}

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
		const { languageCode } = this.settings;
		const { details, reserved } = await this.reading.readAll<WaitingReservation, Found>(
			id,
			waiting,
			isAgain,
			{
				mayRequest: () => this.requests.take(this.reserve),
				fetch: async ({ number }, within) => await findDetails(this.api, id, number, languageCode, within),
			},
		);
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
