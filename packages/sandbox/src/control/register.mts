import type { FastifyInstance } from 'fastify';
import { CONTROL_PREFIX } from '../http/paths.mts';
import { dateHeader } from '../http/send.mts';
import type { Sandbox } from '../sandbox.mts';
import { accessRoutes } from './access.mts';
import { bookingRoutes } from './bookings.mts';
import { clockRoutes } from './clock.mts';
import { faultRoutes } from './faults.mts';
import { ControlError } from './controlError.mts';
import { pageRoutes } from './page.mts';
import { pmsRoutes } from './pms.mts';
import { propertyRoutes } from './properties.mts';
import { reportRoutes } from './report.mts';
import { reviewRoutes } from './reviews.mts';
import type { ControlCall, ControlRoute } from './route.mts';
import { settingsRoutes } from './settings.mts';
import { storageRoutes } from './storage.mts';
import { webhookRoutes } from './webhooks.mts';

const ROUTES: readonly ControlRoute[] = [
	{ method: 'GET', path: '/health', handle: () => ({ ok: true }) },
	...propertyRoutes,
	...bookingRoutes,
	...pmsRoutes,
	...storageRoutes,
	...reviewRoutes,
	...faultRoutes,
	...reportRoutes,
	...settingsRoutes,
	...clockRoutes,
	...accessRoutes,
	...webhookRoutes,
	...pageRoutes,
];

/** Runs an operation of the control interface. @throws ControlError for a wrong request */
export async function callControl(
	sandbox: Sandbox,
	method: ControlRoute['method'],
	path: string,
	{ params = {}, query = {}, body }: Partial<ControlCall>,
): Promise<unknown> {
	const route = ROUTES.find((candidate) => candidate.method === method && candidate.path === path);
	if (route === undefined) throw new Error(`The control interface has no ${method} ${path}`);
	return await route.handle(sandbox, { params, query, body });
}

/** The control interface: no access token, no limits, no faults, not in the report. */
export function registerControl(app: FastifyInstance, sandbox: Sandbox): void {
	for (const { method, path, status = 200, handle } of ROUTES) {
		app.route({
			method,
			url: CONTROL_PREFIX + path,
			handler: async (request, reply) => {
				reply.headers(dateHeader(sandbox.clock.now()));
				try {
					const response = await handle(sandbox, {
						params: request.params as Record<string, string>,
						query: request.query as Record<string, unknown>,
						body: parseBody(request.body),
					});
					return response === undefined
						? await reply.code(204).send()
						: await reply.code(status).send(response);
				} catch (error) {
					if (!(error instanceof ControlError)) throw error;
					return await reply.code(error.status).send({ error: error.message });
				}
			},
		});
	}
}

function parseBody(body: unknown): unknown {
	if (typeof body !== 'string' || body.trim() === '') return undefined;
	try {
		return JSON.parse(body) as unknown;
	} catch {
		throw new ControlError(400, 'The body is not JSON');
	}
}
