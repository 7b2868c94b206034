import { decide, remainingIn, type LimitDecision } from './decide.mts';
import { RequestLog } from './requestLog.mts';
import { SCOPES, SPECIFIED_LIMITS, type Limits, type Scope } from './table.mts';

/** How much of the limits of a scope one caller has left. */
export interface ScopeUsage {
	scope: Scope;
	/** `client <id>` or `address <ip>`. */
	caller: string;
	limits: Limits;
	remaining: Limits;
}

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
	 * @param caller who shares the limits of the scope: a client, or an IP address
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

	/** What is left of the limits, for every scope and caller with requests in the last hour. */
	usage(atMs: number): ScopeUsage[] {
		return [...this.logs].flatMap(([key, log]) => {
			const scope = SCOPES.find((candidate) => key.startsWith(`${candidate} `));
			if (scope === undefined) return [];
			const limits = this.limits[scope];
			const remaining = remainingIn(log, limits, Math.max(this.latestMs, atMs));
			if (remaining.hour === limits.hour) return [];
			return [{ scope, caller: key.slice(scope.length + 1), limits: { ...limits }, remaining }];
		});
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
