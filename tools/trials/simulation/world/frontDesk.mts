import { nodeTypeName } from '../host/process.mts';
import { CREDENTIALS } from './administration.mts';
import type { Stage } from './stage.mts';

export const FRONT_DESK = 'front-desk';
export const FRONT_DESK_EVENTS = ['checkedIn', 'checkedOut', 'roomChanged'] as const;

const MINUTE_MS = 60_000;

/** A workflow of the reservation trigger that watches all hotels; nobody edits it or switches it off. */
export class FrontDesk {
	/** What is recorded from then on must come; undefined: it is not on yet. */
	onSinceMs: number | undefined;

	constructor(private readonly stage: Stage) {}

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
