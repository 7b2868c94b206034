import type { IDataObject } from 'n8n-workflow';
import type { Change } from '../../../sandbox/src/world/changes.mts';
import type { PmsChange } from '../../../sandbox/src/world/pms/pmsChange.mts';
import { openPmsView, type PmsView } from '../../../sandbox/src/world/pms/pmsView.mts';
import { datesOf, expectedTimes, type Stay } from '../../../sandbox/src/world/pms/stay.mts';
import type { Property } from '../../../sandbox/src/world/properties.mts';
import { toLocalMinute } from '../../../sandbox/src/world/zone.mts';
import type { BookingState } from '../world/observer.mts';
import { FrontDeskRule } from './frontDeskRule.mts';

const HOUR_MS = 3_600_000;
/** A tenth of the requests reads rooms (docs/reservationTrigger.md, What was there before the start). */
const ROOMS_READ_WITHIN_MS = 4 * HOUR_MS;
/** Rooms of stays from two days ago to two days ahead are read; these are listed once a day. */
const ROOMS_READ_AHEAD_MS = 24 * HOUR_MS - ROOMS_READ_WITHIN_MS;
const ROOMS_READ_BACK_MS = 48 * HOUR_MS;

/** An event of a room stay that the front desk recorded. */
interface Recorded {
	event: string;
	propertyId: string;
	pmsRoomStayId: string;
	at: number;
	/** Another room, or check-out, followed soon after it. */
	wasReplacedSoon?: boolean;
	/** The former room may not have been read; then the change is emitted as `changed`. */
	mayBeUnread?: boolean;
	/** Two changes between two polls are emitted once, with the latest state (docs/reservationTrigger.md, events). */
	wasCancelledSoon?: boolean;
}

/**
 * What docs/reservationTrigger.md promises: every check-in and check-out is emitted, once, unless the reservation is
 * cancelled before it was read, and nothing that was not recorded. The rule knows the records of the service and n8n's
 * executions, and nothing of the trigger.
 */
export class Stays extends FrontDeskRule {
	private readonly recorded: Recorded[] = [];
	/** By event, property and room stay: how often it was emitted, also to a process that was killed. */
	private readonly came = new Map<string, number>();
	private readonly cameAt = new Map<string, number>();
	/** Room stays that were in any item. */
	private readonly seenStays = new Set<string>();
	/** Room stays that were checked in without a room: their first room is no change. */
	private readonly withoutRoom = new Set<string>();
	/** By room stay: its rooms, the latest one last. */
	private readonly rooms = new Map<string, Array<{ room: string | null; at: number }>>();

	onWritten(change: Change): void {
		if (change.kind !== 'pmsWritten') return;
		const { propertyId, change: written } = change;
		const at = this.simulation.now;
		for (const id of staysIn(written)) this.replace(id);
		if (written.kind === 'checkedIn' && this.roomOf(propertyId, written.pmsRoomStayId) === null)
			this.withoutRoom.add(written.pmsRoomStayId);
		if (written.kind === 'checkedIn' || written.kind === 'checkedOut')
			this.recorded.push({ event: written.kind, propertyId, pmsRoomStayId: written.pmsRoomStayId, at });
		if (written.kind === 'roomsAssigned')
			for (const { pmsRoomStayId, roomId } of written.rooms) {
				const isBack = this.mayBeBack(pmsRoomStayId, roomId);
				this.noteRoom(pmsRoomStayId, roomId);
				if (!this.withoutRoom.delete(pmsRoomStayId))
					this.recorded.push({
						event: 'roomChanged',
						propertyId,
						pmsRoomStayId,
						at,
						mayBeUnread: isBack || this.mayBeUnread(propertyId, pmsRoomStayId),
					});
			}
	}

