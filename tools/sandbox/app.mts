import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { CONTROL_PREFIX, registerControl } from './control/register.mts';
import { Pipeline } from './http/pipeline.mts';
import { RequestContexts } from './http/requestContext.mts';
import { ROUTES } from './routes/routes.mts';
import type { Sandbox } from './sandbox.mts';

/** Enough for several scans of the largest size in one request. */
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;
const MAX_PATH_PARAMETER_LENGTH = 1_000;

/** The partner API and the control interface as one Fastify app. */
export function buildApp(sandbox: Sandbox): FastifyInstance {
	const contexts = new RequestContexts(sandbox, ROUTES);
	const pipeline = new Pipeline(sandbox);
	const app = Fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		frameworkErrors: (error, request, reply) => {
			void contexts
				.of(request)
				.then((context) =>
					pipeline.refuse(context, error.statusCode ?? 400, 'The path of the request is malformed', reply),
				);
		},
		routerOptions: { maxParamLength: MAX_PATH_PARAMETER_LENGTH },
	});
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	registerControl(app, sandbox);
	registerRoutes(app, contexts, pipeline);
	handleOthers(app, contexts, pipeline);
	return app;
}

/** Sends every request that is not for the control interface through the pipeline. */
function registerRoutes(app: FastifyInstance, contexts: RequestContexts, pipeline: Pipeline): void {
	app.addHook('onRequest', async (request, reply) => {
		if (isControl(request)) return;
		const context = await contexts.of(request);
		reply.raw.once('close', () => pipeline.abandon(context));
	});
	for (const route of ROUTES) {
		app.route({
			method: route.method,
			url: route.path.replace(/\{(\w+)\}/g, ':$1'),
			handler: async (request, reply) =>
				await pipeline.handle(await contexts.of(request), route, request, reply),
		});
	}
}

/** Requests without a route, and those that Fastify refuses. */
function handleOthers(app: FastifyInstance, contexts: RequestContexts, pipeline: Pipeline): void {
	app.setNotFoundHandler(async (request, reply) => {
		if (!isControl(request)) {
			return await pipeline.handle(await contexts.of(request), undefined, request, reply);
		}
		const { method, url } = request;
		return await reply.code(404).send({ error: `The control interface has no ${method} ${url}` });
	});
	app.setErrorHandler(async (error: FastifyError, request, reply) => {
		const status = error.statusCode ?? 500;
		if (status >= 500) console.error(error);
		if (isControl(request)) return await reply.code(status).send({ error: error.message });
		return pipeline.refuse(await contexts.of(request), status, error.message, reply);
	});
}

function isControl({ url }: { url: string }): boolean {
	return url.startsWith(`${CONTROL_PREFIX}/`);
}
