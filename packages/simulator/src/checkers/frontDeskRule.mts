import type { IDataObject } from 'n8n-workflow';
import type { StoredExecution } from '../host/database.mts';
import type { DeskTrigger } from '../world/deskTriggers.mts';
import type { Observer } from '../world/observer.mts';
import type { Simulation } from '../world/simulation.mts';

const HOUR_MS = 3_600_000;

/** A rule about the items of a trigger of the PMS, including those lost with a killed process. */
export abstract class FrontDeskRule implements Observer {
	private lostSeen = 0;

	constructor(
		protected readonly simulation: Simulation,
		protected readonly trigger: DeskTrigger,
	) {}

	onExecution({ workflowId, items }: StoredExecution): void {
		if (workflowId !== this.trigger.workflowId) return;
		this.noteLost();
		for (const { json } of items ?? []) this.take(json);
	}

	/**
	 * Within this time, events of a readable hotel must be emitted, also after retries of single details. Requests to a
	 * former address count as those of other programs for an hour (docs/scaling.md, Triggers).
	 */
	protected get delayMs(): number {
		const { delays, movedAt, now } = this.simulation;
		const hasMoved = now - movedAt < HOUR_MS + delays.reservationsMs;
		return delays.reservationsMs + (hasMoved ? HOUR_MS : 0);
	}

	protected noteLost(): void {
		const { lostHandovers } = this.simulation.n8n;
		for (const { workflowId, items } of lostHandovers.slice(this.lostSeen))
			if (workflowId === this.trigger.workflowId) for (const { json } of items) this.take(json);
		this.lostSeen = lostHandovers.length;
	}

	protected abstract take(item: IDataObject): void;
}
