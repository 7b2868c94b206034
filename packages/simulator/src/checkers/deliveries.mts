import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Booking } from '../../../sandbox/src/world/bookings/types.mts';
import type { StoredExecution } from '../host/database.mts';
import type { LogLine } from '../host/process.mts';
import type { Expectation } from '../world/expectations.mts';
import type { BookingState, Observer } from '../world/observer.mts';
import { instant, type Simulation } from '../world/simulation.mts';
import { wrongChanges } from './bookingChanges.mts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const RARELY_MINUTES = 60;
/** A booking made longer than this before the newest change need not be emitted as new (docs/trigger.md, events). */
const REMEMBERED_MS = 49 * HOUR_MS;

/** A booking that a workflow received. */
interface Emission {
	at: number;
	event: string;
	status: string;
	modified: string;
	/** The process of n8n was killed before it saved the execution. */
	lost: boolean;
	/** It was redelivered after a crash. */
	again: boolean;
}

/**
 * What docs/trigger.md promises: every change is emitted, once, in order, as the right event, and nothing of another
 * hotel. The rule knows the bookings of the service and n8n's executions, and nothing of the trigger.
 */
export class Deliveries implements Observer {
	/** By workflow and generation, then by booking and how often its property had been removed. */
	private readonly emissions = new Map<string, Map<string, Emission[]>>();
	/** By booking: all of its states, including those that the feed never showed. */
	private readonly states = new Map<string, BookingState[]>();
	/** By workflow: when an execution got the maximum number of bookings. */
	private readonly fullAt = new Map<string, number>();
	/** By workflow, generation and property: when each emitted booking was modified. A cache. */
	private readonly came = new Map<string, Map<string, number>>();
	/** By workflow and booking: the details emitted last. */
	private readonly lastDetails = new Map<string, IDataObject>();
	/** When n8n's log last had a warning that polls fall behind. */
	private warnedAt = -Infinity;
	private lostSeen = 0;

	constructor(private readonly simulation: Simulation) {}

	onBooking(state: BookingState): void {
		const key = keyOf(state.propertyId, state.number);
		this.states.set(key, [...(this.states.get(key) ?? []), state]);
	}

	onExecution({ workflowId, items, at }: StoredExecution): void {
		const expectation = this.simulation.expectations.get(workflowId);
		if (!expectation || !items) return;
		this.noteLost();
		const bookings = bookingsIn(items);
		if (bookings.length > expectation.settings.maxBookings) {
			this.found(
				'size',
				`${workflowId} got ${bookings.length} bookings, at most ${expectation.settings.maxBookings} were asked for`,
			);
		}
		if (bookings.length >= expectation.settings.maxBookings) this.fullAt.set(workflowId, at);
		for (const json of bookings) this.deliver(expectation, json, at, false);
	}

	onLog({ level, message }: LogLine): void {
		if (level === 'warn' && /left something to read or to emit/.test(message))
			this.warnedAt = this.simulation.now;
	}

	atRest(): void {
		this.noteLost();
		const { openProperties, failingHotels } = this.simulation;
		if (openProperties.every(({ id }) => failingHotels.has(id))) return;
		for (const expectation of this.simulation.expectations.values()) {
			const { workflowId } = expectation;
			if (!this.simulation.n8n.database.workflow(workflowId).active) {
				this.found('recovery', `${workflowId} could not be switched on`);
			} else if (!expectation.isKept) {
				this.found('recovery', `${workflowId} has kept nothing since it was switched on`);
			} else if (!this.isBehind(workflowId)) {
				this.expectAll(expectation);
				this.expectAgain(expectation);
			}
		}
	}

	/** Whether it has not caught up yet, because executions take a limited number of bookings. */
	private isBehind(workflowId: string): boolean {
		const { everyMinutes } = this.simulation.expectations.get(workflowId)?.settings ?? { everyMinutes: 1 };
		// A trigger that polls rarely logs a warning when it falls behind (docs/trigger.md, What a poll does).
		if (everyMinutes >= RARELY_MINUTES && this.simulation.now - this.warnedAt < 2 * everyMinutes * MINUTE_MS)
			return true;
		return this.simulation.now - (this.fullAt.get(workflowId) ?? -Infinity) < this.delayMs;
	}

