import type { Sandbox } from '../sandbox.mts';
import type { Client } from '../world/clients.mts';
import type { Property } from '../world/properties.mts';
import { ControlError } from './controlError.mts';

/** A control request after parsing. */
export interface ControlCall {
	params: Readonly<Record<string, string>>;
	query: Readonly<Record<string, unknown>>;
	/** The JSON body; undefined when there was none. */
	body: unknown;
}

/** An operation of the control interface, below `/__sandbox`. The response is JSON; undefined = 204. */
export interface ControlRoute {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** With `:name` for path parameters. */
	path: string;
	/** Default 200. */
	status?: number;
	handle: (sandbox: Sandbox, call: ControlCall) => unknown;
}

/** The client in the path. */
export function clientOf({ world }: Pick<Sandbox, 'world'>, { params }: ControlCall): Client {
	const client = world.clients.get(params['clientId'] ?? '');
	if (client === undefined) throw new ControlError(404, `There is no client ${params['clientId']}`);
	return client;
}

/** The property in the path. */
export function propertyOf({ world }: Pick<Sandbox, 'world'>, { params }: ControlCall): Property {
	const property = world.property(params['propertyId'] ?? '');
	if (property === undefined) throw new ControlError(404, `There is no property ${params['propertyId']}`);
	return property;
}
