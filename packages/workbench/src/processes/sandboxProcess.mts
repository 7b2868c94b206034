import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { inRoot } from '../util/paths.mts';
import { Service } from '../processes/service.mts';
import { SandboxClient } from '../../../sandbox/src/client.mts';
import type { SandboxAccess } from '../../../sandbox/src/access.mts';

export interface SandboxPlan {
	/** 0 = any free one. */
	port: number;
	logFile: string;
	/** The file that keeps bookings and changes; undefined = none. */
	stateFile?: string;
	/** Seconds between two live bookings, changes or cancellations; 0 = none. */
	liveSeconds: number;
	/** The contents of a new world; a saved one does not change. */
	properties?: number;
	bookings?: number;
	/** Percent of the rooms that are sold, instead of `bookings`. */
	occupancy?: number;
	/** Whether rate limits are enforced; default: yes. */
	limits?: boolean;
	seed?: number;
	tokenLifetimeSeconds?: number;
	/** The delay of every response of the API. */
	latencyMs?: number;
}

export type Property = SandboxAccess['properties'][number];

export interface RunningSandbox extends SandboxAccess {
	service: Service;
	control: SandboxClient;
}

/** Starts the simulated API, and waits until it answers. */
export async function startSandbox(plan: SandboxPlan): Promise<RunningSandbox> {
	const service = new Service({
		name: 'The sandbox',
		node: process.execPath,
		args: [
			'--import',
			'tsx',
			inRoot('packages', 'sandbox', 'src', 'main.mts'),
			'--json',
			'--strict',
			...optionsOf(plan),
		],
		env: process.env,
		logFile: plan.logFile,
		tapOutput: true,
	});
	const ready = await Promise.race([readyLine(service, plan.logFile), service.ended]);
	if (ready === undefined) throw service.deathNotice();
	return { ...ready, service, control: new SandboxClient(ready.url) };
}

function optionsOf(plan: SandboxPlan): string[] {
	const {
		port,
		stateFile,
		liveSeconds,
		properties,
		bookings,
		occupancy,
		limits = true,
		seed,
		tokenLifetimeSeconds,
		latencyMs,
	} = plan;
	return [
		...['--port', String(port), '--live', String(liveSeconds), '--limits', limits ? 'on' : 'off'],
		...(stateFile === undefined ? [] : ['--state', stateFile]),
		...(properties === undefined ? [] : ['--properties', String(properties)]),
		...(bookings === undefined ? [] : ['--bookings', String(bookings)]),
		...(occupancy === undefined ? [] : ['--occupancy', String(occupancy)]),
		...(seed === undefined ? [] : ['--seed', String(seed)]),
		...(tokenLifetimeSeconds === undefined ? [] : ['--token-lifetime', String(tokenLifetimeSeconds)]),
		...(latencyMs === undefined ? [] : ['--latency', String(latencyMs)]),
	];
}

/** The first line has its address and secret, and is not logged. */
async function readyLine({ child }: Service, logFile: string): Promise<SandboxAccess> {
	const lines = createInterface({ input: child.stdout ?? process.stdin });
	return await new Promise((resolve) => {
		lines.once('line', (line) => {
			const log = createWriteStream(logFile, { flags: 'a' });
			lines.on('line', (later) => log.write(`${later}\n`));
			resolve(JSON.parse(line) as SandboxAccess);
		});
	});
}
