import type { Sandbox } from '../sandbox.mts';
import type { ApiArea, Client } from '../world/clients.mts';
import type { Property } from '../world/properties.mts';
import type { Scope } from './limits/table.mts';

/** What an operation answers. No body = 204 style. */
export interface Answer {
	status: number;
	body?: unknown;
	headers?: Readonly<Record<string, string>>;
}

export type Query = Readonly<Record<string, unknown>>;

/** A request that passed limits, authentication and access checks. */
export interface ApiCall {
	sandbox: Sandbox;
	client: Client;
	/** Path parameters, decoded. */
	params: Readonly<Record<string, string>>;
	query: Query;
	/** The request body as text; empty when there is none. */
	text: string;
	/** Without parameters, lower case; empty when there is none. */
	contentType: string;
}

interface Endpoint {
	method: 'GET' | 'POST' | 'PUT';
	/** In the form of the specification: `{name}` stands for one path segment. */
	path: string;
	/** The rate limits that its requests count in. */
	scope: Scope;
	/** Requests with such a query count in another scope. */
	otherScope?: { scope: Scope; when: (query: Query) => boolean };
}

/** An operation on one property: the pipeline has found the property and checked access to it. */
export interface PropertyRoute extends Endpoint {
	area: ApiArea;
	onProperty: (call: ApiCall, property: Property) => Answer;
}

/** An operation of an area that is not about one property. */
export interface AreaRoute extends Endpoint {
	area: ApiArea;
	onArea: (call: ApiCall) => Answer;
}

/** An operation that needs no access token: the token request. */
export interface OpenRoute extends Endpoint {
	area: 'authentication';
	onAnyone: (call: Omit<ApiCall, 'client'>) => Answer | Promise<Answer>;
}

export type Route = PropertyRoute | AreaRoute | OpenRoute;

export function ok(body: unknown): Answer {
	return { status: 200, body };
}
