import type { Limits, Scope } from './limits/table.mts';

/** A request in the report, without headers and secrets. */
export interface RequestRecord {
	/** Epoch milliseconds of the arrival, on the machine's clock. */
	at: number;
	method: string;
	path: string;
	query: Record<string, unknown>;
	/** 0 = the connection was closed without a response. */
	status: number;
	scope: Scope;
	/** Whether the rate limits refused it. */
	refused: boolean;
	/** Requests that were left in each window of the scope afterwards. */
	remaining: Limits;
	/** null when the request carried no valid token. */
	clientId: string | null;
	durationMs: number;
	/** The request body, parsed when it is JSON or a form. */
	body?: unknown;
}

export interface ReportTotals {
	requests: number;
	byScope: Record<string, number>;
	byStatus: Record<string, number>;
	/** Keys such as `GET /api/content/v1/properties/{propertyId}`. */
	byEndpoint: Record<string, number>;
	/** Requests refused with 429 by the rate limits. */
	rejectedByScope: Record<string, number>;
	highestConcurrency: number;
	tokensIssued: number;
}

const MAX_RECORDED_REQUESTS = 5_000;

/** The requests since the last reset, without those to the control interface. */
export class Report {
	private totals = emptyTotals();
	private recent: RequestRecord[] = [];
	private next = 0;
	private inFlight = 0;

	begin(): void {
		this.inFlight += 1;
		this.totals.highestConcurrency = Math.max(this.totals.highestConcurrency, this.inFlight);
	}

	/** Counts a request just before its response is sent, so that the client finds it counted. */
	end(record: RequestRecord, endpoint: string): void {
		this.inFlight -= 1;
		this.totals.requests += 1;
		count(this.totals.byScope, record.scope);
		count(this.totals.byStatus, String(record.status));
		count(this.totals.byEndpoint, endpoint);
		if (record.refused) count(this.totals.rejectedByScope, record.scope);
		this.recent[this.next] = record;
		this.next = (this.next + 1) % MAX_RECORDED_REQUESTS;
	}

	tokenIssued(): void {
		this.totals.tokensIssued += 1;
	}

	summary(): ReportTotals {
		return structuredClone(this.totals);
	}

	/** The latest requests whose path contains the text, oldest first. */
	requests(last: number, pathPart: string): RequestRecord[] {
		const oldestFirst = [...this.recent.slice(this.next), ...this.recent.slice(0, this.next)];
		const fitting = oldestFirst.filter(({ path }) => path.includes(pathPart));
		return fitting.slice(Math.max(0, fitting.length - last));
	}

	reset(): void {
		this.totals = { ...emptyTotals(), highestConcurrency: this.inFlight };
		this.recent = [];
		this.next = 0;
	}
}

function emptyTotals(): ReportTotals {
	return {
		requests: 0,
		byScope: {},
		byStatus: {},
		byEndpoint: {},
		rejectedByScope: {},
		highestConcurrency: 0,
		tokensIssued: 0,
	};
}

function count(counters: Record<string, number>, key: string): void {
	counters[key] = (counters[key] ?? 0) + 1;
}