	onBooking({ propertyId, number, status, at }: BookingState): void {
		const { pms } = this.viewOf(propertyId, at);
		const ids = new Set(pms.reservationOfBooking(number)?.stays.map(({ id }) => id));
		if (status !== 'Cancelled') return this.noteMoved(propertyId, ids, at);
		for (const one of this.recorded)
			if (ids.has(one.pmsRoomStayId) && (at - one.at < this.delayMs || this.isUnread(one)))
				one.wasCancelledSoon = true;
	}

	/** Whether n8n has been off since then. */
	private isUnread({ at }: Recorded): boolean {
		const { n8n, killedAt } = this.simulation;
		return n8n.main === undefined && at > killedAt - this.delayMs;
	}

	/** Records a new room after a change of dates: a stay keeps its room only if that is free then. */
	private noteMoved(propertyId: string, ids: ReadonlySet<string>, at: number): void {
		for (const pmsRoomStayId of ids) {
			const before = this.rooms.get(pmsRoomStayId)?.at(-1)?.room ?? null;
			const room = this.roomOf(propertyId, pmsRoomStayId);
			if (before === null || room === before) continue;
			this.recorded.push({ event: 'roomChanged', propertyId, pmsRoomStayId, at, mayBeUnread: true });
			this.noteRoom(pmsRoomStayId, room);
		}
	}

	private noteRoom(pmsRoomStayId: string, room: string | null): void {
		const given = this.rooms.get(pmsRoomStayId) ?? [];
		this.rooms.set(pmsRoomStayId, [...given, { room, at: this.simulation.now }]);
	}

	/** Whether it is back in a recent room: a trigger that has not seen the one in between sees no change. */
	private mayBeBack(pmsRoomStayId: string, room: string | null): boolean {
		const given = this.rooms.get(pmsRoomStayId) ?? [];
		const firstSoon = given.findIndex(({ at }) => at > this.simulation.now - this.delayMs);
		if (firstSoon < 0) return false;
		return firstSoon === 0 || given.slice(firstSoon - 1, -1).some((one) => one.room === room);
	}

	atRest(): void {
		this.noteLost();
		const { onSinceMs } = this.trigger;
		if (onSinceMs === undefined)
			return this.found('recovery', `${this.trigger.workflowId} could not be switched on`);
		for (const one of this.recorded) {
			const { event, propertyId, pmsRoomStayId, at } = one;
			// A room change is found only if the former room was read, and earlier ones are read one after the other.
			const mayBeUnread = one.mayBeUnread === true || at < onSinceMs + ROOMS_READ_WITHIN_MS;
			if (event === 'roomChanged' && (one.wasReplacedSoon || mayBeUnread)) continue;
			if (at < onSinceMs || at > this.simulation.now - this.delayMs) continue;
			if (one.wasCancelledSoon || !this.isServed(propertyId) || this.hasCome(one)) continue;
			this.found(
				'complete',
				`${event} of ${pmsRoomStayId} of ${this.reservationOf(one)} at ${new Date(at).toISOString()} was not emitted by ${this.trigger.workflowId}`,
			);
		}
	}

	private viewOf(propertyId: string, at = this.simulation.now): PmsView {
		const { world } = this.simulation.api.sandbox;
		return openPmsView(world, world.property(propertyId) as Property, at);
	}

	private reservationOf({ propertyId, pmsRoomStayId }: Recorded): string {
		return this.viewOf(propertyId).pms.stay(pmsRoomStayId)?.number ?? propertyId;
	}

	private roomOf(propertyId: string, pmsRoomStayId: string): string | null {
		const view = this.viewOf(propertyId);
		const stay = view.pms.stay(pmsRoomStayId);
		return stay === undefined ? null : view.stateOf(stay).roomId;
	}

	private hasCome(one: Recorded): boolean {
		const last = this.cameAt.get(keyOf(one));
		return last !== undefined && (one.event !== 'roomChanged' || last >= one.at);
	}

