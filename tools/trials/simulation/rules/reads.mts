import type { Polled } from '../host/process.mts';
import type { Passage } from '../network/network.mts';
import { scopeOf } from '../network/scopes.mts';
import type { Observer } from '../world/happenings.mts';
import type { Stage } from '../world/stage.mts';
import { Disturbance } from './disturbance.mts';

/** Polls in a row without a single list: one may begin while the one before has the hotels, or end for want of time. */
const MAX_IDLE = 6;

/**
 * The hour is spent evenly, minute by minute, by all booking triggers of a client together (docs/scaling.md, Triggers):
 * there is no time in which polls read nothing.
 */
export class Reads implements Observer {
	private readonly disturbance = new Disturbance();
	private listedAt = -Infinity;
	private idle = 0;

	constructor(private readonly stage: Stage) {}

	onRequest(passage: Passage): void {
		this.disturbance.note(passage, this.stage.now);
		if (scopeOf(passage.sent) === 'bookingList') this.listedAt = this.stage.now;
	}

	onPolled({ workflowId, ms }: Polled): void {
		const { contracts, now, othersAtWork } = this.stage;
		if (!contracts.has(workflowId)) return;
		const begunAt = now - ms;
		const isDisturbed = this.disturbance.untilMs >= begunAt - 60_000 || othersAtWork;
		if (this.listedAt >= begunAt || isDisturbed) this.idle = 0;
		else this.idle += 1;
		if (this.idle > MAX_IDLE) {
			this.stage.found(
				'reads',
				`${this.idle} polls in a row have read no bookings, the last one of ${workflowId}`,
			);
			this.idle = 0;
		}
	}
}
