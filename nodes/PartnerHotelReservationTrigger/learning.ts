import { isRateLimitWait } from '../shared/transport/errors';
import { fromAny } from '../shared/polling/propertyTurns';
import type { RunProgress } from '../shared/polling/runProgress';
import type { Api } from '../shared/transport/types';
import type { HandedOverReservation } from './handedOver';
import { LISTED } from './knownReservations';
import type { Requests } from './requestBudget';
import type { ReservationEvent } from './reservationEvents';
import { findDetails } from './reservationSearch';
import type { Settler, SettleSettings } from './settling';
import type { PropertyState, WaitingReservation } from './state';

/** Per poll: the changes come first. */
const MOST_LEARNED = 20;
/** Requests that are left for other properties. */
const RESERVE = 5;

/**
 * Looks at reservations that were there before the start, those of the next days first: a room change shows only
 * against the room of before.
 */
export class Learner {
	private learned = 0;

	constructor(
		private readonly api: Api,
		private readonly settings: Pick<SettleSettings, 'events' | 'languageCode'>,
		private readonly requests: Requests,
		private readonly progress: RunProgress<HandedOverReservation>,
		private readonly settler: Settler,
	) {}

	async learn(id: string, property: PropertyState): Promise<void> {
		const waiting = new Set(property.backlog.map(({ number }) => number));
		for (const number of this.candidates(property)) {
			if (waiting.has(number)) continue;
			if (this.learned >= MOST_LEARNED || this.progress.isOver() || !this.requests.take(RESERVE)) return;
			this.learned += 1;
			if (!(await this.learnOne(id, property, number))) return;
		}
	}

	private candidates({ known, listedAt }: PropertyState): string[] {
		if (listedAt === undefined) return [];
		// One that cannot be read must not be in the way of the others.
		const of = (mark: string) => fromAny(Object.keys(known).filter((number) => known[number] === mark));
		const needed = (...events: ReservationEvent[]) =>
			events.some((event) => this.settings.events.includes(event));
		return [
			...(needed('roomChanged', 'checkedIn', 'checkedOut') ? of(LISTED.near) : []),
			...(needed('roomChanged') ? of(LISTED.far) : []),
		];
	}

	/** @returns whether to go on */
	private async learnOne(id: string, property: PropertyState, number: string): Promise<boolean> {
		const within = { ...this.progress.sendOptions(), maxAttempts: 1 };
		const found = await findDetails(this.api, id, number, this.settings.languageCode, within).catch(
			(error) => {
				if (isRateLimitWait(error)) this.progress.stop();
				return undefined;
			},
		);
		if (found === undefined) return false;
		if (found.reservation === null) {
			property.known[number] = LISTED.alone;
			return true;
		}
		const one: WaitingReservation = { number, state: 'Active' };
		// A change since the start is news, even if the search has not listed it yet.
		if (!(await this.settler.settleFound(id, property, one, found))) property.backlog.push(one);
		return true;
	}
}
