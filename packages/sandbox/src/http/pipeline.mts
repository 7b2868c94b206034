import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.mts';
import { ApiError, errorBody } from './apiError.mts';
import { errorResponse, limitResponse } from './errorResponses.mts';
import { requireArea, requireClient, requireProperty } from './identity.mts';
import { respondWith, injectFault, type Outcome } from './outcome.mts';
import { pause } from './pause.mts';
import { recordedBody } from './recordedBody.mts';
import type { RequestContext } from './requestContext.mts';
import type { ApiResponse, ApiCall, Route } from './route.mts';
import { dateHeader, limitHeaders, send, statusOf } from './send.mts';

type OpenCall = Omit<ApiCall, 'client'>;

/**
 * Handles a request: limits, faults before, access checks, the operation, faults after. Each request is recorded once,
 * however it ends.
 */
export class Pipeline {
	constructor(private readonly sandbox: Sandbox) {}

	/** @param route undefined = no operation has this path and method */
	async handle(
		context: RequestContext,
		route: Route | undefined,
		request: FastifyRequest,
		reply: FastifyReply,
	): Promise<FastifyReply> {
		const call = this.callOf(context, request);
		const outcome = await this.outcomeOf(context, route, call, reply);
		this.record(context, statusOf(outcome), call);
		return send(reply, outcome, this.headersOf(context));
	}

	/** Responds to a request that never reached an operation, such as one whose body is too large. */
	refuse(context: RequestContext, status: number, message: string, reply: FastifyReply): FastifyReply {
		this.record(context, status);
		const response = { status, body: errorBody(context.errorForm, String(status), message) };
		return send(reply, respondWith(response), this.headersOf(context));
	}

	/** Records a request whose client disconnected before the response. */
	abandon(context: RequestContext): void {
		this.record(context, 0);
	}

	private async outcomeOf(
		context: RequestContext,
		route: Route | undefined,
		call: OpenCall,
		reply: FastifyReply,
	): Promise<Outcome> {
		const { settings, faults } = this.sandbox;
		const { errorForm } = context;
		if (!context.limit.accepted) {
			await pause(settings.latencyMs, reply);
			return respondWith(limitResponse(context.limit.retryAfterSeconds ?? 1, errorForm));
		}
		const { delayMs, injected } = faults.plan(context);
		await pause(settings.latencyMs + delayMs.before, reply);
		const after = injected?.when === 'after' || injected?.kind === 'cutOff' || injected?.kind === 'messages';
		if (injected !== undefined && !after) return injectFault(injected, undefined, errorForm);
		const response = await this.responseOf(context, route, call);
		await pause(delayMs.after, reply);
		return injected === undefined ? respondWith(response) : injectFault(injected, response, errorForm);
	}

	private async responseOf(
		context: RequestContext,
		route: Route | undefined,
		call: OpenCall,
	): Promise<ApiResponse> {
		const { identity, errorForm } = context;
		try {
			if (route === undefined) throw unknownPath(context);
			if ('onAnyone' in route) return await route.onAnyone(call);
			const client = requireClient(identity);
			requireArea(identity, route.area);
			if ('onArea' in route) return route.onArea({ ...call, client });
			const property = requireProperty(this.sandbox.world, client, call.params['propertyId'] ?? '');
			return route.onProperty({ ...call, client }, property);
		} catch (error) {
			return errorResponse(error, errorForm);
		}
	}

	private callOf({ query }: RequestContext, { params, body, headers }: FastifyRequest): OpenCall {
		const [contentType = ''] = (headers['content-type'] ?? '').split(';', 1);
		return {
			sandbox: this.sandbox,
			params: { ...(params as Record<string, string>) },
			query,
			text: typeof body === 'string' ? body : '',
			contentType: contentType.trim().toLowerCase(),
		};
	}

	private headersOf(context: RequestContext): Record<string, string> {
		return { ...dateHeader(this.sandbox.clock.now()), ...limitHeaders(context.limit) };
	}

	/** @param call absent where the body was not read */
	private record(context: RequestContext, status: number, call?: OpenCall): void {
		if (context.recorded) return;
		context.recorded = true;
		const { identity, method, path, query, scope, limit, arrivedAt, arrivedMs } = context;
		const body = call && recordedBody(call.text, call.contentType);
		this.sandbox.report.end(
			{
				at: arrivedAt,
				method,
				path,
				query: { ...query },
				status,
				scope,
				refused: !limit.accepted,
				remaining: { ...limit.remaining },
				clientId: identity.kind === 'client' ? identity.client.clientId : null,
				durationMs: Math.round(performance.now() - arrivedMs),
				...(body !== undefined && { body }),
			},
			context.endpoint,
		);
	}
}

function unknownPath({ path, method, identity }: RequestContext): ApiError {
	if (path.startsWith('/api/')) requireClient(identity);
	return new ApiError(404, 'NotFound', `There is no ${method} operation at this path`);
}
