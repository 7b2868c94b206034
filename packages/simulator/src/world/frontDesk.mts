import type { PmsChange } from '../../../sandbox/src/world/pms/pmsChange.mts';
import { roomsFor } from '../../../sandbox/src/world/pms/rooms.mts';
import { nightsOf, type Stay } from '../../../sandbox/src/world/pms/stay.mts';
import { Random } from '../../../sandbox/src/world/random.mts';
import { localDay, toLocalMinute } from '../../../sandbox/src/world/zone.mts';
import type { Actor } from './actor.mts';
import type { Simulation } from './simulation.mts';
import { anyDesk, marksOf } from './workItems.mts';

const MINUTE_MS = 60_000;
/** In minutes, between two guests of all hotels. */
const MAX_PAUSE = 8;
const GETS_ANOTHER_ROOM = 0.2;

/** Records a change in the hotel itself, not by a workflow. */
export function recordAtDesk(simulation: Simulation, propertyId: string, change: PmsChange): void {
	const written = { kind: 'pmsWritten' as const, propertyId, change, atMs: simulation.now };
	simulation.notify(
		'onRunStarted',
		marksOf(written).map((mark) => ({ json: {}, mark })),
	);
	simulation.api.sandbox.world.apply(written);
}

/** The front desks of all hotels, which check guests in and out and move them to other rooms. */
export class FrontDesk {
	private readonly random: Random;

	/** @param onTheirDay whether guests come on their day of arrival; else at any time */
	constructor(
		private readonly simulation: Simulation,
		private readonly actor: Actor,
		private readonly onTheirDay: boolean,
	) {
		this.random = new Random(simulation.setting.seed, 'front-desk');
	}

	begin(): void {
		const { time } = this.simulation;
		time.after(this.random.integer(1, MAX_PAUSE * MINUTE_MS), time.world, () => {
			this.actor.act(() => this.serveGuest());
			this.begin();
		});
	}

	/** A guest who is checked in checks out or gets another room; any other one checks in. */
	private serveGuest(): void {
		if (this.simulation.openProperties.length === 0) return;
		const { desk, chosen, reservations } = anyDesk(this.simulation, this.random);
		const isServed = new Set(['New', 'CheckedIn']);
		const today = localDay(desk.now);
		const comes = (stay: Stay) => !this.onTheirDay || nightsOf(stay).fromDay <= today;
		const stays = reservations
			.flatMap((one) => one.stays)
			.filter(({ id }) => !this.simulation.takenStays.has(id))
			.filter((stay) => isServed.has(desk.stateOf(stay).status) && comes(stay));
		if (stays.length === 0) return;
		const stay = this.random.pick(stays);
		const isIn = desk.stateOf(stay).status === 'CheckedIn';
		const room = isIn && this.random.chance(GETS_ANOTHER_ROOM) ? this.roomFor(desk, stay) : undefined;
		const at = toLocalMinute(this.simulation.now, chosen.place.timeZone);
		const change: PmsChange =
			room === undefined
				? { kind: isIn ? 'checkedOut' : 'checkedIn', pmsRoomStayId: stay.id, at }
				: { kind: 'roomsAssigned', rooms: [{ pmsRoomStayId: stay.id, roomId: room }] };
		recordAtDesk(this.simulation, chosen.id, change);
	}

	private roomFor(desk: Parameters<typeof roomsFor>[0], stay: Stay): string | undefined {
		const { roomId } = desk.stateOf(stay);
		return roomsFor(desk, stay).find(({ id }) => id !== roomId)?.id;
	}
}
