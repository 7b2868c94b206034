import type { Scope } from '../../../sandbox/src/http/limits/table.mts';
import type { FinishedPoll } from '../host/process.mts';
import type { Exchange } from '../network/network.mts';
import { scopeOf } from '../network/scopes.mts';
import type { Observer } from '../world/observer.mts';
import type { Simulation } from '../world/simulation.mts';
import { Disturbance } from './disturbance.mts';

/** How many polls in a row may read nothing: one may overlap with the previous one, or run out of time. */
const MAX_IDLE = 6;

/** Details count, too: after a pause of weeks, a backlog of details takes some minutes without reading any list. */
const READ_SCOPES: readonly Scope[] = ['bookingList', 'bookingDetail'];

/**
 * The booking triggers of a client spread the hourly limit evenly over the hour (docs/scaling.md, Triggers), so there is
 * no time in which polls read nothing.
 */
export class Reads implements Observer {
	private readonly disturbance = new Disturbance();
	private readAt = -Infinity;
	private idle = 0;

	constructor(private readonly simulation: Simulation) {}

	onRequest(exchange: Exchange): void {
		this.disturbance.add(exchange, this.simulation.now);
		if (READ_SCOPES.includes(scopeOf(exchange.request))) this.readAt = this.simulation.now;
	}

	onPolled({ workflowId, ms }: FinishedPoll): void {
		const { expectations, now, hasOtherProgram } = this.simulation;
		if (!expectations.has(workflowId)) return;
		const begunAt = now - ms;
		const isDisturbed = this.disturbance.untilMs >= begunAt - 60_000 || hasOtherProgram;
		if (this.readAt >= begunAt || isDisturbed) this.idle = 0;
		else this.idle += 1;
		if (this.idle > MAX_IDLE) {
			this.simulation.found(
				'reads',
				`${this.idle} polls in a row have read no bookings, the last one of ${workflowId}`,
			);
			this.idle = 0;
		}
	}
}
