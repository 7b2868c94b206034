import type { ReportTotals } from '../../../sandbox/src/client.mts';
import type { Count } from './count.mts';
import type { Explanation, Kill } from './explain.mts';
import type { EventCount } from './eventCount.mts';
import type { EventsOptions, HistoryOptions, KillsOptions, SoakOptions } from './options.mts';
import type { ReservationCount } from './reservationCount.mts';
import type { Change, ExecutionRecord } from './states.mts';

/** The result of a run. */
export type ChaosResult = KillsResult | HistoryResult | SoakResult | EventsResult;

export interface KillsResult {
	run: 'kills';
	options: KillsOptions;
	kills: Array<Omit<Kill, 'saved'> & { savedBytes: number }>;
	executions: Array<Omit<ExecutionRecord, 'deliveries'> & { items: number }>;
	count: Count;
	/** What n8n lost between its two saves. */
	explained: Array<Explanation & { change: Change }>;
	unexplained: Change[];
	/** Repeated though n8n was not killed right after it had saved the first execution. */
	unexplainedRepetitions: number;
	requests: ReportTotals;
	stateBytes: number;
	missed: string[];
}

/** The result of a poll. */
export interface Slice {
	items: number;
	durationMs: number;
	/** The size of the state as n8n saves it. */
	stateBytes: number;
}

/** In bytes. */
export interface Memory {
	rss: number;
	heapUsed: number;
}

export interface HistoryReading {
	slices: Slice[];
	/** Different bookings received. */
	bookings: number;
	repeated: number;
	durationMs: number;
	baseline: Memory;
	peak: Memory;
}

export interface HistoryResult extends HistoryReading {
	run: 'history';
	options: HistoryOptions;
	missing: number;
	requests: ReportTotals;
	missed: string[];
}

export interface SoakResult {
	run: 'soak';
	options: SoakOptions;
	count: Count;
	/** Delays in ms, of a reader that knows the size of each hotel. */
	optimum: number[];
	/** Of the reservation trigger. */
	reservations: ReservationCount;
	executions: number;
	requests: ReportTotals;
	stateBytes: number;
	missed: string[];
}

export interface EventsResult {
	run: 'events';
	options: EventsOptions;
	count: EventCount;
	executions: number;
	stateBytes: number;
	missed: string[];
}
