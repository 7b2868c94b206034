import type { Sandbox } from '../sandbox.mts';
import type { ApiArea, Client } from '../world/clients.mts';
import type { Property } from '../world/properties.mts';
import type { Scope } from './limits/table.mts';

/** The response of an operation. Without a body, as with 204. */
export interface ApiResponse {
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
	onProperty: (call: ApiCall, property: Property) => ApiResponse;
}

/** An operation of an area that is not about one property. */
export interface AreaRoute extends Endpoint {
	area: ApiArea;
	onArea: (call: ApiCall) => ApiResponse;
}

/** An operation that needs no access token: the token request. */
export interface OpenRoute extends Endpoint {
	area: 'authentication';
	onAnyone: (call: Omit<ApiCall, 'client'>) => ApiResponse | Promise<ApiResponse>;
}

export type Route = PropertyRoute | AreaRoute | OpenRoute;

export function ok(body: unknown): ApiResponse {
	return { status: 200, body };
}
