import { Random } from '../world/random.mts';
import type { Scope } from './limits/table.mts';

export const FAULT_KINDS = ['status', 'delay', 'reset', 'cutOff', 'html', 'body', 'messages'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault to inject into matching requests. */
export interface Fault {
	kind: FaultKind;
	/** All given fields must match; path = a part of the URL path, propertyId = the property in it. */
	match: { method?: string; path?: string; scope?: Scope; propertyId?: string };
	/** For `status` (default 500) and `body` (default 200). */
	status?: number;
	/** Adds a retry-after header to `status`. */
	retryAfterSeconds?: number;
	/** For `delay`. */
	delayMs?: number;
	/** The JSON of `body`; for `status`, it replaces the usual error body. */
	body?: unknown;
	/** What `messages` adds to a successful response. */
	warnings?: unknown[];
	errors?: unknown[];
	/** How many matching requests it hits; undefined = all. */
	times?: number;
	/** How many matching requests pass first. */
	skip: number;
	/** Share of the matching requests that are hit, 0 to 1. */
	probability: number;
	/** Whether the request takes effect before the fault does; with `cutOff` and `messages` it always does. */
	when: 'before' | 'after';
	/** For `cutOff`: announce the whole length and close the connection half-way. */
	abrupt: boolean;
}

/** What happens to one request. Delays add up; of the other faults the first that matches is injected. */
export interface FaultPlan {
	/** Before the request takes effect, and after it. */
	delayMs: Record<Fault['when'], number>;
	injected?: Fault;
}

export interface ListedFault extends Fault, Hits {
	id: string;
}

/** The counts of a fault. */
export interface Hits {
	/** Matching requests so far, and those it hit. */
	matched: number;
	applied: number;
}

/** The faults to inject, in the order they were added. */
export class Faults {
	private entries: Array<{ listed: ListedFault; random: Random }> = [];
	private count = 0;

	constructor(private readonly seed: number) {}

	add(fault: Fault): string {
		this.count += 1;
		const id = `fault-${this.count}`;
		const random = new Random(this.seed, id);
		this.entries.push({ listed: { id, matched: 0, applied: 0, ...fault }, random });
		return id;
	}

	list(): ListedFault[] {
		return this.entries.map(({ listed }) => listed);
	}

	/** Returns whether there was one. */
	remove(id: string): boolean {
		const before = this.entries.length;
		this.entries = this.entries.filter(({ listed }) => listed.id !== id);
		return this.entries.length < before;
	}

	clear(): void {
		this.entries = [];
	}

	/** Decides what happens to a request, and counts it. */
	plan(request: { method: string; path: string; scope: Scope }): FaultPlan {
		const plan: FaultPlan = { delayMs: { before: 0, after: 0 } };
		for (const { listed, random } of this.entries) {
			const closed = listed.kind !== 'delay' && plan.injected !== undefined;
			if (closed || !fits(listed, request) || !hits(listed, random)) continue;
			if (listed.kind === 'delay') plan.delayMs[listed.when] += listed.delayMs ?? 0;
			else plan.injected = listed;
		}
		return plan;
	}
}

function fits({ match }: Fault, request: { method: string; path: string; scope: Scope }): boolean {
	return (
		(match.method === undefined || match.method === request.method) &&
		(match.path === undefined || request.path.includes(match.path)) &&
		(match.scope === undefined || match.scope === request.scope) &&
		(match.propertyId === undefined || `${request.path}/`.includes(`/properties/${match.propertyId}/`))
	);
}

/** Decides whether a fault hits what matches it, and counts it. */
export function hits(fault: Hits & Pick<Fault, 'times' | 'skip' | 'probability'>, random: Random): boolean {
	if (fault.times !== undefined && fault.applied >= fault.times) return false;
	fault.matched += 1;
	if (fault.matched <= fault.skip || !random.chance(fault.probability)) return false;
	fault.applied += 1;
	return true;
}
