import type { IDataObject } from 'n8n-workflow';
import type { StoredExecution } from '../host/database.mts';
import { FRONT_DESK, type FrontDesk } from '../world/frontDesk.mts';
import type { Observer } from '../world/happenings.mts';
import type { Stage } from '../world/stage.mts';

/** Every hotel is read each minute (docs/reservationTrigger.md, Limits); single details may be tried again. */
export const LONGEST_DELAY_MS = 15 * 60_000;

/** A rule about the items of the reservation trigger, those included that a killed process had. */
export abstract class FrontDeskRule implements Observer {
	private lostSeen = 0;

	constructor(
		protected readonly stage: Stage,
		protected readonly frontDesk: FrontDesk,
	) {}

	onExecution({ workflowId, items }: StoredExecution): void {
		if (workflowId !== FRONT_DESK) return;
		this.noteLost();
		for (const { json } of items ?? []) this.take(json);
	}

	protected noteLost(): void {
		const { lostOnTheWay } = this.stage.n8n;
		for (const { workflowId, items } of lostOnTheWay.slice(this.lostSeen))
			if (workflowId === FRONT_DESK) for (const { json } of items) this.take(json);
		this.lostSeen = lostOnTheWay.length;
	}

	protected abstract take(item: IDataObject): void;
}
