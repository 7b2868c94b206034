/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-dangerous-functions --
   runs the sandbox's command line in a process of its own, as users do, where that is the subject */
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SandboxClient } from '../../src/client.mts';
import type { SandboxAccess } from '../../src/access.mts';

/** Options of the sandbox's command line; absent ones have its defaults, but any free port is taken. */
export interface SandboxOptions {
	port?: number;
	seed?: number;
	properties?: number;
	/** Per property. */
	bookings?: number;
	/** Percent of the rooms that are sold, instead of `bookings`. */
	occupancy?: number;
	/** Seconds between two live bookings, changes or cancellations. */
	live?: number;
	/** ISO instant at which the generated history ends. */
	anchor?: string;
	/** ISO instant that the hotels' clock shows at the start. */
	now?: string;
	/** Path of the state file. */
	state?: string;
	tokenLifetime?: number;
	expiresIn?: number;
	dialect?: 'specification' | 'published';
	limits?: 'on' | 'off';
	/** Milliseconds added to every API answer. */
	latency?: number;
	/** Asks for required parameters on further pages, too: on unless told. */
	strict?: boolean;
	/** Percent of the bookings of the feed that come late or again, in any order. */
	feedDisorder?: number;
	/** Where the events of the default client are sent, which, and with what authentication. */
	webhook?: string;
	webhookEvents?: string;
	webhookAuth?: string;
}

interface Running {
	access: SandboxAccess;
	stop(): Promise<void>;
}

const PROGRAM = path.join(__dirname, '..', '..', 'src', 'main.mts');

/** Starts a sandbox outside the process of the test; rejects with what it says when it cannot start. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	return new Sandbox(await launch(options), options);
}

/** A running sandbox. */
export class Sandbox extends SandboxClient {
	constructor(
		private running: Running,
		private options: SandboxOptions,
	) {
		super(running.access.url);
	}

	get clientId(): string {
		return this.running.access.clientId;
	}

	get clientSecret(): string {
		return this.running.access.clientSecret;
	}

	get properties(): SandboxAccess['properties'] {
		return this.running.access.properties;
	}

	/** Stops and starts again on the same port, with the options given now over those given before. */
	async restart(options: SandboxOptions = {}): Promise<void> {
		const port = Number(new URL(this.url).port);
		this.options = { ...this.options, ...options, port };
		await this.stop();
		this.running = await launch(this.options);
	}

	/** Resolves when it has ended. */
	async stop(): Promise<void> {
		await this.running.stop();
	}
}

/** Runs the sandbox's command line to its end, for what never starts listening. */
export async function runSandbox(
	args: string[],
): Promise<{ exitCode: number | null; stdout: string; stderr: string }> {
	const child = spawnSandbox(args);
	const output = collectOutput(child);
	const exitCode = await new Promise<number | null>((resolve) => {
		child.once('close', (code) => resolve(code));
	});
	return { exitCode, stdout: output.stdout, stderr: output.stderr };
}

/** A place for a state file, in a directory of its own. */
export class TemporaryState {
	private readonly directory = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
	readonly path = path.join(this.directory, 'state.jsonl');

	append(text: string): void {
		appendFileSync(this.path, text);
	}

	remove(): void {
		rmSync(this.directory, { recursive: true, force: true });
	}
}

/** Waits. Tests need it only where time itself is the subject, as with rate limits. */
export async function pause(ms: number): Promise<void> {
	await new Promise((resolve) => {
		setTimeout(resolve, ms);
	});
}

/** Asks again and again until the answer is the wanted one; fails with the last answer after a minute. */
export async function eventually<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
	const deadline = Date.now() + 60_000;
	for (;;) {
		const answer = await ask();
		if (isWanted(answer)) return answer;
		if (Date.now() > deadline) throw new Error(`Still not as wanted: ${JSON.stringify(answer)}`);
		await pause(25);
	}
}

/** In the process that runs the sandboxes of this worker. */
async function launch({ port = 0, strict = true, ...options }: SandboxOptions): Promise<Running> {
	const args = ['--json', ...(strict ? ['--strict'] : []), ...argumentsOf({ port, ...options })];
	const { sandboxHost } = globalThis as unknown as { sandboxHost(): Promise<string> };
	const host = await sandboxHost();
	const response = await fetch(host, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(args),
	});
	if (!response.ok) throw new Error(`The sandbox did not start: ${await response.text()}`);
	const access = (await response.json()) as SandboxAccess;
	const stop = async () => {
		await fetch(`${host}?url=${encodeURIComponent(access.url)}`, { method: 'DELETE' });
	};
	return { access, stop };
}

function spawnSandbox(args: string[]): ChildProcess {
	return spawn(process.execPath, ['--import', 'tsx', PROGRAM, ...args], {
		env: { ...process.env, NODE_OPTIONS: '' },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
}

/** `{ tokenLifetime: 5 }` → `['--token-lifetime', '5']`. */
function argumentsOf(options: SandboxOptions): string[] {
	return Object.entries(options).flatMap(([name, value]) =>
		value === undefined
			? []
			: [`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, String(value)],
	);
}

function collectOutput(child: ChildProcess): { stdout: string; stderr: string } {
	const output = { stdout: '', stderr: '' };
	child.stdout?.setEncoding('utf8').on('data', (text: string) => {
		output.stdout += text;
	});
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		output.stderr += text;
	});
	return output;
}
