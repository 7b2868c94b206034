import { filterAt } from '../shared/api/bookings/bookingFilter';
import type { BookingAdditions } from '../shared/rules/cancellationDeadlines';
import type { Api } from '../shared/transport/types';
import type { RunProgress } from '../shared/polling/runProgress';
import type { DetailsResult, DetailsReader } from './bookingDetails';
import { detectChange, rememberChange } from './changeDetection';
import { SUMMARY_ALONE } from './emittedBookings';
import { isRedelivery, type HandedOverBooking } from './handedOver';
import { NO_ADDITIONS, readBookingAdditions } from './additions';
import { bookingItems, passesChanges, passesFilter, type Emission, type OutputSettings } from './output';
import { asShown, failedFor, markFailed, type PropertyState, type WaitingBooking } from './propertyState';

const NOT_READ =
	"The details of this booking could not be read for as long as the option 'Skip Details After (Hours)' says.";

/** Empties the backlogs: remembers each booking, and emits it if its state is new and its event is chosen. */
export class BookingSettler {
	constructor(
		private readonly api: Api,
		private readonly settings: OutputSettings,
		private readonly details: DetailsReader,
		private readonly progress: RunProgress<HandedOverBooking>,
	) {}

	/**
	 * Settles some bookings of the backlog, in the order of the feed. A booking without the details it needs stays in the
	 * backlog, and so do its later states. Bookings whose details were not requested come first in the next poll.
	 */
	async settle(
		id: string,
		property: PropertyState,
		isChosen: (one: WaitingBooking) => boolean,
	): Promise<void> {
		const held = property.backlog.filter((one) => !isChosen(one));
		const unsettled = new Set(held.map(({ number }) => number));
		const chosen = property.backlog.filter(isChosen);
		const { untried, failed } = await this.settleEach(id, property, chosen, unsettled, false);
		property.backlog = [...untried, ...held, ...failed];
	}

	/** Settles bookings whose details failed in an earlier poll, with all their later states. */
	async settleFailed(id: string, property: PropertyState, numbers: ReadonlySet<string>): Promise<void> {
		const others = property.backlog.filter(({ number }) => !numbers.has(number));
		const chosen = property.backlog.filter(({ number }) => numbers.has(number));
		const { untried, failed } = await this.settleEach(id, property, chosen, new Set(), true);
		property.backlog = [...untried, ...failed, ...others];
	}

	/** @param unsettled bookings with an earlier state that stays in the backlog */
	private async settleEach(
		id: string,
		property: PropertyState,
		waiting: readonly WaitingBooking[],
		unsettled: Set<string>,
		isAgain: boolean,
	): Promise<{ untried: WaitingBooking[]; failed: WaitingBooking[] }> {
		const now = Date.now();
		const overdue = failedFor(waiting, this.settings.withoutDetailsAfterMs ?? Infinity, now);
		const { details, reserved } = await this.details.readAll(id, property, waiting, isAgain, overdue);
		const additions = await this.additionsFor(id, reserved);
		this.progress.release(reserved);
		const untried: WaitingBooking[] = [];
		const failed: WaitingBooking[] = [];
		for (const [position, one] of waiting.entries()) {
			const read = details[position] as DetailsResult;
			const found = read === 'failed' && overdue.has(one.number) ? 'unreadable' : read;
			const isBehind = unsettled.has(one.number);
			if (!isBehind && this.settleOne(id, property, one, found, additions)) continue;
			unsettled.add(one.number);
			if (!isBehind && found === 'later') untried.push(one);
			else failed.push(!isBehind && found === 'failed' ? markFailed(one, now) : one);
		}
		return { untried, failed };
	}

	/** @returns whether the booking is settled */
	private settleOne(
		id: string,
		property: PropertyState,
		waiting: WaitingBooking,
		details: DetailsResult | 'unreadable',
		additions: BookingAdditions,
	): boolean {
		if (this.progress.isFull() || details === 'later' || details === 'failed') return false;
		const shown = details === 'unreadable' ? null : typeof details === 'string' ? undefined : details;
		const note = details === 'unreadable' ? NOT_READ : undefined;
		const summary = asShown(waiting);
		if (isRedelivery(waiting)) {
			const { event, redelivered } = waiting;
			const again = { event, summary: { ...summary, redelivered }, details: shown, note };
			this.emit(id, { ...again, ...(event !== 'new' && { changes: null }) }, additions);
			return true;
		}
		const { events, filter, onlyIfChanged } = this.settings;
		const { event, isRepeat, isAhead, changes } = detectChange(property, waiting, shown ?? SUMMARY_ALONE);
		const isWanted = events.includes(event);
		// An earlier state, settled just now, made this one a chosen event: the next poll reads its details.
		if (isWanted && details === 'unwanted') return false;
		if (!isAhead) rememberChange(property, waiting, shown ?? SUMMARY_ALONE);
		const emission = { event, summary, changes, details: shown, note };
		const filterHere = filterAt(filter, additions.names.timeZone);
		const passes = passesFilter(emission, filterHere) && passesChanges(emission, onlyIfChanged);
		if (isWanted && !isRepeat && passes) this.emit(id, emission, additions);
		return true;
	}

	private emit(property: string, emission: Emission, additions: BookingAdditions): void {
		const { event, summary } = emission;
		this.progress.emit({ property, event, summary }, bookingItems(emission, this.settings, additions));
	}

	private async additionsFor(id: string, bookings: number): Promise<BookingAdditions> {
		if (bookings === 0) return NO_ADDITIONS;
		return await readBookingAdditions(this.api, id, this.settings, this.progress.sendOptions());
	}
}
