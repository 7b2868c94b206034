import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { registerControl } from './control/register.mts';
import { guardedServer } from './http/guard.mts';
import { isControlPath, isPagePath, pathOf } from './http/paths.mts';
import { Pipeline } from './http/pipeline.mts';
import { RequestContexts } from './http/requestContext.mts';
import { registerPage, type Asset } from './page/routes.mts';
import { ROUTES } from './routes/routes.mts';
import type { Sandbox } from './sandbox.mts';

/** Enough for several scans of the largest size in one request. */
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;
const MAX_PATH_PARAMETER_LENGTH = 1_000;

/**
 * The partner API, the control interface and the page as one Fastify app.
 * @param host what it will listen on
 * @param assets files of the page
 */
export function buildApp(sandbox: Sandbox, host: string, assets: readonly Asset[]): FastifyInstance {
	const contexts = new RequestContexts(sandbox, ROUTES);
	const pipeline = new Pipeline(sandbox);
	const app = Fastify({
		bodyLimit: BODY_LIMIT_BYTES,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		serverFactory: (handle) => guardedServer(handle, host),
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
	// Every request sees a hotel in which everything due by now has happened.
	app.addHook('onRequest', async () => sandbox.frontDesk.attend());
	registerControl(app, sandbox);
	registerPage(app, sandbox, assets);
	registerRoutes(app, contexts, pipeline);
	handleOthers(app, contexts, pipeline);
	return app;
}

/** Sends every request for the API through the pipeline. */
function registerRoutes(app: FastifyInstance, contexts: RequestContexts, pipeline: Pipeline): void {
	app.addHook('onRequest', async (request, reply) => {
		if (!isForApi(request)) return;
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

/** Requests without a route, and those that Fastify rejects. */
function handleOthers(app: FastifyInstance, contexts: RequestContexts, pipeline: Pipeline): void {
	app.setNotFoundHandler(async (request, reply) => {
		if (isForApi(request)) {
			return await pipeline.handle(await contexts.of(request), undefined, request, reply);
		}
		const { method, url } = request;
		const what = isPagePath(pathOf(url)) ? 'page' : 'control interface';
		return await reply.code(404).send({ error: `The ${what} has no ${method} ${url}` });
	});
	app.setErrorHandler(async (error: FastifyError, request, reply) => {
		const status = error.statusCode ?? 500;
		if (status >= 500) console.error(error);
		if (!isForApi(request)) return await reply.code(status).send({ error: error.message });
		return pipeline.refuse(await contexts.of(request), status, error.message, reply);
	});
}

function isForApi({ url }: { url: string }): boolean {
	const path = pathOf(url);
	return !isControlPath(path) && !isPagePath(path);
}
