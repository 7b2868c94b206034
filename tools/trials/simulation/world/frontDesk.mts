import type { PmsChange } from '../../../sandbox/world/pms/pmsChange.mts';
import { Random } from '../../../sandbox/world/random.mts';
import { toLocalMinute } from '../../../sandbox/world/zone.mts';
import { nodeTypeName } from '../host/process.mts';
import type { Actor } from './actor.mts';
import { CREDENTIALS } from './administration.mts';
import type { Stage } from './stage.mts';
import { anyDesk, marksOf } from './wishes.mts';

export const FRONT_DESK = 'front-desk';
const FRONT_DESK_EVENTS = ['new', 'cancelled', 'checkedIn', 'checkedOut', 'roomChanged'] as const;

const MINUTE_MS = 60_000;
/** In minutes: the guests of all hotels come and go. */
const LONGEST_PAUSE = 8;

/**
 * Guests are checked in and out at the hotels themselves, and a workflow of the reservation trigger watches all of
 * them; nobody edits it or switches it off.
 */
export class FrontDesk {
	/** What is recorded from then on must come; undefined: it is not on yet. */
	onSinceMs: number | undefined;

	private readonly random: Random;

	constructor(
		private readonly stage: Stage,
		private readonly actor: Actor,
	) {
		this.random = new Random(stage.setting.seed, FRONT_DESK);
	}

	begin(): void {
		this.stage.n8n.database.workflows.set(FRONT_DESK, {
			id: FRONT_DESK,
			name: 'Front desk',
			timezone: 'UTC',
			active: false,
			trigger: {
				id: `${FRONT_DESK}-trigger`,
				name: 'Partner Hotel Reservation Trigger',
				type: nodeTypeName('partnerHotelReservationTrigger'),
				typeVersion: 1,
				position: [0, 0],
				parameters: { propertySelection: 'all', events: [...FRONT_DESK_EVENTS], output: 'raw' },
				credentials: CREDENTIALS,
			},
			staticData: {},
		});
		this.switchOn();
		this.serveGuests();
	}

	private serveGuests(): void {
		const { time } = this.stage;
		time.after(this.random.integer(1, LONGEST_PAUSE * MINUTE_MS), time.world, () => {
			this.actor.act(() => this.serveGuest());
			this.serveGuests();
		});
	}

	/** Who is in checks out, who is not checks in. */
	private serveGuest(): void {
		const { desk, chosen, reservations } = anyDesk(this.stage, this.random);
		const isServed = new Set(['New', 'CheckedIn']);
		const stays = reservations
			.flatMap((one) => one.stays)
			.filter(({ id }) => !this.stage.takenStays.has(id))
			.filter((stay) => isServed.has(desk.stateOf(stay).status));
		if (stays.length === 0) return;
		const stay = this.random.pick(stays);
		const change: PmsChange = {
			kind: desk.stateOf(stay).status === 'New' ? 'checkedIn' : 'checkedOut',
			pmsRoomStayId: stay.id,
			at: toLocalMinute(this.stage.now, chosen.place.timeZone),
		};
		const written = { kind: 'pmsWritten' as const, propertyId: chosen.id, change, atMs: this.stage.now };
		this.stage.each(
			'onRunStarted',
			marksOf(written).map((mark) => ({ json: {}, mark })),
		);
		this.stage.api.sandbox.world.apply(written);
	}

	/** A person sees an error and tries again. */
	private switchOn(): void {
		const { n8n, time, story } = this.stage;
		const again = () => time.after(MINUTE_MS, time.world, () => this.switchOn());
		if (!n8n.main) return void again();
		void n8n.activate(FRONT_DESK).then(() => {
			this.onSinceMs = this.stage.now;
			story.tell(`${FRONT_DESK} is switched on`);
		}, again);
	}
}