	/** With After a Crash: Hand It Over Again, expects that everything lost between n8n's saves is redelivered. */
	private expectAgain(expectation: Expectation): void {
		if (expectation.settings.afterCrash !== 'handOverAgain') return;
		const bookings =
			this.emissions.get(`${expectation.workflowId} ${expectation.generation}`) ??
			new Map<string, Emission[]>();
		for (const [key, emissions] of bookings) {
			const [propertyId = '', number = '', takenOut] = key.split(' ');
			if (Number(takenOut) !== expectation.timesTakenOut(propertyId)) continue;
			const isServed = this.simulation.openProperties.some(({ id }) => id === propertyId);
			if (!isServed || !expectation.due.has(propertyId) || this.simulation.failingDetails.has(number))
				continue;
			const last = emissions.at(-1);
			if (last?.lost && last.at < this.simulation.now - this.delayMs)
				this.found(
					'again',
					`${expectation.workflowId}: booking ${number} of ${propertyId} was lost and not redelivered`,
				);
		}
	}

	private noteLost(): void {
		const { lostHandovers } = this.simulation.n8n;
		for (const { at, workflowId, items } of lostHandovers.slice(this.lostSeen)) {
			const expectation = this.simulation.expectations.get(workflowId);
			for (const json of expectation ? bookingsIn(items) : [])
				this.deliver(expectation as Expectation, json, at, true);
		}
		this.lostSeen = lostHandovers.length;
	}

	private deliver(expectation: Expectation, json: IDataObject, at: number, lost: boolean): void {
		const [propertyId, number] = [String(json.propertyId), String(json.number)];
		const booking = this.bookingOf(propertyId, number);
		const about = `${expectation.workflowId}: ${String(json.event)} ${number} of ${propertyId}, ${String(json.status)}, changed ${String(json.modifiedDateTime)}`;
		if (!booking || !expectation.watches(propertyId))
			return this.found('scope', `${about}: is not of a watched property`);
		if (!expectation.settings.events.includes(String(json.event)))
			this.found('events', `${about}: the event was not chosen`);
		const emission: Emission = {
			at,
			event: String(json.event),
			status: String(json.status),
			modified: String(json.modifiedDateTime),
			lost,
			again: json.redelivered === true,
		};
		const before = this.emissionsOf(expectation, propertyId, number);
		if (json.redelivered === true) this.expectCrash(expectation, about);
		else {
			this.expectOrder(before, emission, about);
			this.expectOnce(expectation, before, emission, keyOf(propertyId, number), about);
			this.expectEvent(expectation, before, emission, booking, propertyId, about);
		}
		this.expectChanges(expectation, propertyId, number, json, about);
		before.push(emission);
	}

	/** Checks `changes` of triggers that emit every change, with details. */
	private expectChanges(
		expectation: Expectation,
		propertyId: string,
		number: string,
		{ booking, changes, redelivered }: IDataObject,
		about: string,
	): void {
		const { workflowId, generation, settings } = expectation;
		const key = `${workflowId} ${generation} ${keyOf(propertyId, number)} ${expectation.timesTakenOut(propertyId)}`;
		const before = this.lastDetails.get(key);
		if (booking && settings.events.length === 3 && settings.statuses.length === 0)
			this.lastDetails.set(key, booking as IDataObject);
		else this.lastDetails.delete(key);
		if (!before || !booking || !changes || redelivered) return;
		const wrong = wrongChanges(before, booking as IDataObject, changes as IDataObject);
		if (wrong !== undefined) this.found('changes', `${about}: ${wrong}`);
	}

