import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.mts';
import { ApiError, errorBody, TokenError } from './apiError.mts';
import type { RequestContext } from './requestContext.mts';
import { requireArea, requireClient, requireProperty } from './identity.mts';
import type { Answer, ApiCall, Operation } from './route.mts';
import { answered, injectFault, type Outcome } from './outcome.mts';
import { recordedBody } from './recordedBody.mts';
import { dateHeader, limitHeaders, send, statusOf } from './send.mts';

/**
 * The way of a request: limits, faults before, access checks, the operation, faults after. `operation`
 * undefined = no such path.
 */
export async function handle(
	sandbox: Sandbox,
	context: RequestContext,
	operation: Operation | undefined,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const call = callOf(context, request);
	const outcome = await outcomeOf(sandbox, context, operation, call, reply);
	end(sandbox, context, statusOf(outcome), call);
	return send(reply, outcome, headersOf(sandbox, context));
}

/** Answers a request that never reached an operation, such as one with a body too large to take. */
export function refuse(
	sandbox: Sandbox,
	context: RequestContext,
	status: number,
	message: string,
	reply: FastifyReply,
): FastifyReply {
	end(sandbox, context, status, { text: '', contentType: '' });
	const answer = { status, body: errorBody(String(status), message) };
	return send(reply, answered(answer), headersOf(sandbox, context));
}

/** Counts a request whose client disconnected before there was an answer. */
export function abandon(sandbox: Sandbox, context: RequestContext): void {
	end(sandbox, context, 0, { text: '', contentType: '' });
}

async function outcomeOf(
	sandbox: Sandbox,
	context: RequestContext,
	operation: Operation | undefined,
	call: Omit<ApiCall, 'client'>,
	reply: FastifyReply,
): Promise<Outcome> {
	const atTokenEndpoint = context.scope === 'token';
	if (!context.limit.accepted) {
		await pause(sandbox.settings.latencyMs, reply);
		return answered(limitAnswer(context.limit.retryAfterSeconds ?? 1, atTokenEndpoint));
	}
	const { delayMs, injected } = sandbox.faults.plan(context);
	await pause(sandbox.settings.latencyMs + delayMs, reply);
	const after = injected?.when === 'after' || injected?.kind === 'cutOff' || injected?.kind === 'messages';
	if (injected !== undefined && !after) return injectFault(injected, undefined, atTokenEndpoint);
	const answer = await answerOf(sandbox, context, operation, call);
	return injected === undefined ? answered(answer) : injectFault(injected, answer, atTokenEndpoint);
}

async function answerOf(
	sandbox: Sandbox,
	context: RequestContext,
	operation: Operation | undefined,
	call: Omit<ApiCall, 'client'>,
): Promise<Answer> {
	try {
		if (operation === undefined) throw unknownPath(context);
		if ('onAnyone' in operation) return await operation.onAnyone(call);
		const client = requireClient(context.identity);
		requireArea(context.identity, operation.area);
		const fullCall = { ...call, client };
		if ('onArea' in operation) return operation.onArea(fullCall);
		const property = requireProperty(sandbox.world, client, call.params['propertyId'] ?? '');
		return operation.onProperty(fullCall, property);
	} catch (error) {
		return errorAnswer(error);
	}
}

function unknownPath(context: RequestContext): ApiError {
	if (context.path.startsWith('/api/')) requireClient(context.identity);
	return new ApiError(404, 'NotFound', `There is no ${context.method} operation at this path`);
}

function errorAnswer(error: unknown): Answer {
	if (error instanceof ApiError) {
		const { status, code, message, headers } = error;
		return { status, headers, body: errorBody(code, message) };
	}
	if (error instanceof TokenError) {
		return { status: error.status, body: { error: error.error, error_description: error.message } };
	}
	console.error(error);
	return { status: 500, body: errorBody('InternalServerError', 'Internal server error') };
}

function limitAnswer(retryAfterSeconds: number, atTokenEndpoint: boolean): Answer {
	const message = `Request limit exceeded, try again in ${retryAfterSeconds} s`;
	const body = atTokenEndpoint
		? { error: 'too_many_requests', error_description: message }
		: errorBody('TooManyRequests', message);
	return { status: 429, headers: { 'retry-after': String(retryAfterSeconds) }, body };
}

function callOf(context: RequestContext, request: FastifyRequest): Omit<ApiCall, 'client'> {
	const [contentType = ''] = (request.headers['content-type'] ?? '').split(';', 1);
	return {
		params: { ...(request.params as Record<string, string>) },
		query: context.query,
		text: typeof request.body === 'string' ? request.body : '',
		contentType: contentType.trim().toLowerCase(),
	};
}

function headersOf(sandbox: Sandbox, context: RequestContext): Record<string, string> {
	return { ...dateHeader(sandbox.clock.now()), ...limitHeaders(context.limit) };
}

function end(
	sandbox: Sandbox,
	context: RequestContext,
	status: number,
	{ text, contentType }: Pick<ApiCall, 'text' | 'contentType'>,
): void {
	if (context.ended) return;
	context.ended = true;
	const { identity, method, path, query, scope, arrivedAt, arrivedMs } = context;
	const body = recordedBody(text, contentType);
	sandbox.report.end(
		{
			at: arrivedAt,
			method,
			path,
			query: { ...query },
			status,
			scope,
			clientId: identity.kind === 'client' ? identity.client.clientId : null,
			durationMs: Math.round(performance.now() - arrivedMs),
			...(body !== undefined && { body }),
		},
		context.endpoint,
		!context.limit.accepted,
	);
}

/** Waits, unless the client disconnects first. */
async function pause(ms: number, reply: FastifyReply): Promise<void> {
	if (ms <= 0 || reply.raw.destroyed) return;
	await new Promise<void>((resolve) => {
		const done = () => {
			clearTimeout(timer);
			reply.raw.off('close', done);
			resolve();
		};
		const timer = setTimeout(done, ms);
		reply.raw.once('close', done);
	});
}
