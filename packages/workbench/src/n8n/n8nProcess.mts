import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HOST } from '../util/paths.mts';
import { anyFreePort } from '../util/ports.mts';
import { Service } from '../processes/service.mts';
import { waitFor } from '../util/waiting.mts';
import { capabilitiesOf } from './capabilities.mts';
import { keepEditorCacheAside } from './editorCache.mts';
import type { Runtime } from './runtime.mts';

export interface N8nPlan {
	runtime: Runtime;
	userFolder: string;
	port: number;
	logFile: string;
	/** Settings of this n8n besides the usual ones. */
	settings?: Record<string, string>;
	/** Modules that n8n loads before anything else: file URLs. */
	preloaded?: readonly string[];
}

export interface RunningN8n {
	url: string;
	service: Service;
}

const START_TIMEOUT_MS = 180_000;
/** Short, because the time that n8n takes is measured. */
const ASK_EVERY_MS = 100;
const ownModulesOnly = pathToFileURL(join(import.meta.dirname, 'ownModulesOnly.mjs')).href;

/** The caller's variables that n8n may see: settings of another n8n, or a proxy, would change its behaviour. */
const PASSED_ON = [
	'HOME',
	'LANG',
	'LC_ALL',
	'PATH',
	'SYSTEMROOT',
	'TEMP',
	'TMP',
	'TMPDIR',
	'TZ',
	'USERPROFILE',
];

const QUIET = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
};

/** n8n rewrites its editor, 100 MB of JavaScript, at every start, which takes a third of the processor time of a start. */
export const WITHOUT_EDITOR = { N8N_DISABLE_UI: 'true' };

/** Starts n8n on the local machine, with SQLite by default, and waits until it responds. */
export async function startN8n(plan: N8nPlan): Promise<RunningN8n> {
	const url = `http://${HOST}:${plan.port}`;
	keepEditorCacheAside(plan.userFolder);
	mkdirSync(filesFolder(plan.userFolder), { recursive: true });
	const service = await launch(plan, { name: 'n8n', args: ['start'] });
	await waitFor({ for: 'n8n to start', timeoutMs: START_TIMEOUT_MS, everyMs: ASK_EVERY_MS }, async () => {
		service.assertRunning();
		return (await isReady(`${url}/rest/login`)) ? true : undefined;
	});
	return { url, service };
}

/** Starts a worker of queue mode beside the main process of the same plan, and waits until it is ready. */
export async function startWorker(plan: N8nPlan): Promise<Service> {
	const healthPort = String(await anyFreePort());
	const settings = {
		...plan.settings,
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: healthPort,
	};
	const service = await launch(
		{ ...plan, settings },
		{ name: 'The worker', args: ['worker', '--concurrency=5'] },
	);
	await waitFor(
		{ for: 'the worker to start', timeoutMs: START_TIMEOUT_MS, everyMs: ASK_EVERY_MS },
		async () => {
			service.assertRunning();
			const ready = await fetch(`http://${HOST}:${healthPort}/healthz/readiness`).catch(() => undefined);
			return ready?.ok ? true : undefined;
		},
	);
	return service;
}

async function launch(
	{ runtime, userFolder, port, logFile, settings = {}, preloaded = [] }: N8nPlan,
	{ name, args }: { name: string; args: readonly string[] },
): Promise<Service> {
	return new Service({
		name,
		node: runtime.node,
		args: [...[ownModulesOnly, ...preloaded].flatMap((url) => ['--import', url]), runtime.n8n, ...args],
		env: {
			...callersEnvironment(runtime),
			...QUIET,
			...(capabilitiesOf(runtime.version).mcpRegistry && { N8N_DISABLED_MODULES: 'mcp-registry' }),
			// Code compiled by one start is loaded by the next one.
			NODE_COMPILE_CACHE: join(dirname(runtime.n8n), '..', '..', '.cache', 'compiled'),
			N8N_USER_FOLDER: userFolder,
			N8N_RESTRICT_FILE_ACCESS_TO: filesFolder(userFolder),
			N8N_LISTEN_ADDRESS: HOST,
			N8N_PORT: String(port),
			N8N_HOST: HOST,
			// Secure cookies would be rejected without HTTPS.
			N8N_SECURE_COOKIE: 'false',
			N8N_RUNNERS_BROKER_PORT: String(await anyFreePort()),
			GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
			...settings,
		},
		logFile,
	});
}

/** The only folder in which workflows may read and write files. */
export function filesFolder(userFolder: string): string {
	return join(userFolder, 'files');
}

function callersEnvironment({ node }: Runtime): NodeJS.ProcessEnv {
	const passed = Object.entries(process.env).filter(([name]) => PASSED_ON.includes(name.toUpperCase()));
	const env = Object.fromEntries(passed);
	return { ...env, PATH: [dirname(node), env.PATH].filter(Boolean).join(delimiter) };
}

/** While it starts, n8n is healthy, but responds to everything else with a text and status 200; then with JSON. */
async function isReady(url: string): Promise<boolean> {
	return await fetch(url).then(
		({ headers }) => headers.get('content-type')?.includes('json') === true,
		() => false,
	);
}
