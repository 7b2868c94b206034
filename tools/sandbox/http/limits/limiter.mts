import { decide, type LimitDecision } from './decide.mts';
import { RequestLog } from './requestLog.mts';
import { SCOPES, SPECIFIED_LIMITS, type Limits, type Scope } from './table.mts';

/** Counts requests per scope and caller, and refuses those beyond the limits while it is switched on. */
export class Limiter {
	on: boolean;
	private limits = specified();
	private readonly logs = new Map<string, RequestLog>();
	private latestMs = 0;

	constructor(on: boolean) {
		this.on = on;
	}

	/**
	 * Counts a request at its arrival. Refused requests are not counted.
	 * @param caller whom the scope counts together: a client, or an IP address
	 * @param atMs milliseconds on a clock that never runs backwards
	 */
	take(scope: Scope, caller: string, atMs: number): LimitDecision {
		this.latestMs = Math.max(this.latestMs, atMs);
		const log = this.logOf(`${scope} ${caller}`);
		const decision = decide(log, this.limits[scope], this.latestMs);
		const accepted = decision.accepted || !this.on;
		if (accepted) log.add(this.latestMs);
		return accepted ? { accepted, remaining: decision.remaining } : decision;
	}

	describe(): Record<Scope, Limits> {
		return structuredClone(this.limits);
	}

	adjust(scope: Scope, changes: Partial<Limits>): void {
		this.limits[scope] = { ...this.limits[scope], ...changes };
	}

	/** Back to the specification's numbers. */
	restore(): void {
		this.limits = specified();
	}

	/** Forgets all requests counted so far. */
	forget(): void {
		this.logs.clear();
	}

	private logOf(key: string): RequestLog {
		const log = this.logs.get(key) ?? new RequestLog();
		this.logs.set(key, log);
		return log;
	}
}

function specified(): Record<Scope, Limits> {
	return Object.fromEntries(SCOPES.map((scope) => [scope, { ...SPECIFIED_LIMITS[scope] }])) as Record<
		Scope,
		Limits
	>;
}
