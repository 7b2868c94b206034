import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Booking } from '../../../sandbox/world/bookings/types.mts';
import type { StoredExecution } from '../host/database.mts';
import type { LogLine } from '../host/process.mts';
import type { Contract } from '../world/contracts.mts';
import type { BookingState, Observer } from '../world/happenings.mts';
import { instant, type Stage } from '../world/stage.mts';
import { wrongChanges } from './bookingChanges.mts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const RARELY_MINUTES = 60;
/** What was made longer ago than this before the newest change need not come as new (docs/trigger.md, events). */
const REMEMBERED_MS = 49 * HOUR_MS;

/** A booking as a workflow got it. */
interface Delivery {
	at: number;
	event: string;
	status: string;
	modified: string;
	/** Handed to a process of n8n that was killed before it saved the execution. */
	lost: boolean;
	/** Marked as handed over once more after a crash. */
	again: boolean;
}

/**
 * What docs/trigger.md promises: every change comes, once, in order, as the right event, and nothing of another
 * hotel. It knows the bookings from the service and what came from n8n's executions, and nothing of the trigger.
 */
export class Deliveries implements Observer {
	/** By workflow and generation, then by booking and how often its property was taken out before. */
	private readonly deliveries = new Map<string, Map<string, Delivery[]>>();
	/** By booking: its states, those included that the feed never showed. */
	private readonly states = new Map<string, BookingState[]>();
	/** By workflow: when an execution got as many bookings as it may. */
	private readonly fullAt = new Map<string, number>();
	/** By workflow, generation and property, of each booking that came: when it was changed. Saves time only. */
	private readonly came = new Map<string, Map<string, number>>();
	/** By workflow and booking: the details that came last. */
	private readonly lastDetails = new Map<string, IDataObject>();
	/** When n8n's log last had a warning that polls fall behind. */
	private warnedAt = -Infinity;
	private lostSeen = 0;

	constructor(private readonly stage: Stage) {}

	onBooking(state: BookingState): void {
		const key = keyOf(state.propertyId, state.number);
		this.states.set(key, [...(this.states.get(key) ?? []), state]);
	}

	onExecution({ workflowId, items, at }: StoredExecution): void {
		const contract = this.stage.contracts.get(workflowId);
		if (!contract || !items) return;
		this.noteLost();
		const bookings = bookingsIn(items);
		if (bookings.length > contract.settings.maxBookings) {
			this.found(
				'size',
				`${workflowId} got ${bookings.length} bookings, at most ${contract.settings.maxBookings} were asked for`,
			);
		}
		if (bookings.length >= contract.settings.maxBookings) this.fullAt.set(workflowId, at);
		for (const json of bookings) this.deliver(contract, json, at, false);
	}

	onLog({ level, message }: LogLine): void {
		if (level === 'warn' && /left something to read or to emit/.test(message)) this.warnedAt = this.stage.now;
	}

	atRest(): void {
		this.noteLost();
		const { openProperties, failingHotels } = this.stage;
		if (openProperties.every(({ id }) => failingHotels.has(id))) return;
		for (const contract of this.stage.contracts.values()) {
			const { workflowId } = contract;
			if (!this.stage.n8n.database.workflow(workflowId).active) {
				this.found('recovery', `${workflowId} could not be switched on`);
			} else if (!contract.isKept) {
				this.found('recovery', `${workflowId} has kept nothing since it was switched on`);
			} else if (!this.isBehind(workflowId)) {
				this.expectAll(contract);
				this.expectAgain(contract);
			}
		}
	}

	/** Its executions take only so many bookings, and it has not caught up yet. */
	private isBehind(workflowId: string): boolean {
		const { everyMinutes } = this.stage.contracts.get(workflowId)?.settings ?? { everyMinutes: 1 };
		// A trigger that polls rarely says so when it cannot keep up (docs/trigger.md, What a poll does).
		if (everyMinutes >= RARELY_MINUTES && this.stage.now - this.warnedAt < 2 * everyMinutes * MINUTE_MS)
			return true;
		return this.stage.now - (this.fullAt.get(workflowId) ?? -Infinity) < this.delayMs;
	}

	/** With After a Crash: Hand It Over Again, nothing that was lost between n8n's saves stays lost for long. */
	private expectAgain(contract: Contract): void {
		if (contract.settings.afterCrash !== 'handOverAgain') return;
		const bookings =
			this.deliveries.get(`${contract.workflowId} ${contract.generation}`) ?? new Map<string, Delivery[]>();
		for (const [key, deliveries] of bookings) {
			const [propertyId = '', number = '', takenOut] = key.split(' ');
			if (Number(takenOut) !== contract.timesTakenOut(propertyId)) continue;
			const isServed = this.stage.openProperties.some(({ id }) => id === propertyId);
			if (!isServed || !contract.due.has(propertyId) || this.stage.failingDetails.has(number)) continue;
			const last = deliveries.at(-1);
			if (last?.lost && last.at < this.stage.now - this.delayMs)
				this.found(
					'again',
					`${contract.workflowId}: booking ${number} of ${propertyId} was lost and did not come again`,
				);
		}
	}

