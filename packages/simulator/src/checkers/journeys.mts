import type { IDataObject } from 'n8n-workflow';
import type { Change } from '../../../sandbox/src/world/changes.mts';
import { openPmsView, type PmsView } from '../../../sandbox/src/world/pms/pmsView.mts';
import { datesOf, type Stay } from '../../../sandbox/src/world/pms/stay.mts';
import type { Property } from '../../../sandbox/src/world/properties.mts';
import {
	fromLocalMinute,
	latestLocalMinute,
	plusMinutes,
	toLocalMinute,
} from '../../../sandbox/src/world/zone.mts';
import { MOMENTS, type MomentName } from '../world/moments.mts';
import type { BookingState } from '../world/observer.mts';
import { FrontDeskRule } from './frontDeskRule.mts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MINUTES_A_DAY = 24 * 60;
/** *If Late*, unless it is set (docs/guestJourney.md). */
const LATE_MS = 12 * HOUR_MS;
/** How often changes are read if there is a moment within a day after check-in. */
const READ_EVERY_MS = 5 * MINUTE_MS;

/** Check-in and check-out of a room stay, as recorded in the service. */
interface Recorded {
	inMs?: number;
	outMs?: number;
}

/**
 * What docs/guestJourney.md promises: each moment of each room stay is emitted, once, not before it is due and not when
 * it no longer makes sense. The rule knows the records of the service and n8n's executions.
 */
export class Journeys extends FrontDeskRule {
	private readonly recorded = new Map<string, Recorded>();
	/** What was emitted, by moment, property and room stay, also to a process that was killed. */
	private readonly came = new Set<string>();
	/** By property: since when it is accessible, so that its moments count. */
	private readonly thereSinceMs = new Map<string, number>();
	/** By property and booking: when it last changed; Infinity = the feed does not show the change. */
	private readonly changedMs = new Map<string, number>();

	onWritten(change: Change): void {
		if (change.kind !== 'pmsWritten') return;
		const { propertyId, change: written } = change;
		if (written.kind !== 'checkedIn' && written.kind !== 'checkedOut') return;
		const one = this.recordedOf(propertyId, written.pmsRoomStayId);
		const { content } = this.viewOf(this.propertyOf(propertyId));
		one[written.kind === 'checkedIn' ? 'inMs' : 'outMs'] = laterShown(
			this.simulation.now,
			content.timeZone.id,
		);
	}

	onBooking({ propertyId, number, at, unseen }: BookingState): void {
		this.changedMs.set(`${propertyId} ${number}`, unseen ? Infinity : at);
	}

	onPolled(): void {
		const { now, openProperties } = this.simulation;
		for (const { id } of openProperties) if (!this.thereSinceMs.has(id)) this.thereSinceMs.set(id, now);
	}

	atRest(): void {
		this.noteLost();
		const { onSinceMs } = this.trigger;
		if (onSinceMs === undefined)
			return this.found('recovery', `${this.trigger.workflowId} could not be switched on`);
		for (const property of this.simulation.openProperties) {
			if (this.simulation.failingHotels.has(property.id)) continue;
			const view = this.viewOf(property);
			const thereMs = (this.thereSinceMs.get(property.id) ?? Infinity) + this.delayMs;
			for (const stay of staysOf(view)) this.expectAll(view, stay, Math.max(onSinceMs, thereMs));
		}
	}

	private expectAll(view: PmsView, stay: Stay, sinceMs: number): void {
		const { id: propertyId } = view.property;
		const changedMs = this.lastChangeOf(propertyId, stay);
		const recorded = this.recordedOf(propertyId, stay.id);
		for (const moment of this.trigger.moments) {
			const { atMs, endsMs } = timesOf(moment, view, stay, recorded);
			const lastMs = atMs + this.delayMs + READ_EVERY_MS;
			const countsSinceMs = Math.max(sinceMs, this.trigger.momentsSinceMs.get(moment) ?? -Infinity);
			if (stay.cancelled || atMs < countsSinceMs || lastMs > Math.min(endsMs, this.simulation.now)) continue;
			// A booking that changes meanwhile may be read in either state.
			if (changedMs > atMs - this.delayMs - READ_EVERY_MS) continue;
			const key = keyOf(MOMENTS[moment].name, propertyId, stay.id);
			if (this.came.has(key) || isBookedElsewhere(moment, stay)) continue;
			this.found('complete', `${key} (${stay.bookingNumber}), due at ${timeText(atMs)}, was not emitted`);
		}
	}

