import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify';
import { openContext, type RequestContext } from './http/requestContext.mts';
import { abandon, handle, refuse } from './http/pipeline.mts';
import type { Operation } from './http/route.mts';
import { authenticationOperations } from './routes/authentication.mts';
import { contentOperations } from './routes/content.mts';
import { pmsOperations } from './routes/pms/routes.mts';
import { pmsAnalyticsOperations } from './routes/pmsAnalytics.mts';
import { readReservationOperations } from './routes/readReservation/routes.mts';
import { referenceDataOperations } from './routes/referenceData.mts';
import { searchOperations } from './routes/search/routes.mts';
import { CONTROL_PREFIX, registerControl } from './control/register.mts';
import {
	DEFAULT_HOST,
	DEFAULT_PORT,
	DEFAULT_SETTINGS,
	defaultPlan,
	type SandboxOptions,
} from './options.mts';
import { assembleSandbox, type Sandbox } from './sandbox.mts';
import { DEFAULT_CLIENT } from './world/clients.mts';
import { startLiveBookings } from './world/liveBookings.mts';
import { openWorld } from './world/openWorld.mts';

/** A running sandbox. */
export interface RunningSandbox {
	/** For example `http://127.0.0.1:4010`, without a slash at the end. */
	url: string;
	clientId: string;
	clientSecret: string;
	properties: Array<{ id: string; name: string }>;
	close: () => Promise<void>;
}

/** Enough for several scans of the largest size in one request. */
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;
const MAX_PATH_PARAMETER_LENGTH = 1_000;

/** Starts a sandbox; it is listening when the promise resolves. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
	const { port = DEFAULT_PORT, host = DEFAULT_HOST, liveSeconds = 0 } = options;
	const { app, sandbox } = openSandbox(options);
	const { world } = sandbox;
	await app.listen({ port, host });
	const stopLiveBookings =
		liveSeconds > 0 ? startLiveBookings(world, sandbox.clock, liveSeconds) : () => undefined;
	return {
		url: urlOf(host, (app.server.address() as AddressInfo).port),
		clientId: DEFAULT_CLIENT.clientId,
		clientSecret: DEFAULT_CLIENT.clientSecret,
		properties: world.properties.map(({ id, name }) => ({ id, name: name.own })),
		close: async () => {
			stopLiveBookings();
			await app.close();
		},
	};
}

/** A sandbox that does not listen: for those who call it in memory. */
export function openSandbox(options: SandboxOptions): { app: FastifyInstance; sandbox: Sandbox } {
	const world = openWorld(options.world ?? {}, defaultPlan(Date.now()), options.statePath);
	const sandbox = assembleSandbox(world, settingsOf(options), options.limitsOn ?? true);
	return { app: buildServer(sandbox), sandbox };
}

function settingsOf(options: SandboxOptions): Sandbox['settings'] {
	const { tokenLifetimeSeconds, expiresInSeconds, dialect, latencyMs, otbOnOrBefore, strict, feedDisorder } =
		DEFAULT_SETTINGS;
	return {
		tokenLifetimeSeconds: options.tokenLifetimeSeconds ?? tokenLifetimeSeconds,
		expiresInSeconds: options.expiresInSeconds ?? expiresInSeconds,
		dialect: options.dialect ?? dialect,
		latencyMs: options.latencyMs ?? latencyMs,
		otbOnOrBefore: options.otbOnOrBefore ?? otbOnOrBefore,
		strict: options.strict ?? strict,
		feedDisorder: options.feedDisorder ?? feedDisorder,
	};
}

function urlOf(host: string, port: number): string {
	return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function buildServer(sandbox: Sandbox): FastifyInstance {
	const app = Fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		frameworkErrors: (error, request, reply) => {
			void openContext(request, sandbox).then((context) =>
				refuse(sandbox, context, error.statusCode ?? 400, 'The path of the request is malformed', reply),
			);
		},
		routerOptions: { maxParamLength: MAX_PATH_PARAMETER_LENGTH },
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	registerControl(app, sandbox);
	registerOperations(app, sandbox, [
		...authenticationOperations(sandbox),
		...contentOperations(sandbox),
		...referenceDataOperations(sandbox),
		...readReservationOperations(sandbox),
		...searchOperations(sandbox),
		...pmsOperations(sandbox),
		...pmsAnalyticsOperations(sandbox),
	]);
	return app;
}

/** Sends every request that is not for the control interface through the pipeline. */
function registerOperations(app: FastifyInstance, sandbox: Sandbox, operations: readonly Operation[]): void {
	const contexts = new WeakMap<FastifyRequest, RequestContext>();
	const contextOf = async (request: FastifyRequest): Promise<RequestContext> =>
		contexts.get(request) ?? (await openContext(request, sandbox));

	app.addHook('onRequest', async (request, reply) => {
		if (request.url.startsWith(`${CONTROL_PREFIX}/`)) return;
		const context = await openContext(request, sandbox);
		contexts.set(request, context);
		reply.raw.once('close', () => abandon(sandbox, context));
	});
	for (const operation of operations) {
		app.route({
			method: operation.method,
			url: operation.path.replace(/\{(\w+)\}/g, ':$1'),
			handler: async (request, reply) =>
				await handle(sandbox, await contextOf(request), operation, request, reply),
		});
	}
	app.setNotFoundHandler(async (request, reply) => {
		if (request.url.startsWith(`${CONTROL_PREFIX}/`)) {
			return await reply
				.code(404)
				.send({ error: `The control interface has no ${request.method} ${request.url}` });
		}
		return await handle(sandbox, await contextOf(request), undefined, request, reply);
	});
	app.setErrorHandler(async (error: FastifyError, request, reply) => {
		const status = error.statusCode ?? 500;
		if (status >= 500) console.error(error);
		if (request.url.startsWith(`${CONTROL_PREFIX}/`)) {
			return await reply.code(status).send({ error: error.message });
		}
		return refuse(sandbox, await contextOf(request), status, error.message, reply);
	});
}
