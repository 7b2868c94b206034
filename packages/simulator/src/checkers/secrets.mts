import type { StoredExecution } from '../host/database.mts';
import type { LogLine } from '../host/process.mts';
import { isTokenRequest, type Exchange } from '../network/network.mts';
import type { FinishedRun } from '../world/executions.mts';
import type { Observer } from '../world/observer.mts';
import type { Simulation } from '../world/simulation.mts';

const PERSONAL = /"(?:email|phone)":"([^"]{6,})"/g;
const TOKENS_KEPT = 200;
const PERSONS_KEPT = 5_000;

/** No log line, error or state contains a secret, a token or a guest's address. */
export class Secrets implements Observer {
	private readonly secrets = new Set<string>();
	private readonly persons = new Set<string>();

	constructor(private readonly simulation: Simulation) {}

	onRequest({ request, response }: Exchange): void {
		if (isTokenRequest(request)) {
			this.remember(this.secrets, new URLSearchParams(request.body).get('client_secret'), TOKENS_KEPT);
			this.remember(this.secrets, /"access_token":"([^"]+)"/.exec(response?.body ?? '')?.[1], TOKENS_KEPT);
		} else if (/\/bookings\/[^/?]+$/.test(request.url)) {
			for (const [, address] of response?.body.matchAll(PERSONAL) ?? [])
				this.remember(this.persons, address, PERSONS_KEPT);
		}
	}

	onLog({ message, by }: LogLine): void {
		this.expectNone(message, `a log line of ${by}`);
	}

	onExecution({ error, workflowId }: StoredExecution): void {
		if (error)
			this.expectNone(JSON.stringify({ ...error, message: error.message }), `an error of ${workflowId}`);
	}

	onRun({ run, name, workItems }: FinishedRun): void {
		for (const { json } of workItems) this.expectUnquoted(run, json.document, name);
		if (run.error)
			this.expectNone(JSON.stringify({ ...run.error, message: run.error.message }), `the error of ${name}`);
		for (const { json } of run.outputs.flat()) {
			if (json.error !== undefined)
				this.expectNone(JSON.stringify([json.error, json.description]), `an error of ${name}`);
		}
	}

	/** Errors do not quote what was entered about a guest, even if the service does (README, Privacy). */
	private expectUnquoted({ error, outputs }: FinishedRun['run'], document: unknown, name: string): void {
		if (typeof document !== 'string') return;
		const failed = outputs.flat().filter(({ json }) => json.error !== undefined);
		const texts = failed.map(({ json }) => JSON.stringify([json.error, json.description, json.apiErrors]));
		if (error) texts.push(JSON.stringify({ ...error, message: error.message }));
		if (texts.some((text) => text.includes(document)))
			this.simulation.found('secrets', `The document of a guest stands in an error of ${name}`);
	}

	atRest(): void {
		for (const { id, staticData, poller } of this.simulation.n8n.database.workflows.values()) {
			this.expectNone(JSON.stringify([staticData, poller]), `the state of ${id}`);
		}
	}

	private expectNone(text: string, where: string): void {
		for (const one of [...this.secrets, ...this.persons]) {
			if (!text.includes(one)) continue;
			const what = this.secrets.has(one) ? 'A secret or a token' : "A guest's address";
			this.simulation.found('secrets', `${what} stands in ${where}`);
		}
	}

	private remember(known: Set<string>, one: string | null | undefined, max: number): void {
		if (!one) return;
		known.add(one);
		if (known.size > max) known.delete(known.values().next().value as string);
	}
}