	protected override take({ moment, propertyId, pmsRoomStayId }: IDataObject): void {
		const property = this.propertyOf(String(propertyId));
		const key = keyOf(String(moment), property.id, String(pmsRoomStayId));
		if (this.came.has(key)) this.found('once', `${key}: was emitted again`);
		this.came.add(key);
		const view = this.viewOf(property);
		const stay = view.pms.stay(String(pmsRoomStayId));
		if (!stay) return this.found('right', `${key}: there is no such room stay`);
		const chosen = this.trigger.moments.find((one) => MOMENTS[one].name === moment);
		if (chosen === undefined) return this.found('right', `${key}: there is no such moment`);
		const { atMs, endsMs } = timesOf(chosen, view, stay, shownOf(view, stay));
		if (atMs === Infinity) return this.found('right', `${key}: nothing was recorded`);
		if (this.lastChangeOf(property.id, stay) > this.simulation.now - this.delayMs) return;
		// The hotel's clock has no seconds.
		if (this.simulation.now < atMs - MINUTE_MS)
			this.found('right', `${key}: due at ${timeText(atMs)}, was emitted before`);
		if (this.simulation.now > atMs + LATE_MS + this.delayMs)
			this.found('right', `${key}: due at ${timeText(atMs)}, was emitted too late`);
		if (this.simulation.now > endsMs + this.delayMs)
			this.found('right', `${key}: was emitted after it made sense, until ${timeText(endsMs)}`);
	}

	private lastChangeOf(propertyId: string, { bookingNumber }: Stay): number {
		return this.changedMs.get(`${propertyId} ${bookingNumber}`) ?? -Infinity;
	}

	private recordedOf(propertyId: string, pmsRoomStayId: string): Recorded {
		const key = `${propertyId} ${pmsRoomStayId}`;
		const one = this.recorded.get(key) ?? {};
		this.recorded.set(key, one);
		return one;
	}

	private propertyOf(id: string): Property {
		return this.simulation.api.sandbox.world.property(id) as Property;
	}

	private viewOf(property: Property): PmsView {
		return openPmsView(this.simulation.api.sandbox.world, property, this.simulation.now);
	}

	private found(rule: string, text: string): void {
		this.simulation.found(`journeys: ${rule}`, text);
	}
}

function staysOf({ pms }: PmsView): Stay[] {
	return pms.byModification().flatMap(({ stays }) => stays);
}

/** The times in the PMS, including those of guests who booked before the simulation, whom the staff check in and out. */
function shownOf(view: PmsView, stay: Stay): Recorded {
	const { actualCheckIn, actualCheckOut } = view.stateOf(stay);
	return {
		...(actualCheckIn !== null && { inMs: epochOf(actualCheckIn, view) }),
		...(actualCheckOut !== null && { outMs: epochOf(actualCheckOut, view) }),
	};
}

/** When a moment is due, and when it no longer makes sense (docs/guestJourney.md); Infinity = never. */
function timesOf(
	name: MomentName,
	view: PmsView,
	stay: Stay,
	{ inMs = Infinity, outMs = Infinity }: Recorded,
): { atMs: number; endsMs: number } {
	const moment = MOMENTS[name];
	const { checkIn, checkOut } = datesOf(stay);
	const arrivalMs = epochOf(checkIn, view);
	const departureMs = epochOf(checkOut, view);
	const leavesMs = Math.min(departureMs, outMs);
	const { fromMs, endsMs } = {
		afterBooking: { fromMs: view.bookingOf(stay).createdMs, endsMs: leavesMs },
		beforeArrival: { fromMs: arrivalMs, endsMs: Math.min(arrivalMs, inMs) },
		afterCheckIn: { fromMs: inMs, endsMs: leavesMs },
		afterDeparture: { fromMs: departureMs, endsMs: Infinity },
		afterCheckOut: { fromMs: outMs, endsMs: Infinity },
	}[moment.anchor];
	const sign = moment.anchor === 'beforeArrival' ? -1 : 1;
	if (moment.unit === 'hours') return { atMs: fromMs + sign * moment.count * HOUR_MS, endsMs };
	const local = toLocalMinute(fromMs, view.content.timeZone.id);
	const day = plusMinutes(local, sign * moment.count * MINUTES_A_DAY).slice(0, 10);
	return { atMs: epochOf(`${day}T${moment.time}`, view), endsMs };
}

/** Whether it is unknown when the reservation was made, because no booking has its number (docs/guestJourney.md). */
function isBookedElsewhere(moment: MomentName, { number, bookingNumber }: Stay): boolean {
	return MOMENTS[moment].anchor === 'afterBooking' && number !== bookingNumber;
}

function epochOf(local: string, { content }: PmsView): number {
	return fromLocalMinute(local, content.timeZone.id);
}

/** The API has local minutes. If a local time occurs twice, the later one counts (docs/rules.md). */
function laterShown(epochMs: number, zone: string): number {
	return latestLocalMinute(toLocalMinute(epochMs, zone), zone) + (epochMs % MINUTE_MS);
}

function keyOf(moment: string, propertyId: string, pmsRoomStayId: string): string {
	return `${moment} ${propertyId} ${pmsRoomStayId}`;
}

function timeText(epochMs: number): string {
	return Number.isFinite(epochMs) ? new Date(epochMs).toISOString() : 'no time';
}
