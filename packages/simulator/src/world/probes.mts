import type { Change } from '../../../sandbox/src/world/changes.mts';
import { zeroCounts } from '../probes.mts';
import type { FinishedPoll } from '../host/process.mts';
import type { Exchange, HttpRequest } from '../network/network.mts';
import { reservationAt } from '../network/reservationPath.mts';
import { scopeOf } from '../network/scopes.mts';
import type { FinishedRun } from './executions.mts';
import type { Observer } from './observer.mts';
import type { Simulation } from './simulation.mts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 10 * MINUTE_MS;
/** Nine tenths of what triggers may send for each list in ten minutes (docs/scaling.md, Triggers). */
const AT_THE_LIMIT = 0.9 * 400;
/** How long check-ins and check-outs are remembered (docs/reservationTrigger.md). */
const REMEMBERED_MS = 14 * 24 * 60 * MINUTE_MS;

const LISTS = { bookingList: 'booking', default: 'reservation' } as const;

/** Counts how often the world hits each probe, judged from outside of the package. */
export class Probes implements Observer {
	readonly counts = zeroCounts();
	/** By list: its requests of the last ten minutes. */
	private readonly asked = { bookingList: [] as number[], default: [] as number[] };
	/** By kind of trigger and workflow: the time of the last poll. */
	private readonly polled = { booking: new Map<string, number>(), reservation: new Map<string, number>() };
	private readonly recordedMs = new Map<string, number>();
	private readonly failed = new Set<string>();

	constructor(private readonly simulation: Simulation) {}

	onRun({ run }: FinishedRun): void {
		const outcomes = [...run.outputs.flat().map(({ json }) => json.outcome), outcomeOf(run.error)];
		this.counts['a change with an unknown outcome'] += outcomes.filter((one) => one === 'unknown').length;
	}

	onPolled({ workflowId }: FinishedPoll): void {
		const kind = this.simulation.expectations.has(workflowId) ? 'booking' : 'reservation';
		this.polled[kind].set(workflowId, this.simulation.now);
	}

	onRequest({ at, request, delivery, response }: Exchange): void {
		const status = (delivery.instead ?? response)?.status ?? 0;
		this.noteReservation(
			request,
			status === 200 && delivery.lost === undefined && delivery.responseFault === undefined,
		);
		const scope = scopeOf(request);
		if (scope !== 'bookingList' && scope !== 'default') return;
		const times = this.asked[scope];
		times.push(at);
		while ((times[0] as number) < at - WINDOW_MS) times.shift();
		if (times.length < AT_THE_LIMIT) return;
		const kind = LISTS[scope];
		const polling = [...this.polled[kind].values()].filter((ms) => ms > at - WINDOW_MS);
		if (polling.length >= 2) this.counts[`two ${kind} triggers of one client at the limit`] += 1;
	}

	atRest(): void {
		const wasKilled = this.simulation.killedAt > -Infinity;
		this.counts[
			wasKilled ? 'a world at rest after n8n was killed' : 'a world at rest in which n8n was never killed'
		] += 1;
	}

	onWritten(change: Change): void {
		if (change.kind !== 'pmsWritten') return;
		const { change: written } = change;
		if (written.kind === 'checkedIn') this.recordedMs.set(written.pmsRoomStayId, this.simulation.now);
		if (written.kind !== 'posted') return;
		const recordedMs = this.recordedMs.get(written.pmsRoomStayId) ?? Infinity;
		if (recordedMs < this.simulation.now - REMEMBERED_MS)
			this.counts['a reservation that changed when its check-in was forgotten'] += 1;
	}

	private noteReservation({ url }: HttpRequest, isRead: boolean): void {
		const reservation = reservationAt(url);
		if (reservation === undefined) return;
		const key = `${reservation.propertyId} ${reservation.number}`;
		if (!isRead) this.failed.add(key);
		else if (this.failed.delete(key)) this.counts['a reservation that failed and came back'] += 1;
	}
}

function outcomeOf(error: Error | undefined): unknown {
	return (error as { context?: { outcome?: unknown } } | undefined)?.context?.outcome;
}
