import type { ApiArea, Client } from '../world/clients.mts';
import { mayUseProperty } from '../world/clients.mts';
import type { Property } from '../world/properties.mts';
import type { World } from '../world/world.mts';
import { ApiError } from './apiError.mts';
import { readAccessToken } from './accessToken.mts';

/** Who sent a request: a client with the areas its token names, or why that is not known. */
export type Identity =
	| { kind: 'client'; client: Client; apiAccesses: readonly ApiArea[] }
	| { kind: 'refused'; code: string; message: string };

/** Reads the Authorization header. A token anywhere else in the request does not count. */
export async function identify(
	authorization: string | undefined,
	world: World,
	nowMs: number,
): Promise<Identity> {
	const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
	if (token === undefined) {
		return authorization === undefined
			? refused('TokenMissing', 'The request has no Authorization header with an access token')
			: refused('TokenMisplaced', 'The Authorization header does not have the form "Bearer <ACCESS_TOKEN>"');
	}
	const { seed } = world.plan;
	const reading = await readAccessToken(token, { seed, generation: world.tokenGeneration.access, nowMs });
	if (reading.kind === 'expired') return refused('TokenExpired', 'The access token has expired');
	const client = reading.kind === 'valid' ? world.clients.get(reading.clientId) : undefined;
	if (reading.kind === 'invalid' || client === undefined) {
		return refused('TokenInvalid', 'The access token is not valid');
	}
	return { kind: 'client', client, apiAccesses: reading.apiAccesses };
}

/** The client, or a 401 in the API's words. */
export function requireClient(identity: Identity): Client {
	if (identity.kind === 'client') return identity.client;
	throw new ApiError(401, identity.code, identity.message, { 'www-authenticate': 'Bearer' });
}

/** A 403 unless the token names the area. */
export function requireArea(identity: Identity, area: ApiArea): void {
	if (identity.kind === 'client' && identity.apiAccesses.includes(area)) return;
	throw new ApiError(403, 'Forbidden', `The client has no access to the API area ${area}`);
}

/** The property; 404 when there is none, 403 when it is not the client's. */
export function requireProperty(world: World, client: Client, propertyId: string): Property {
	const property = world.property(propertyId);
	if (property === undefined) throw new ApiError(404, 'PropertyNotFound', 'The property was not found');
	if (!mayUseProperty(client, propertyId)) {
		throw new ApiError(403, 'NotEnoughRights', 'Not enough rights to the property');
	}
	return property;
}

function refused(code: string, message: string): Identity {
	return { kind: 'refused', code, message };
}