	private noteLost(): void {
		const { lostOnTheWay } = this.stage.n8n;
		for (const { at, workflowId, items } of lostOnTheWay.slice(this.lostSeen)) {
			const contract = this.stage.contracts.get(workflowId);
			for (const json of contract ? bookingsIn(items) : [])
				this.deliver(contract as Contract, json, at, true);
		}
		this.lostSeen = lostOnTheWay.length;
	}

	private deliver(contract: Contract, json: IDataObject, at: number, lost: boolean): void {
		const [propertyId, number] = [String(json.propertyId), String(json.number)];
		const booking = this.bookingOf(propertyId, number);
		const about = `${contract.workflowId}: ${String(json.event)} ${number} of ${propertyId}, ${String(json.status)}, changed ${String(json.modifiedDateTime)}`;
		if (!booking || !contract.watches(propertyId))
			return this.found('scope', `${about}: nobody asked for it`);
		if (!contract.settings.events.includes(String(json.event)))
			this.found('events', `${about}: the event was not chosen`);
		const delivery: Delivery = {
			at,
			event: String(json.event),
			status: String(json.status),
			modified: String(json.modifiedDateTime),
			lost,
			again: json.redelivered === true,
		};
		const before = this.deliveriesOf(contract, propertyId, number);
		if (json.redelivered === true) this.expectCrash(contract, about);
		else {
			this.expectOrder(before, delivery, about);
			this.expectOnce(contract, before, delivery, keyOf(propertyId, number), about);
			this.expectEvent(contract, before, delivery, booking, propertyId, about);
		}
		this.expectChanges(contract, propertyId, number, json, about);
		before.push(delivery);
	}

	/** Of triggers that tell of every change, with details. */
	private expectChanges(
		contract: Contract,
		propertyId: string,
		number: string,
		{ booking, changes, redelivered }: IDataObject,
		about: string,
	): void {
		const { workflowId, generation, settings } = contract;
		const key = `${workflowId} ${generation} ${keyOf(propertyId, number)} ${contract.timesTakenOut(propertyId)}`;
		const before = this.lastDetails.get(key);
		if (booking && settings.events.length === 3 && settings.statuses.length === 0)
			this.lastDetails.set(key, booking as IDataObject);
		else this.lastDetails.delete(key);
		if (!before || !booking || !changes || redelivered) return;
		const wrong = wrongChanges(before, booking as IDataObject, changes as IDataObject);
		if (wrong !== undefined) this.found('changes', `${about}: ${wrong}`);
	}

	private expectCrash({ settings }: Contract, about: string): void {
		const may = settings.afterCrash === 'handOverAgain' && this.stage.setting.profile.polling === 'older';
		if (!may) this.found('once', `${about}: came again, which nobody asked for`);
	}

	private expectOrder(before: Delivery[], { modified }: Delivery, about: string): void {
		const last = before.at(-1);
		if (last && last.modified > modified)
			this.found('order', `${about}: came after the state of ${last.modified}`);
	}

	private expectOnce(
		contract: Contract,
		before: Delivery[],
		{ status, modified }: Delivery,
		key: string,
		about: string,
	): void {
		const states = this.states.get(key) ?? [];
		const isSame = (one: Delivery | BookingState) =>
			showsDetails(contract) || (one.status === status && one.modified === modified);
		const same = before.filter((one) => !one.again && isSame(one));
		const most = states.filter(isSame);
		// A booking from before the simulation has one state that nobody recorded.
		const unrecorded = states.length === 0 || showsDetails(contract) ? 1 : 0;
		if (same.length >= Math.max(1, most.length + unrecorded)) this.found('once', `${about}: came before`);
	}

	private expectEvent(
		contract: Contract,
		before: Delivery[],
		{ event, status, modified, at }: Delivery,
		{ createdMs, number }: Booking,
		propertyId: string,
		about: string,
	): void {
		const { events, statuses } = contract.settings;
		const due = contract.due.get(propertyId);
		if (due && Date.parse(modified) < due.mayMs - SECOND_MS)
			this.found('start', `${about}: was changed before the start`);
		const seesAll = events.length === 3 && statuses.length === 0;
		const last = before.at(-1);
		const wrong = (why: string) => this.found('event', `${about}: ${why}`);
		if (event === 'new' && last) return wrong('came before as ' + last.event);
		if (showsDetails(contract)) return;
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
		if (isNews && event !== 'new') wrong('never came before and was made after the start');
	}