	/** Whether the room may not have been read yet: with faults, and while n8n is off, it may be read late. */
	private mayBeUnread(propertyId: string, pmsRoomStayId: string): boolean {
		const { n8n, now, setting } = this.simulation;
		if (this.seenStays.has(pmsRoomStayId)) return false;
		if (!setting.isCalm || n8n.main === undefined) return true;
		const { pms, content } = this.viewOf(propertyId);
		const stay = pms.stay(pmsRoomStayId);
		if (!stay) return true;
		const minute = (ms: number) => toLocalMinute(now + ms, content.timeZone.id);
		const startedAt = toLocalMinute(this.trigger.onSinceMs ?? now, content.timeZone.id);
		if (this.mayBeFirstSeen(stay, startedAt, minute(this.delayMs))) return true;
		const { checkIn, checkOut } = datesOf(stay);
		return checkIn > minute(ROOMS_READ_AHEAD_MS) || checkOut < minute(-ROOMS_READ_BACK_MS);
	}

	/**
	 * The staff assign a room on arrival, which no search lists. The trigger reads it with the next change, and takes it
	 * for the first room, which is no change.
	 */
	private mayBeFirstSeen(stay: Stay, from: string, until: string): boolean {
		const { comes, knowsRoom } = expectedTimes(stay);
		const wasGivenBefore = (this.rooms.get(stay.id)?.length ?? 0) > 1;
		return !knowsRoom && !wasGivenBefore && comes > from && comes < until;
	}

	/** Recent room changes of the stay may not be emitted, or not as such. */
	private replace(pmsRoomStayId: string): void {
		for (const one of this.recorded)
			if (
				one.pmsRoomStayId === pmsRoomStayId &&
				one.event === 'roomChanged' &&
				this.simulation.now - one.at < this.delayMs
			)
				one.wasReplacedSoon = true;
	}

	protected override take({ event, propertyId, changedStays }: IDataObject): void {
		for (const { pmsRoomStayId } of changedStays as Array<{ pmsRoomStayId: string }>) {
			const one = { event: String(event), propertyId: String(propertyId), pmsRoomStayId };
			const times = (this.came.get(keyOf(one)) ?? 0) + 1;
			this.came.set(keyOf(one), times);
			this.cameAt.set(keyOf(one), this.simulation.now);
			this.seenStays.add(pmsRoomStayId);
			const written = this.recorded.filter((other) => keyOf(other) === keyOf(one)).length;
			const recorded = written + (this.isOfStaff(one) ? 1 : 0);
			if (times > recorded)
				this.found('once', `${keyOf(one)}: was emitted ${times} times, was recorded ${recorded} times`);
		}
	}

	/** Whether the staff did it since the start: they check in and out guests who booked before the simulation. */
	private isOfStaff({ event, propertyId, pmsRoomStayId }: Omit<Recorded, 'at'>): boolean {
		const { onSinceMs } = this.trigger;
		if (event === 'roomChanged' || onSinceMs === undefined) return false;
		const view = this.viewOf(propertyId);
		const stay = view.pms.stay(pmsRoomStayId);
		if (!stay) return false;
		const { actualCheckIn, actualCheckOut } = view.stateOf(stay);
		const at = event === 'checkedIn' ? actualCheckIn : actualCheckOut;
		const isWritten = stay.written[event as 'checkedIn' | 'checkedOut'] !== undefined;
		return !isWritten && at !== null && at >= toLocalMinute(onSinceMs, view.content.timeZone.id);
	}

	private isServed(propertyId: string): boolean {
		return (
			this.simulation.openProperties.some(({ id }) => id === propertyId) &&
			!this.simulation.failingHotels.has(propertyId)
		);
	}

	private found(rule: string, text: string): void {
		this.simulation.found(`stays: ${rule}`, text);
	}
}

function staysIn(written: PmsChange): string[] {
	if (written.kind === 'roomsAssigned') return written.rooms.map(({ pmsRoomStayId }) => pmsRoomStayId);
	return written.kind === 'checkedOut' ? [written.pmsRoomStayId] : [];
}

function keyOf({ event, propertyId, pmsRoomStayId }: Omit<Recorded, 'at'>): string {
	return `${event} ${propertyId} ${pmsRoomStayId}`;
}
