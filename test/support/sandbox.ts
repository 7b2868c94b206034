/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals,
   @n8n/community-nodes/no-dangerous-functions --
   the one file of the tests that starts a process: the sandbox runs beside jest, as it does for users */
import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Options of the sandbox's command line; absent ones have its defaults, but any free port is taken. */
export interface SandboxOptions {
	port?: number;
	seed?: number;
	properties?: number;
	/** Per property. */
	bookings?: number;
	/** Seconds between two acts of the guests. */
	live?: number;
	/** ISO instant at which the invented history ends. */
	anchor?: string;
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
}

export interface BookingSummary {
	number: string;
	propertyId: number | string;
	status: 'Active' | 'Cancelled' | 'Unconfirmed';
	createdDateTime: string;
	modifiedDateTime: string | null;
}

/** What a control request may say about a booking. */
export interface BookingWishes {
	number?: string;
	status?: BookingSummary['status'];
	createdDateTime?: string;
	modifiedDateTime?: string;
	arrivalDate?: string;
	nights?: number;
	roomStays?: number;
	source?: 'Channel' | 'BookingEngine' | 'PMS' | 'Other';
	/** All nights free of charge. */
	complimentary?: boolean;
}

export interface BookingChange extends Omit<BookingWishes, 'number' | 'createdDateTime'> {
	/** The detail changes while the feed does not move. */
	detailsOnly?: boolean;
}

export interface Fault {
	kind: 'status' | 'delay' | 'reset' | 'cutOff' | 'html' | 'body' | 'messages';
	match?: { method?: string; path?: string; scope?: string };
	status?: number;
	retryAfterSeconds?: number;
	delayMs?: number;
	body?: unknown;
	warnings?: unknown[];
	errors?: unknown[];
	times?: number;
	skip?: number;
	probability?: number;
	when?: 'before' | 'after';
	abrupt?: boolean;
}

export interface Report {
	requests: number;
	byScope: Record<string, number>;
	byStatus: Record<string, number>;
	byEndpoint: Record<string, number>;
	rejectedByScope: Record<string, number>;
	highestConcurrency: number;
	tokensIssued: number;
}

export interface RequestRecord {
	at: number;
	method: string;
	path: string;
	query: Record<string, string>;
	/** 0 = closed without an answer. */
	status: number;
	scope: string;
	clientId: string | null;
	durationMs: number;
	body?: unknown;
}

export interface Settings {
	tokenLifetimeSeconds: number;
	expiresInSeconds: number;
	dialect: 'specification' | 'published';
	latencyMs: number;
	otbOnOrBefore: boolean;
	strict: boolean;
	feedDisorder: number;
	clockOffsetMs: number;
	limits: 'on' | 'off';
	limitsByScope: Record<string, Windows>;
}

export interface Windows {
	second: number;
	minute: number;
	hour: number;
}

export interface SettingsChange extends Partial<Omit<Settings, 'limits' | 'limitsByScope'>> {
	limits?: 'on' | 'off' | 'default' | Record<string, Partial<Windows>>;
}

export interface ClientWishes {
	clientId: string;
	clientSecret: string;
	/** Absent = every area. */
	apiAccesses?: string[];
	/** Absent = every property. */
	propertyIds?: string[];
}

interface Ready {
	url: string;
	clientId: string;
	clientSecret: string;
	properties: Array<{ id: string; name: string }>;
}

interface Running {
	child: ChildProcess;
	ready: Ready;
}

const REPOSITORY = path.resolve(__dirname, '..', '..');

/** Starts a sandbox in a process of its own; rejects with its error output when it ends early. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	return new Sandbox(await launch(options), options);
}

/** A running sandbox, and the way to its control interface. */
export class Sandbox {
	constructor(
		private running: Running,
		private options: SandboxOptions,
	) {}

	get url(): string {
		return this.running.ready.url;
	}

	get clientId(): string {
		return this.running.ready.clientId;
	}

	get clientSecret(): string {
		return this.running.ready.clientSecret;
	}

	get properties(): Ready['properties'] {
		return this.running.ready.properties;
	}

