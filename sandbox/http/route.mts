import type { ApiArea, Client } from '../world/clients.mts';
import type { Property } from '../world/properties.mts';

/** What an operation answers. No body = 204 style. */
export interface Answer {
	status: number;
	body?: unknown;
	headers?: Readonly<Record<string, string>>;
}

/** A request that passed limits, authentication and access checks. */
export interface ApiCall {
	client: Client;
	/** Path parameters, decoded. */
	params: Readonly<Record<string, string>>;
	query: Readonly<Record<string, unknown>>;
	/** The request body as text; empty when there is none. */
	text: string;
	/** Without parameters, lower case; empty when there is none. */
	contentType: string;
}

interface Route {
	method: 'GET' | 'POST' | 'PUT';
	/** In the form of the specification: `{name}` for a path parameter. */
	path: string;
}

/** An operation on one property: the pipeline has found the property and checked access to it. */
export interface PropertyOperation extends Route {
	area: ApiArea;
	onProperty: (call: ApiCall, property: Property) => Answer;
}

/** An operation of an area that is not about one property. */
export interface AreaOperation extends Route {
	area: ApiArea;
	onArea: (call: ApiCall) => Answer;
}

/** An operation that needs no access token: the token request. */
export interface OpenOperation extends Route {
	onAnyone: (call: Omit<ApiCall, 'client'>) => Answer | Promise<Answer>;
}

export type Operation = PropertyOperation | AreaOperation | OpenOperation;

export function ok(body: unknown): Answer {
	return { status: 200, body };
}
