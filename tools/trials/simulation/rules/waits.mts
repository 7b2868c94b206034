import { classifier } from '../../../sandbox/http/classify.mts';
import {
	SCOPES,
	SPECIFIED_LIMITS,
	WINDOW_MS,
	type Scope,
	type Window,
} from '../../../sandbox/http/limits/table.mts';
import { ROUTES } from '../../../sandbox/routes/routes.mts';
import { pathOf, type Passage } from '../network/network.mts';
import type { FinishedRun } from '../world/executions.mts';
import type { Observer } from '../world/happenings.mts';
import type { Stage } from '../world/stage.mts';

const SECOND_MS = 1_000;
/** The short waits for the limits per second do not count (README, Limits and errors). */
const PACING_MS = 60 * SECOND_MS;
/** What counts as used up: several processes share a limit, and none of them knows it exactly. */
const USED_UP = 0.5;
const TOO_MANY_REQUESTS = 429;

const classify = classifier(ROUTES);

interface Request {
	at: number;
	scope: Scope;
	refused: boolean;
}

/** A change on its way to the service. */
interface Sending {
	at: number;
	text: string;
	status: number | undefined;
}

/** Max Wait: what is used up really is, and nothing is sent for longer than it says. */
export class Waits implements Observer {
	/** When the service was asked for something of a scope, and refused it, within the last hour. */
	private asked: Request[] = [];
	private sendings: Sending[] = [];
	private othersAt = -Infinity;

	constructor(private readonly stage: Stage) {}

	onRequest({ at, sent, fate, answered }: Passage): void {
		const status = (fate.instead ?? answered)?.status;
		this.asked.push({ at, scope: scopeOf(sent), refused: status === TOO_MANY_REQUESTS });
		if (this.stage.othersAtWork) this.othersAt = at;
		if (sent.method !== 'GET') this.sendings.push({ at, text: `${pathOf(sent)} ${sent.body ?? ''}`, status });
		if (this.asked.length % 5_000 === 0) this.forget(at - WINDOW_MS.hour);
	}

	onRun(finished: FinishedRun): void {
		const { run, maxWaitSeconds, settings } = finished;
		for (const { json } of run.outputs.flat()) this.expectUsedUp(finished, String(json.error));
		if (run.thrown) this.expectUsedUp(finished, run.thrown.message);
		if (maxWaitSeconds !== undefined && !settings.retryOnFail) this.expectEnd(finished, maxWaitSeconds);
	}

	/** An error that names a limit was right about it at some time of the execution. */
	private expectUsedUp({ name, startedAt }: FinishedRun, error: string): void {
		const [, limit, window] =
			/^The rate limit for .* is used up: (\d+) requests per (second|minute|hour)$/.exec(error) ?? [];
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
		if (!isUsedUp) this.stage.found('waits: limit', `${name}: ${error}, and is not`);
	}

	private expectEnd({ name, wishes, startedAt }: FinishedRun, maxWaitSeconds: number): void {
		for (const { about } of wishes) {
			if (about === undefined) continue;
			const own = this.sendings.filter(({ at, text }) => at >= startedAt && text.includes(about));
			const [first, last] = [own[0], own.at(-1)];
			if (!first || !last) continue;
			const laterMs = last.at - first.at;
			if (laterMs > maxWaitSeconds * SECOND_MS + PACING_MS)
				this.stage.found('waits: end', `${name}: ${about} was sent again after ${laterMs} ms`);
			const refusedAt = own.findIndex(({ status }) => status === TOO_MANY_REQUESTS);
			if (maxWaitSeconds === 0 && refusedAt >= 0 && refusedAt < own.length - 1)
				this.stage.found('waits: end', `${name}: ${about} was refused with 429 and sent again`);
		}
	}

	private forget(before: number): void {
		this.asked = this.asked.filter(({ at }) => at > before);
		this.sendings = this.sendings.filter(({ at }) => at > before);
	}
}

function scopeOf({ method, url }: Passage['sent']): Scope {
	const { pathname: path, searchParams } = new URL(url);
	return classify({ method, path, query: Object.fromEntries(searchParams) }).scope;
}