	/** Sends a request to the control interface; `path` is what follows `/__sandbox/`. */
	async control<T = void>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.url}/__sandbox/${path}`, {
			method,
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		return (text === '' ? undefined : JSON.parse(text)) as T;
	}

	async createBooking(propertyId: string, wishes: BookingWishes = {}): Promise<BookingSummary> {
		return await this.control('POST', bookingsOf(propertyId), wishes);
	}

	async createBookings(
		propertyId: string,
		count: number,
		wishes: Omit<BookingWishes, 'number'> = {},
	): Promise<BookingSummary[]> {
		return await this.control('POST', bookingsOf(propertyId), { ...wishes, count });
	}

	async changeBooking(
		propertyId: string,
		number: string,
		change: BookingChange = {},
	): Promise<BookingSummary> {
		return await this.control('PATCH', bookingOf(propertyId, number), change);
	}

	async cancelBooking(propertyId: string, number: string): Promise<BookingSummary> {
		return await this.control('POST', `${bookingOf(propertyId, number)}/cancel`);
	}

	/** The detail answers 404 from then on; the summary stays in the feed. */
	async removeDetail(propertyId: string, number: string): Promise<BookingSummary> {
		return await this.control('DELETE', bookingOf(propertyId, number));
	}

	async fault(fault: Fault): Promise<string> {
		return (await this.control<{ id: string }>('POST', 'faults', fault)).id;
	}

	async clearFaults(): Promise<void> {
		await this.control('DELETE', 'faults');
	}

	async report(): Promise<Report> {
		return await this.control('GET', 'report');
	}

	async resetReport(): Promise<void> {
		await this.control('DELETE', 'report');
	}

	/** The latest requests, oldest first. */
	async requests(filter: { last?: number; path?: string } = {}): Promise<RequestRecord[]> {
		const query = new URLSearchParams();
		if (filter.last !== undefined) query.set('last', String(filter.last));
		if (filter.path !== undefined) query.set('path', filter.path);
		return await this.control('GET', `requests?${query.toString()}`);
	}

	async settings(change: SettingsChange = {}): Promise<Settings> {
		return await this.control('PATCH', 'settings', change);
	}

	/** Forgets all requests counted against the rate limits. */
	async forgetLimits(): Promise<void> {
		await this.control('DELETE', 'limits');
	}

	async addClient(client: ClientWishes): Promise<void> {
		await this.control('POST', 'clients', client);
	}

	async revokeTokens(which: { accessTokens?: true; continueTokens?: true }): Promise<void> {
		await this.control('POST', 'tokens/revoke', which);
	}

	/** Stops and starts again on the same port, with the options given now over those given before. */
	async restart(options: SandboxOptions = {}): Promise<void> {
		const port = Number(new URL(this.url).port);
		this.options = { ...this.options, ...options, port };
		await this.stop();
		this.running = await launch(this.options);
	}

	/** Resolves when the process has ended. */
	async stop(): Promise<void> {
		const { child } = this.running;
		if (child.exitCode !== null || child.signalCode !== null) return;
		const ended = new Promise<void>((resolve) => {
			child.once('exit', () => resolve());
		});
		child.kill('SIGTERM');
		await ended;
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

/** Asks again and again until the answer is the wanted one; fails with the last answer after ten seconds. */
export async function eventually<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
	const deadline = Date.now() + 10_000;
	for (;;) {
		const answer = await ask();
		if (isWanted(answer)) return answer;
		if (Date.now() > deadline) throw new Error(`Still not as wanted: ${JSON.stringify(answer)}`);
		await pause(25);
	}
}

function bookingsOf(propertyId: string): string {
	return `properties/${propertyId}/bookings`;
}

function bookingOf(propertyId: string, number: string): string {
	return `${bookingsOf(propertyId)}/${encodeURIComponent(number)}`;
}

async function launch({ port = 0, strict = true, ...options }: SandboxOptions): Promise<Running> {
	const flags = ['--json', ...(strict ? ['--strict'] : [])];
	const child = spawnSandbox([...flags, ...argumentsOf({ port, ...options })]);
	const output = collectOutput(child);
	const endWithParent = () => child.kill('SIGKILL');
	process.once('exit', endWithParent);
	child.once('exit', () => process.off('exit', endWithParent));
	const ready = await new Promise<Ready>((resolve, reject) => {
		child.stdout?.on('data', () => {
			const end = output.stdout.indexOf('\n');
			if (end >= 0) resolve(JSON.parse(output.stdout.slice(0, end)) as Ready);
		});
		child.once('error', reject);
		child.once('close', (code) => {
			reject(new Error(`The sandbox ended with exit code ${code}: ${output.stderr || output.stdout}`));
		});
	});
	return { child, ready };
}

function spawnSandbox(args: string[]): ChildProcess {
	return spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.mts', ...args], {
		cwd: REPOSITORY,
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
