import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.mts';
import type { SandboxAccess } from './access.mts';
import { ClockMoveError, setClock } from './clockMoves.mts';
import { DEFAULT_HOST, DEFAULT_PORT, defaultPlan, settingsOf, type SandboxOptions } from './options.mts';
import { assembleSandbox, type Sandbox } from './sandbox.mts';
import { DEFAULT_CLIENT } from './world/clients.mts';
import type { Webhook } from './world/events/types.mts';
import { openWorld } from './world/openWorld.mts';
import { StateFileError } from './world/stateFile.mts';

export interface RunningSandbox extends SandboxAccess {
	close: () => Promise<void>;
}

/** Starts a sandbox; it is listening when the promise resolves. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
	const { port = DEFAULT_PORT, host = DEFAULT_HOST, liveSeconds = 0 } = options;
	const { app, sandbox } = openSandbox(options);
	const { world, liveBookings, frontDesk } = sandbox;
	await app.listen({ port, host });
	liveBookings.start(liveSeconds);
	frontDesk.start();
	return {
		url: urlOf(host, (app.server.address() as AddressInfo).port),
		clientId: DEFAULT_CLIENT.clientId,
		clientSecret: DEFAULT_CLIENT.clientSecret,
		properties: world.properties.map(({ id, name }) => ({ id, name: name.own })),
		close: async () => await app.close(),
	};
}

/** A sandbox that does not listen: to be called in memory. */
export function openSandbox(options: SandboxOptions): { app: FastifyInstance; sandbox: Sandbox } {
	const { nowMs, statePath } = options;
	const world = openWorld(options.world ?? {}, defaultPlan(nowMs ?? Date.now()), statePath);
	const sandbox = assembleSandbox(world, settingsOf(options.settings), options.limitsOn ?? true);
	if (nowMs !== undefined) beginAt(sandbox, nowMs, statePath);
	setUpWebhook(sandbox, options.webhook);
	const app = buildApp(sandbox, options.host ?? DEFAULT_HOST, options.assets ?? []);
	app.addHook('onClose', async () => {
		sandbox.liveBookings.stop();
		sandbox.frontDesk.stop();
		sandbox.eventSender.stop();
	});
	return { app, sandbox };
}

function beginAt(sandbox: Sandbox, nowMs: number, statePath = ''): void {
	try {
		setClock(sandbox, nowMs, sandbox.world.changeCount === 0);
	} catch (error) {
		if (!(error instanceof ClockMoveError)) throw error;
		throw new StateFileError(`${statePath}: ${error.message}; leave --now out or use another state file`);
	}
}

/** Writes nothing if the state file has the same one. */
function setUpWebhook({ world }: Sandbox, webhook: Webhook | undefined): void {
	const { clientId } = DEFAULT_CLIENT;
	if (webhook === undefined || isDeepStrictEqual(world.webhooks.get(clientId)?.webhook, webhook)) return;
	world.apply({ kind: 'webhookSet', clientId, webhook });
}

function urlOf(host: string, port: number): string {
	return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
