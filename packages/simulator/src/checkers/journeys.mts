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
import { MOMENTS } from '../world/deskTriggers.mts';
import type { BookingState } from '../world/observer.mts';
import { FrontDeskRule } from './frontDeskRule.mts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** *If Late*, unless it is set (docs/guestJourney.md). */
const LATE_MS = 12 * HOUR_MS;
/** What is new or has changed is read so often, with a moment within a day after a check-in. */
const READ_EVERY_MS = 5 * MINUTE_MS;
const { booked, welcome, thanks, eve } = MOMENTS;

/** What the front desk recorded of a room stay, as the service wrote it. */
interface Recorded {
	inMs?: number;
	outMs?: number;
}

/**
 * What docs/guestJourney.md promises: each room stay has each moment once, not before its time and not when it makes no
 * sense any more, and it has it. It knows what the service wrote and what came from n8n's executions.
 */
export class Journeys extends FrontDeskRule {
	private readonly recorded = new Map<string, Recorded>();
	/** By moment, property and room stay; also those that a killed process had. */
	private readonly came = new Set<string>();
	/** By property: since when it is there, and moments count. */
	private readonly thereSinceMs = new Map<string, number>();
	/** By property and booking: when it changed last. */
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

	onBooking({ propertyId, number, at }: BookingState): void {
		this.changedMs.set(`${propertyId} ${number}`, at);
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
		const { inMs = Infinity, outMs = Infinity } = this.recordedOf(propertyId, stay.id);
		const changedMs = this.lastChangeOf(propertyId, stay);
		const { arrivalMs, departureMs } = plannedOf(view, stay);
		const due = {
			[booked.name]: { atMs: bookedAfter(view, stay), endsMs: Math.min(departureMs, outMs) },
			[welcome.name]: { atMs: inMs + welcome.count * HOUR_MS, endsMs: Math.min(departureMs, outMs) },
			[thanks.name]: { atMs: outMs + thanks.count * HOUR_MS, endsMs: Infinity },
			[eve.name]: { atMs: eveOf(view, stay), endsMs: Math.min(arrivalMs, inMs) },
		};
		for (const [moment, { atMs, endsMs }] of Object.entries(due)) {
			const lastMs = atMs + this.delayMs + READ_EVERY_MS;
			const countsSinceMs = Math.max(sinceMs, this.trigger.momentsSinceMs.get(moment) ?? -Infinity);
			if (stay.cancelled || atMs < countsSinceMs || lastMs > Math.min(endsMs, this.simulation.now)) continue;
			// What is changed meanwhile can be read in either state.
			if (changedMs > atMs - this.delayMs - READ_EVERY_MS) continue;
			if (this.came.has(keyOf(moment, propertyId, stay.id))) continue;
			const key = keyOf(moment, propertyId, stay.id);
			this.found('complete', `${key} (${stay.bookingNumber}), due at ${timeText(atMs)}, did not come`);
		}
	}

	protected override take({ moment, propertyId, pmsRoomStayId }: IDataObject): void {
		const property = this.propertyOf(String(propertyId));
		const key = keyOf(String(moment), property.id, String(pmsRoomStayId));
		if (this.came.has(key)) this.found('once', `${key}: came again`);
		this.came.add(key);
		const view = this.viewOf(property);
		const stay = view.pms.stay(String(pmsRoomStayId));
		if (!stay) return this.found('right', `${key}: there is no such room stay`);
		const atMs = this.dueOf(String(moment), view, stay);
		if (atMs === undefined) return this.found('right', `${key}: nothing was recorded`);
		if (this.lastChangeOf(property.id, stay) > this.simulation.now - this.delayMs) return;
		// The hotel's clock shows no seconds.
		if (this.simulation.now < atMs - MINUTE_MS)
			this.found('right', `${key}: due at ${timeText(atMs)}, came before`);
		if (this.simulation.now > atMs + LATE_MS + this.delayMs)
			this.found('right', `${key}: due at ${timeText(atMs)}, too late`);
		const { inMs = Infinity, outMs = Infinity } = this.recordedOf(property.id, stay.id);
		const endMs =
			{ [booked.name]: outMs, [welcome.name]: outMs, [eve.name]: inMs }[String(moment)] ?? Infinity;
		if (this.simulation.now > endMs + this.delayMs)
			this.found('right', `${key}: made no sense any more since ${timeText(endMs)}`);
	}

	/** The staff check in and out those who had booked before the simulation. */
	private dueOf(moment: string, view: PmsView, stay: Stay): number | undefined {
		if (moment === eve.name) return eveOf(view, stay);
		if (moment === booked.name) return bookedAfter(view, stay);
		const { actualCheckIn, actualCheckOut } = view.stateOf(stay);
		const local = moment === welcome.name ? actualCheckIn : actualCheckOut;
		const { count } = moment === welcome.name ? welcome : thanks;
		return local === null ? undefined : epochOf(local, view) + count * HOUR_MS;
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

function plannedOf(view: PmsView, stay: Stay): { arrivalMs: number; departureMs: number } {
	const { checkIn, checkOut } = datesOf(stay);
	return { arrivalMs: epochOf(checkIn, view), departureMs: epochOf(checkOut, view) };
}

function bookedAfter(view: PmsView, stay: Stay): number {
	return view.bookingOf(stay).createdMs + booked.count * HOUR_MS;
}

function eveOf(view: PmsView, stay: Stay): number {
	const { checkIn } = datesOf(stay);
	return epochOf(`${plusMinutes(checkIn, -24 * 60).slice(0, 10)}T${eve.time}`, view);
}

function epochOf(local: string, { content }: PmsView): number {
	return fromLocalMinute(local, content.timeZone.id);
}

/** The API tells local minutes. Of a time that the clocks show twice, the later one counts (docs/rules.md). */
function laterShown(epochMs: number, zone: string): number {
	return latestLocalMinute(toLocalMinute(epochMs, zone), zone) + (epochMs % MINUTE_MS);
}

function keyOf(moment: string, propertyId: string, pmsRoomStayId: string): string {
	return `${moment} ${propertyId} ${pmsRoomStayId}`;
}

function timeText(epochMs: number): string {
	return Number.isFinite(epochMs) ? new Date(epochMs).toISOString() : 'no time';
}