	private expectCrash({ settings }: Expectation, about: string): void {
		const may =
			settings.afterCrash === 'handOverAgain' && this.simulation.setting.profile.polling === 'older';
		if (!may) this.found('once', `${about}: was redelivered, which was not chosen`);
	}

	private expectOrder(before: Emission[], { modified }: Emission, about: string): void {
		const last = before.at(-1);
		if (last && last.modified > modified)
			this.found('order', `${about}: was emitted after the state of ${last.modified}`);
	}

	private expectOnce(
		expectation: Expectation,
		before: Emission[],
		{ status, modified }: Emission,
		key: string,
		about: string,
	): void {
		const states = this.states.get(key) ?? [];
		const isSame = (one: Emission | BookingState) =>
			showsDetails(expectation) || (one.status === status && one.modified === modified);
		const same = before.filter((one) => !one.again && isSame(one));
		const recorded = states.filter(isSame);
		// A booking from before the simulation has one state that was not recorded.
		const unrecorded = states.length === 0 || showsDetails(expectation) ? 1 : 0;
		if (same.length >= Math.max(1, recorded.length + unrecorded))
			this.found('once', `${about}: was emitted before`);
	}

	private expectEvent(
		expectation: Expectation,
		before: Emission[],
		{ event, status, modified, at }: Emission,
		{ createdMs, number }: Booking,
		propertyId: string,
		about: string,
	): void {
		const { events, statuses } = expectation.settings;
		const due = expectation.due.get(propertyId);
		if (due && Date.parse(modified) < due.mayMs - SECOND_MS)
			this.found('start', `${about}: was changed before the start`);
		const seesAll = events.length === 3 && statuses.length === 0;
		const last = before.at(-1);
		const wrong = (why: string) => this.found('event', `${about}: ${why}`);
		if (event === 'new' && last) return wrong('was emitted before as ' + last.event);
		if (showsDetails(expectation)) return;
		if (event === 'cancelled' && status !== 'Cancelled') return wrong('is not cancelled');
		if (event === 'new' && status === 'Cancelled') return wrong('is cancelled');
		if (event === 'new' && due && createdMs < due.mayMs - SECOND_MS)
			return wrong(`was made before the start, ${instant(createdMs)}`);
		if (!seesAll) return;
		const wasCancelled =
			last?.status === 'Cancelled' || this.wasCancelledBefore(due?.mustMs ?? Infinity, propertyId, number);
		if (status === 'Cancelled' && !wasCancelled && event !== 'cancelled') wrong('is a cancellation');
		const isNews =
			!last && status !== 'Cancelled' && due && createdMs >= due.mustMs && createdMs > at - REMEMBERED_MS;
		if (isNews && event !== 'new') wrong('was never emitted before and was made after the start');
	}

	/** Whether its last cancellation was before the instant, so that a trigger that started then cannot have emitted it. */
	private wasCancelledBefore(instantMs: number, propertyId: string, number: string): boolean {
		const states = this.states.get(keyOf(propertyId, number)) ?? [];
		const live = [...states].reverse().findIndex(({ status }) => status !== 'Cancelled');
		const cancelled = live < 0 ? states[0] : states[states.length - live];
		return cancelled === undefined || cancelled.at < instantMs;
	}

	private expectAll(expectation: Expectation): void {
		for (const property of this.simulation.openProperties) {
			const due = expectation.due.get(property.id);
			if (!due || !expectation.watches(property.id) || this.simulation.failingHotels.has(property.id))
				continue;
			const { feed } = this.simulation.api.sandbox.world.bookings(property);
			const came = this.cameOf(expectation, property.id);
			for (let index = feed.size - 1; index >= 0; index -= 1) {
				const booking = feed.at(index) as Booking;
				const { number, modifiedMs } = booking;
				if (modifiedMs < due.mustMs + SECOND_MS) break;
				if (modifiedMs > this.simulation.now - this.delayMs || came.get(number) === modifiedMs) continue;
				if (this.isDelivered(expectation, property.id, booking)) came.set(number, modifiedMs);
				else this.expectDelivered(expectation, property.id, booking);
			}
		}
	}

