import type { IDataObject } from 'n8n-workflow';
import type { Change } from '../../../sandbox/world/changes.mts';
import { openPmsView } from '../../../sandbox/world/pms/pmsView.mts';
import type { Property } from '../../../sandbox/world/properties.mts';
import { toLocalMinute } from '../../../sandbox/world/zone.mts';
import { FRONT_DESK } from '../world/frontDesk.mts';
import type { BookingState } from '../world/happenings.mts';
import { FrontDeskRule, LONGEST_DELAY_MS } from './frontDeskRule.mts';

/** What the front desk recorded of a room stay. */
interface Recorded {
	event: string;
	propertyId: string;
	pmsRoomStayId: string;
	at: number;
	/** Two changes between two polls come once, with the latest state (docs/reservationTrigger.md, events). */
	wasCancelledSoon?: boolean;
}

/**
 * What docs/reservationTrigger.md promises: every check-in and check-out comes, once, unless the reservation is
 * cancelled before it was read, and nothing that was not recorded. It knows what the service wrote and what came from
 * n8n's executions, and nothing of the trigger.
 */
export class Stays extends FrontDeskRule {
	private readonly recorded: Recorded[] = [];
	/** By event, property and room stay: how often it came, also to a process that was killed with it. */
	private readonly came = new Map<string, number>();

	onWritten(change: Change): void {
		if (change.kind !== 'pmsWritten') return;
		const { propertyId, change: written } = change;
		const at = this.stage.now;
		if (written.kind === 'checkedIn' || written.kind === 'checkedOut')
			this.recorded.push({ event: written.kind, propertyId, pmsRoomStayId: written.pmsRoomStayId, at });
		if (written.kind === 'roomsAssigned')
			for (const { pmsRoomStayId } of written.rooms)
				this.recorded.push({ event: 'roomChanged', propertyId, pmsRoomStayId, at });
	}

	onBooking({ propertyId, number, status, at }: BookingState): void {
		if (status !== 'Cancelled') return;
		const { world } = this.stage.api.sandbox;
		const { pms } = openPmsView(world, world.property(propertyId) as Property, at);
		const ids = new Set(pms.reservationOfBooking(number)?.stays.map(({ id }) => id));
		for (const one of this.recorded)
			if (ids.has(one.pmsRoomStayId) && at - one.at < LONGEST_DELAY_MS) one.wasCancelledSoon = true;
	}

	atRest(): void {
		this.noteLost();
		const { onSinceMs } = this.frontDesk;
		if (onSinceMs === undefined) return this.found('recovery', `${FRONT_DESK} could not be switched on`);
		for (const one of this.recorded) {
			const { event, propertyId, pmsRoomStayId, at } = one;
			// A room change shows only against a room that was looked at.
			if (event === 'roomChanged' || at < onSinceMs || at > this.stage.now - LONGEST_DELAY_MS) continue;
			if (one.wasCancelledSoon || !this.isServed(propertyId) || this.came.has(keyOf(one))) continue;
			this.found(
				'complete',
				`${event} of ${pmsRoomStayId} of ${propertyId} at ${new Date(at).toISOString()} did not come`,
			);
		}
	}

	protected override take({ event, propertyId, changedStays }: IDataObject): void {
		for (const { pmsRoomStayId } of changedStays as Array<{ pmsRoomStayId: string }>) {
			const one = { event: String(event), propertyId: String(propertyId), pmsRoomStayId };
			const times = (this.came.get(keyOf(one)) ?? 0) + 1;
			this.came.set(keyOf(one), times);
			const written = this.recorded.filter((other) => keyOf(other) === keyOf(one)).length;
			const recorded = written + (this.isOfStaff(one) ? 1 : 0);
			if (times > recorded)
				this.found('once', `${keyOf(one)}: came ${times} times, was recorded ${recorded} times`);
		}
	}

	/** The staff check in and out those who had booked before the simulation; what they did before the start is known. */
	private isOfStaff({ event, propertyId, pmsRoomStayId }: Omit<Recorded, 'at'>): boolean {
		const { onSinceMs } = this.frontDesk;
		if (event === 'roomChanged' || onSinceMs === undefined) return false;
		const { world } = this.stage.api.sandbox;
		const view = openPmsView(world, world.property(propertyId) as Property, this.stage.now);
		const stay = view.pms.stay(pmsRoomStayId);
		if (!stay) return false;
		const { actualCheckIn, actualCheckOut } = view.stateOf(stay);
		const at = event === 'checkedIn' ? actualCheckIn : actualCheckOut;
		const isWritten = stay.written[event as 'checkedIn' | 'checkedOut'] !== undefined;
		return !isWritten && at !== null && at >= toLocalMinute(onSinceMs, view.content.timeZone.id);
	}

	private isServed(propertyId: string): boolean {
		return (
			this.stage.openProperties.some(({ id }) => id === propertyId) &&
			!this.stage.failingHotels.has(propertyId)
		);
	}

	private found(rule: string, text: string): void {
		this.stage.found(`stays: ${rule}`, text);
	}
}

function keyOf({ event, propertyId, pmsRoomStayId }: Omit<Recorded, 'at'>): string {
	return `${event} ${propertyId} ${pmsRoomStayId}`;
}
