import type { IDataObject } from 'n8n-workflow';
import type { Property } from '../../../sandbox/src/world/properties.mts';
import type { BookingState } from '../world/observer.mts';
import { instant } from '../world/simulation.mts';
import { FrontDeskRule } from './frontDeskRule.mts';

const MINUTE_MS = 60_000;

/** A reservation as the service has it. */
interface History {
	propertyId: string;
	number: string;
	/** Undefined = before the simulation. */
	madeAt?: number;
	status: string;
	/** When it was cancelled; a reservation from before the simulation may have been cancelled earlier. */
	cancelledAt: number[];
	/** The start of its last active period; undefined = unknown. */
	activeAt?: number;
}

/**
 * What docs/reservationTrigger.md promises of reservations as a whole: each new one and each cancellation is emitted
 * once, and none from before the start. The rule knows the bookings of the service and n8n's executions.
 */
export class Reservations extends FrontDeskRule {
	private readonly histories = new Map<string, History>();
	/** By event and reservation: when it was emitted, also to a process that was killed. */
	private readonly came = new Map<string, number[]>();
	/** Hotels that have been accessible all the time since the start. */
	private served: Set<string> | undefined;
	/** The first rest: what is made or cancelled from then on must be emitted. */
	private calmMs = Infinity;
	/** The first rest after which all reservations from before the start have been listed. */
	private listedMs = Infinity;

	onBooking({ propertyId, number: bookingNumber, status, at, createdMs }: BookingState): void {
		const { world } = this.simulation.api.sandbox;
		const pms = world.pms(world.property(propertyId) as Property);
		const number = pms.reservationOfBooking(bookingNumber)?.number ?? bookingNumber;
		const key = `${propertyId} ${number}`;
		const before = this.histories.get(key);
		const history: History = before ?? {
			propertyId,
			number,
			...(at === createdMs && { madeAt: at, activeAt: at }),
			status: 'Active',
			cancelledAt: [],
		};
		if (status === 'Cancelled' && history.status !== 'Cancelled') history.cancelledAt.push(at);
		if (status !== 'Cancelled' && (history.status === 'Cancelled' || !before)) history.activeAt = at;
		history.status = status;
		this.histories.set(key, history);
	}

	onPolled(): void {
		if (this.trigger.onSinceMs === undefined) return;
		const open = this.simulation.openProperties.map(({ id }) => id);
		this.served = new Set(open.filter((id) => this.served?.has(id) ?? true));
	}

	atRest(): void {
		this.noteLost();
		const { delays, now } = this.simulation;
		const { onSinceMs = Infinity } = this.trigger;
		this.calmMs = Math.min(this.calmMs, now);
		if (now >= onSinceMs + delays.listMs) this.listedMs = Math.min(this.listedMs, now);
		for (const history of this.histories.values())
			if (this.served?.has(history.propertyId) && !this.simulation.failingHotels.has(history.propertyId))
				this.expectAll(history);
	}

	private expectAll({ propertyId, number, madeAt, status, cancelledAt, activeAt }: History): void {
		const about = `of ${number} of ${propertyId}`;
		const isDue = (at: number | undefined): at is number =>
			at !== undefined && at > this.calmMs && at < this.simulation.now - this.delayMs;
		const news = this.timesOf('new', propertyId, number);
		const cancellations = this.timesOf('cancelled', propertyId, number);
		const watchesCancelled = this.trigger.watches('cancelled');
		// A reservation that is cancelled before it was listed is not emitted, unless cancellations are chosen.
		const [first = Infinity] = cancelledAt;
		const wasShown = watchesCancelled || first - (madeAt ?? 0) > this.delayMs;
		if (this.trigger.watches('new') && isDue(madeAt) && wasShown && news.length + cancellations.length === 0)
			this.found('complete', `new ${about}, made at ${instant(madeAt)}, was not emitted`);
		if (!watchesCancelled) return;
		const last = cancelledAt.at(-1);
		if (status !== 'Cancelled' || !isDue(last) || activeAt === undefined) return;
		if (last - activeAt <= this.delayMs) return;
		if (!cancellations.some((at) => at >= last))
			this.found('complete', `cancelled ${about} at ${instant(last)} was not emitted`);
	}

	protected override take({ event, propertyId, number }: IDataObject): void {
		if (event !== 'new' && event !== 'cancelled') return;
		const [property, reservation] = [String(propertyId), String(number)];
		const about = `${event} of ${reservation} of ${property}`;
		const times = this.timesOf(event, property, reservation);
		times.push(this.simulation.now);
		const history = this.histories.get(`${property} ${reservation}`);
		const cancellations = this.trigger.watches('cancelled') ? (history?.cancelledAt.length ?? 0) : 0;
		const max = event === 'new' ? 1 : cancellations;
		if (times.length > max)
			this.found('once', `${about}: was emitted ${times.length} times, at most ${max} are right`);
		// A reservation that changes before it was listed may count as new if neither search nor booking tells its time.
		const isTimeKnown = this.simulation.setting.isCalm && this.hasBooking(property, reservation);
		const isListed = (isTimeKnown || this.simulation.now > this.listedMs) && this.served?.has(property);
		const { onSinceMs = Infinity } = this.trigger;
		const isMadeSince = (history?.madeAt ?? -Infinity) > onSinceMs - MINUTE_MS;
		if (event === 'new' && isListed && !isMadeSince)
			this.found('start', `${about}: was made before the start`);
	}

	/** Whether a booking with the same number has details, which tell when the reservation was made. */
	private hasBooking(propertyId: string, number: string): boolean {
		const { world } = this.simulation.api.sandbox;
		const property = world.property(propertyId) as Property;
		const booking = world.bookings(property).get(number);
		const reservation = world.pms(property).reservation(number);
		return reservation?.bookingNumber === number && booking !== undefined && !booking.detailRemoved;
	}

	private timesOf(event: string, propertyId: string, number: string): number[] {
		const key = `${event} ${propertyId} ${number}`;
		const found = this.came.get(key) ?? [];
		this.came.set(key, found);
		return found;
	}

	private found(rule: string, text: string): void {
		this.simulation.found(`reservations: ${rule}`, text);
	}
}