	private isDelivered(
		expectation: Expectation,
		propertyId: string,
		{ number, status, modifiedMs }: Booking,
	): boolean {
		const modified = instant(modifiedMs);
		return this.emissionsOf(expectation, propertyId, number).some(
			(one) => one.status === status && one.modified === modified,
		);
	}

	/** Reports a booking that was not emitted, unless that is allowed. */
	private expectDelivered(expectation: Expectation, propertyId: string, booking: Booking): void {
		const { number, status } = booking;
		const { statuses } = expectation.settings;
		if (statuses.length > 0 && !statuses.includes(status)) return;
		if (this.simulation.failingDetails.has(number)) return;
		if (!this.mustBeChosen(expectation, propertyId, booking)) return;
		const last = this.emissionsOf(expectation, propertyId, number).at(-1);
		this.found(
			'complete',
			`${expectation.workflowId}: booking ${number} of ${propertyId}, ${status}, changed ${instant(booking.modifiedMs)}, was not emitted (${last ? `last emitted: ${last.status} of ${last.modified}` : 'never emitted'})`,
		);
	}

	/** Whether all events that the last change may count as are chosen. */
	private mustBeChosen(
		{ settings: { events } }: Expectation,
		propertyId: string,
		{ number, status }: Booking,
	): boolean {
		const states = this.states.get(keyOf(propertyId, number)) ?? [];
		// States from before the simulation are not recorded.
		const isOld = states[0]?.at !== states[0]?.createdMs;
		const wasCancelled = isOld || states.slice(0, -1).some((state) => state.status === 'Cancelled');
		const possible =
			status === 'Cancelled' ? (wasCancelled ? ['cancelled', 'changed'] : ['cancelled']) : ['new', 'changed'];
		return possible.every((event) => events.includes(event));
	}

	private cameOf(expectation: Expectation, propertyId: string): Map<string, number> {
		const { workflowId, generation } = expectation;
		const key = `${workflowId} ${generation} ${propertyId} ${expectation.timesTakenOut(propertyId)}`;
		const found = this.came.get(key) ?? new Map<string, number>();
		this.came.set(key, found);
		return found;
	}

	private emissionsOf(expectation: Expectation, propertyId: string, number: string): Emission[] {
		const generation = `${expectation.workflowId} ${expectation.generation}`;
		const bookings = this.emissions.get(generation) ?? new Map<string, Emission[]>();
		this.emissions.set(generation, bookings);
		const key = `${keyOf(propertyId, number)} ${expectation.timesTakenOut(propertyId)}`;
		const found = bookings.get(key) ?? [];
		bookings.set(key, found);
		return found;
	}

	private bookingOf(propertyId: string, number: string): Booking | undefined {
		const { world } = this.simulation.api.sandbox;
		const property = world.property(propertyId);
		return property && world.bookings(property).get(number);
	}

	/** Within this time, changes in a readable hotel must be emitted. */
	private get delayMs(): number {
		return this.simulation.delays.bookingsMs;
	}

	private found(rule: string, text: string): void {
		this.simulation.found(`deliveries: ${rule}`, text);
	}
}

/**
 * Whether its items are flat. They show status and time of the details, which may be newer than those of the event.
 */
function showsDetails({ settings: { output } }: Expectation): boolean {
	return output !== 'details' && output !== 'summary';
}

/** One item for each booking: with one item per room stay or night, a booking has several. */
function bookingsIn(items: readonly INodeExecutionData[]): IDataObject[] {
	const found = new Map<string, IDataObject>();
	for (const { json } of items)
		found.set(
			JSON.stringify([json.propertyId, json.number, json.event, json.modifiedDateTime, json.status]),
			json,
		);
	return [...found.values()];
}

function keyOf(propertyId: string, number: string): string {
	return `${propertyId} ${number}`;
}
