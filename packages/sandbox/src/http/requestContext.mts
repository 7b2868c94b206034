import type { FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.mts';
import { classifier, type Classification } from './classify.mts';
import { identify, type Identity } from './identity.mts';
import type { LimitDecision } from './limits/decide.mts';
import { SCOPES_PER_ADDRESS } from './limits/table.mts';
import type { Query, Route } from './route.mts';

/** A request of the partner API that is being handled. */
export interface RequestContext extends Classification {
	/** Epoch milliseconds and monotonic milliseconds of the arrival. */
	arrivedAt: number;
	arrivedMs: number;
	method: string;
	/** As sent, without the query. */
	path: string;
	query: Query;
	identity: Identity;
	limit: LimitDecision;
	/** True once it is in the report. */
	recorded: boolean;
}

/** The contexts of requests, made when a request arrives: before its body is read. */
export class RequestContexts {
	private readonly contexts = new WeakMap<FastifyRequest, Promise<RequestContext>>();
	private readonly classify: ReturnType<typeof classifier>;

	constructor(
		private readonly sandbox: Sandbox,
		routes: readonly Route[],
	) {
		this.classify = classifier(routes);
	}

	async of(request: FastifyRequest): Promise<RequestContext> {
		const context = this.contexts.get(request) ?? this.open(request);
		this.contexts.set(request, context);
		return await context;
	}

	/** Finds out who sent the request and which limits it counts in, and counts it there. */
	private async open(request: FastifyRequest): Promise<RequestContext> {
		const { report, world, clock, limiter } = this.sandbox;
		report.begin();
		const arrival = { arrivedAt: Date.now(), arrivedMs: performance.now() };
		const path = request.url.split('?', 1)[0] ?? '';
		const query = { ...(request.query as Query) };
		const { method } = request;
		const classification = this.classify({ method, path, query });
		const identity = await identify(request.headers.authorization, world, clock.realNow());
		const perAddress = SCOPES_PER_ADDRESS.has(classification.scope) || identity.kind === 'refused';
		const caller = perAddress ? `address ${request.ip}` : `client ${identity.client.clientId}`;
		return {
			...arrival,
			...classification,
			method,
			path,
			query,
			identity,
			limit: limiter.take(classification.scope, caller, arrival.arrivedMs),
			recorded: false,
		};
	}
}