	/** Whether its last cancellation was before the instant: a trigger that began then cannot have told of it. */
	private wasCancelledBefore(instantMs: number, propertyId: string, number: string): boolean {
		const states = this.states.get(keyOf(propertyId, number)) ?? [];
		const live = [...states].reverse().findIndex(({ status }) => status !== 'Cancelled');
		const cancelled = live < 0 ? states[0] : states[states.length - live];
		return cancelled === undefined || cancelled.at < instantMs;
	}

	private expectAll(contract: Contract): void {
		for (const property of this.stage.openProperties) {
			const due = contract.due.get(property.id);
			if (!due || !contract.watches(property.id) || this.stage.failingHotels.has(property.id)) continue;
			const { feed } = this.stage.api.sandbox.world.bookings(property);
			const came = this.cameOf(contract, property.id);
			for (let index = feed.size - 1; index >= 0; index -= 1) {
				const booking = feed.at(index) as Booking;
				const { number, modifiedMs } = booking;
				if (modifiedMs < due.mustMs + SECOND_MS) break;
				if (modifiedMs > this.stage.now - this.delayMs || came.get(number) === modifiedMs) continue;
				if (this.isDelivered(contract, property.id, booking)) came.set(number, modifiedMs);
				else this.expectDelivered(contract, property.id, booking);
			}
		}
	}

	private isDelivered(
		contract: Contract,
		propertyId: string,
		{ number, status, modifiedMs }: Booking,
	): boolean {
		const modified = instant(modifiedMs);
		return this.deliveriesOf(contract, propertyId, number).some(
			(one) => one.status === status && one.modified === modified,
		);
	}

	/** Complains of a booking that did not come, unless it need not. */
	private expectDelivered(contract: Contract, propertyId: string, booking: Booking): void {
		const { number, status } = booking;
		const { statuses } = contract.settings;
		if (statuses.length > 0 && !statuses.includes(status)) return;
		if (this.stage.failingDetails.has(number)) return;
		if (!this.mustBeChosen(contract, propertyId, booking)) return;
		const last = this.deliveriesOf(contract, propertyId, number).at(-1);
		this.found(
			'complete',
			`${contract.workflowId}: booking ${number} of ${propertyId}, ${status}, changed ${instant(booking.modifiedMs)}, did not come (${last ? `last came ${last.status} of ${last.modified}` : 'never came'})`,
		);
	}

	/** Whether every event that the last change can be is among the chosen ones. */
	private mustBeChosen(
		{ settings: { events } }: Contract,
		propertyId: string,
		{ number, status }: Booking,
	): boolean {
		const states = this.states.get(keyOf(propertyId, number)) ?? [];
		// What a booking was before the simulation is not recorded.
		const isOld = states[0]?.at !== states[0]?.createdMs;
		const wasCancelled = isOld || states.slice(0, -1).some((state) => state.status === 'Cancelled');
		const possible =
			status === 'Cancelled' ? (wasCancelled ? ['cancelled', 'changed'] : ['cancelled']) : ['new', 'changed'];
		return possible.every((event) => events.includes(event));
	}

	private cameOf(contract: Contract, propertyId: string): Map<string, number> {
		const { workflowId, generation } = contract;
		const key = `${workflowId} ${generation} ${propertyId} ${contract.timesTakenOut(propertyId)}`;
		const found = this.came.get(key) ?? new Map<string, number>();
		this.came.set(key, found);
		return found;
	}

	private deliveriesOf(contract: Contract, propertyId: string, number: string): Delivery[] {
		const generation = `${contract.workflowId} ${contract.generation}`;
		const bookings = this.deliveries.get(generation) ?? new Map<string, Delivery[]>();
		this.deliveries.set(generation, bookings);
		const key = `${keyOf(propertyId, number)} ${contract.timesTakenOut(propertyId)}`;
		const found = bookings.get(key) ?? [];
		bookings.set(key, found);
		return found;
	}

	private bookingOf(propertyId: string, number: string): Booking | undefined {
		const { world } = this.stage.api.sandbox;
		const property = world.property(propertyId);
		return property && world.bookings(property).get(number);
	}

	/** By then what changed in a hotel that can be read has come. */
	private get delayMs(): number {
		return this.stage.delays.ofBookingsMs;
	}

	private found(rule: string, text: string): void {
		this.stage.found(`deliveries: ${rule}`, text);
	}
}

/** Its items are flat: they show the status and the time of the details, which may be newer than what the event is about. */
function showsDetails({ settings: { output } }: Contract): boolean {
	return output !== 'details' && output !== 'summary';
}

/** With one item per room stay or night, a booking is several items, one after the other. */
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
