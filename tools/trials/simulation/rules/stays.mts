import type { IDataObject } from 'n8n-workflow';
import type { Change } from '../../../sandbox/world/changes.mts';
import { FRONT_DESK } from '../world/frontDesk.mts';
import { FrontDeskRule, LONGEST_DELAY_MS } from './frontDeskRule.mts';

/** What the front desk recorded of a room stay. */
interface Recorded {
	event: string;
	propertyId: string;
	pmsRoomStayId: string;
	at: number;
}

/**
 * What docs/reservationTrigger.md promises: every check-in and check-out comes, once, and nothing that was not
 * recorded. It knows what the service wrote and what came from n8n's executions, and nothing of the trigger.
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

	atRest(): void {
		this.noteLost();
		const { onSinceMs } = this.frontDesk;
		if (onSinceMs === undefined) return this.found('recovery', `${FRONT_DESK} could not be switched on`);
		for (const one of this.recorded) {
			const { event, propertyId, pmsRoomStayId, at } = one;
			// A room change shows only against a room that was looked at.
			if (event === 'roomChanged' || at < onSinceMs || at > this.stage.now - LONGEST_DELAY_MS) continue;
			if (!this.isServed(propertyId) || this.came.has(keyOf(one))) continue;
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
			const recorded = this.recorded.filter((other) => keyOf(other) === keyOf(one)).length;
			if (times > recorded)
				this.found('once', `${keyOf(one)}: came ${times} times, was recorded ${recorded} times`);
		}
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
