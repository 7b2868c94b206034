import {
	SCOPES,
	SPECIFIED_LIMITS,
	WINDOW_MS,
	type Scope,
	type Window,
} from '../../../sandbox/src/http/limits/table.mts';
import type { StoredExecution } from '../host/database.mts';
import { pathOf, type Exchange } from '../network/network.mts';
import { scopeOf } from '../network/scopes.mts';
import type { FinishedRun } from '../world/executions.mts';
import { STEADY_READ } from '../world/jobs.mts';
import type { Observer } from '../world/observer.mts';
import type { Simulation } from '../world/simulation.mts';
import { Disturbance } from './disturbance.mts';

const SECOND_MS = 1_000;
/** The short waits for the limits per second do not count (README, Limits and errors). */
const PACING_MS = 60 * SECOND_MS;
/** The share of a limit that counts as used up: several processes share it, and none of them knows the exact count. */
const USED_UP = 0.5;
const TOO_MANY_REQUESTS = 429;
/** Operations with few requests for each item, all of which count towards the limits of other methods. */
const PROMPT: ReadonlySet<string> = new Set([
	'checkIn',
	'checkOut',
	'assignRoom',
	'processPayment',
	'processRefund',
	'updateIdentityDocument',
	'updateBirthCountry',
]);
const FEW_ITEMS = 5;
const MAX_PROMPT_MS = 15 * SECOND_MS;
const MAX_STEADY_MS = 5 * SECOND_MS;
/** An execution is alone if none has started this long before: no other one can have used up the limits per minute. */
const ALONE_MS = 60 * SECOND_MS;

interface Request {
	at: number;
	scope: Scope;
	refused: boolean;
}

/** An error that names a used up limit. */
const USED_UP_ERROR =
	/^The rate limit for .* is used up(?:, except for the share of triggers)?: (\d+) requests per (second|minute|hour)$/;

export function namesALimit(error: string): boolean {
	return USED_UP_ERROR.test(error);
}

/** A change that was sent. */
interface Sending {
	at: number;
	text: string;
	status: number | undefined;
}

/** Max Wait: a limit that is reported as used up is, and nothing is sent after the maximum wait. */
export class Waits implements Observer {
	/** The requests of the last hour. */
	private asked: Request[] = [];
	private sendings: Sending[] = [];
	private othersAt = -Infinity;
	private readonly disturbance = new Disturbance();
	private startedBefore = -Infinity;

	constructor(private readonly simulation: Simulation) {}

	onRequest(exchange: Exchange): void {
		const { at, request, delivery, response } = exchange;
		const status = (delivery.instead ?? response)?.status;
		this.disturbance.add(exchange, this.simulation.now);
		this.asked.push({ at, scope: scopeOf(request), refused: status === TOO_MANY_REQUESTS });
		if (this.simulation.hasOtherProgram) this.othersAt = at;
		if (request.method !== 'GET')
			this.sendings.push({ at, text: `${pathOf(request)} ${request.body ?? ''}`, status });
		if (this.asked.length % 5_000 === 0) this.forget(at - WINDOW_MS.hour);
	}

	onRun(finished: FinishedRun): void {
		this.expectPrompt(finished);
		this.expectSteady(finished);
		const { run, maxWaitSeconds, settings } = finished;
		const { name, startedAt } = finished;
		for (const { json } of run.outputs.flat()) this.expectUsedUp(name, startedAt, String(json.error));
		if (run.thrown) this.expectUsedUp(name, startedAt, run.thrown.message);
		if (maxWaitSeconds !== undefined && !settings.retryOnFail) this.expectEnd(finished, maxWaitSeconds);
	}

	onExecution({ workflowId, error }: StoredExecution): void {
		if (error) this.expectUsedUp(workflowId, this.simulation.now, error.message);
	}

	/** Triggers leave a quarter of each minute's limit free, so changes do not wait for them (docs/scaling.md, Triggers). */
	private expectPrompt({ name, job, workItems, startedAt, stoppedAt }: FinishedRun): void {
		const { now, hasOtherProgram } = this.simulation;
		const isAlone = startedAt - this.startedBefore > ALONE_MS;
		this.startedBefore = Math.max(this.startedBefore, startedAt);
		if (!isAlone || hasOtherProgram || stoppedAt !== undefined || workItems.length > FEW_ITEMS) return;
		if (!PROMPT.has(job.operation) || this.disturbance.untilMs >= startedAt - ALONE_MS) return;
		if (now - startedAt > MAX_PROMPT_MS)
			this.simulation.found(
				'waits: triggers',
				`${name}: ${job.operation} took ${now - startedAt} ms, and nothing failed`,
			);
	}

	/** Triggers leave 3 % of each hour's limit free, so reads that come evenly do not wait for them. */
	private expectSteady({ name, startedAt }: FinishedRun): void {
		const { now, hasOtherProgram } = this.simulation;
		if (!name.startsWith(STEADY_READ) || hasOtherProgram) return;
		if (this.disturbance.untilMs >= startedAt - ALONE_MS || now - startedAt <= MAX_STEADY_MS) return;
		this.simulation.found('waits: triggers', `${name} took ${now - startedAt} ms, and nothing failed`);
	}

	/** Expects that a limit named by an error was used up at some time of the execution. */
	private expectUsedUp(name: string, startedAt: number, error: string): void {
		const [, limit, window] = USED_UP_ERROR.exec(error) ?? [];
		if (window === undefined) return;
		const windowMs = WINDOW_MS[window as Window] + SECOND_MS;
		const since = startedAt - windowMs;
		const enough = Math.ceil(Number(limit) * USED_UP);
		if (this.othersAt > since) return;
		const scopes = SCOPES.filter((scope) => SPECIFIED_LIMITS[scope][window as Window] === Number(limit));
		const isUsedUp = scopes.some((scope) => {
			const asked = this.asked.filter((one) => one.scope === scope && one.at > since);
			const wasBusy = asked
				.slice(enough - 1)
				.some(({ at }, index) => at - (asked[index]?.at ?? at) < windowMs);
			return wasBusy || asked.some(({ refused }) => refused);
		});
		if (!isUsedUp) this.simulation.found('waits: limit', `${name}: ${error}, and the limit is not used up`);
	}

	private expectEnd({ name, workItems, startedAt }: FinishedRun, maxWaitSeconds: number): void {
		for (const { about } of workItems) {
			if (about === undefined) continue;
			const own = this.sendings.filter(({ at, text }) => at >= startedAt && text.includes(about));
			const [first, last] = [own[0], own.at(-1)];
			if (!first || !last) continue;
			const laterMs = last.at - first.at;
			if (laterMs > maxWaitSeconds * SECOND_MS + PACING_MS)
				this.simulation.found('waits: end', `${name}: ${about} was sent again after ${laterMs} ms`);
			const refusedAt = own.findIndex(({ status }) => status === TOO_MANY_REQUESTS);
			if (maxWaitSeconds === 0 && refusedAt >= 0 && refusedAt < own.length - 1)
				this.simulation.found('waits: end', `${name}: ${about} was refused with 429 and sent again`);
		}
	}

	private forget(before: number): void {
		this.asked = this.asked.filter(({ at }) => at > before);
		this.sendings = this.sendings.filter(({ at }) => at > before);
	}
}
