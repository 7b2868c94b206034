import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.mts';
import { ApiError, errorBody, TokenError } from './apiError.mts';
import type { Exchange } from './requestContext.mts';
import { requireArea, requireClient, requireProperty } from './identity.mts';
import type { Answer, ApiCall, Operation } from './route.mts';
import { answered, struck, type Outcome } from './outcome.mts';
import { recordedBody } from './recordedBody.mts';
import { dateHeader, limitHeaders, send, statusOf } from './send.mts';

/**
 * The way of a request: limits, faults that strike before, access checks, the operation, faults that strike
 * after. `operation` undefined = no such path.
 */
export async function handle(
	sandbox: Sandbox,
	exchange: Exchange,
	operation: Operation | undefined,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const call = callOf(exchange, request);
	const outcome = await outcomeOf(sandbox, exchange, operation, call, reply);
	end(sandbox, exchange, statusOf(outcome), call);
	return send(reply, outcome, headersOf(sandbox, exchange));
}

/** Answers a request that never reached an operation, such as one with a body too large to take. */
export function refuse(
	sandbox: Sandbox,
	exchange: Exchange,
	status: number,
	message: string,
	reply: FastifyReply,
): FastifyReply {
	end(sandbox, exchange, status, { text: '', contentType: '' });
	const answer = { status, body: errorBody(String(status), message) };
	return send(reply, answered(answer), headersOf(sandbox, exchange));
}

/** Counts a request whose asker hung up before there was an answer. */
export function abandon(sandbox: Sandbox, exchange: Exchange): void {
	end(sandbox, exchange, 0, { text: '', contentType: '' });
}

async function outcomeOf(
	sandbox: Sandbox,
	exchange: Exchange,
	operation: Operation | undefined,
	call: Omit<ApiCall, 'client'>,
	reply: FastifyReply,
): Promise<Outcome> {
	const atTokenEndpoint = exchange.scope === 'token';
	if (!exchange.limit.accepted) {
		await pause(sandbox.settings.latencyMs, reply);
		return answered(limitAnswer(exchange.limit.retryAfterSeconds ?? 1, atTokenEndpoint));
	}
	const { delayMs, strike } = sandbox.faults.plan(exchange);
	await pause(sandbox.settings.latencyMs + delayMs, reply);
	const after = strike?.when === 'after' || strike?.kind === 'cutOff' || strike?.kind === 'messages';
	if (strike !== undefined && !after) return struck(strike, undefined, atTokenEndpoint);
	const answer = await answerOf(sandbox, exchange, operation, call);
	return strike === undefined ? answered(answer) : struck(strike, answer, atTokenEndpoint);
}

async function answerOf(
	sandbox: Sandbox,
	exchange: Exchange,
	operation: Operation | undefined,
	call: Omit<ApiCall, 'client'>,
): Promise<Answer> {
	try {
		if (operation === undefined) throw unknownPath(exchange);
		if ('onAnyone' in operation) return await operation.onAnyone(call);
		const client = requireClient(exchange.identity);
		requireArea(exchange.identity, operation.area);
		const fullCall = { ...call, client };
		if ('onArea' in operation) return operation.onArea(fullCall);
		const property = requireProperty(sandbox.world, client, call.params['propertyId'] ?? '');
		return operation.onProperty(fullCall, property);
	} catch (error) {
		return errorAnswer(error);
	}
}

function unknownPath(exchange: Exchange): ApiError {
	if (exchange.path.startsWith('/api/')) requireClient(exchange.identity);
	return new ApiError(404, 'NotFound', `There is no ${exchange.method} operation at this path`);
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

function callOf(exchange: Exchange, request: FastifyRequest): Omit<ApiCall, 'client'> {
	const [contentType = ''] = (request.headers['content-type'] ?? '').split(';', 1);
	return {
		params: { ...(request.params as Record<string, string>) },
		query: exchange.query,
		text: typeof request.body === 'string' ? request.body : '',
		contentType: contentType.trim().toLowerCase(),
	};
}

function headersOf(sandbox: Sandbox, exchange: Exchange): Record<string, string> {
	return { ...dateHeader(sandbox.clock.now()), ...limitHeaders(exchange.limit) };
}

function end(
	sandbox: Sandbox,
	exchange: Exchange,
	status: number,
	{ text, contentType }: Pick<ApiCall, 'text' | 'contentType'>,
): void {
	if (exchange.ended) return;
	exchange.ended = true;
	const { identity, method, path, query, scope, arrivedAt, arrivedMs } = exchange;
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
		exchange.endpoint,
		!exchange.limit.accepted,
	);
}

/** Waits, unless the asker hangs up first. */
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
