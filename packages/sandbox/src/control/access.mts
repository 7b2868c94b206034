import { flag, nonEmptyText, someOf, texts } from '../http/fieldTypes.mts';
import { accessTokenFor } from '../routes/authentication.mts';
import type { Sandbox } from '../sandbox.mts';
import { API_AREAS, type ApiArea } from '../world/clients.mts';
import { readBody, required, type Input } from './body.mts';
import { ControlError } from './controlError.mts';
import { clientOf, type ControlCall, type ControlRoute } from './route.mts';

const CLIENT = {
	clientId: required(nonEmptyText),
	clientSecret: required(nonEmptyText),
	/** Absent = every area. */
	apiAccesses: someOf(API_AREAS),
	/** Absent = every property. */
	propertyIds: texts,
};
export type ClientInput = Input<typeof CLIENT>;

const REVOCATION = { accessTokens: flag, continueTokens: flag };
export type RevocationInput = Input<typeof REVOCATION>;

/** A client as the control interface shows it. */
export interface ClientSummary {
	clientId: string;
	apiAccesses: readonly ApiArea[];
	/** null = every property. */
	propertyIds: readonly string[] | null;
}

export const accessRoutes: readonly ControlRoute[] = [
	{ method: 'POST', path: '/clients', status: 201, handle: addClient },
	{ method: 'POST', path: '/clients/:clientId/token', status: 201, handle: issueToken },
	{ method: 'POST', path: '/tokens/revoke', handle: revokeTokens },
];

function addClient({ world }: Sandbox, { body }: ControlCall): ClientSummary {
	const { clientId, clientSecret, apiAccesses = [...API_AREAS], propertyIds = null } = readBody(CLIENT, body);
	const unknownIds = (propertyIds ?? []).filter((id) => world.property(id) === undefined);
	if (unknownIds.length > 0) throw new ControlError(400, `There is no property ${unknownIds.join(', ')}`);
	world.apply({ kind: 'clientAdded', client: { clientId, clientSecret, apiAccesses, propertyIds } });
	return { clientId, apiAccesses, propertyIds };
}

async function issueToken(sandbox: Sandbox, call: ControlCall): Promise<unknown> {
	const client = clientOf(sandbox, call);
	return { access_token: await accessTokenFor(sandbox, client), token_type: 'Bearer' };
}

function revokeTokens({ world }: Sandbox, { body }: ControlCall): unknown {
	const { accessTokens = false, continueTokens = false } = readBody(REVOCATION, body);
	if (!accessTokens && !continueTokens) {
		throw new ControlError(400, 'accessTokens or continueTokens must be true');
	}
	world.apply({ kind: 'tokensRevoked', accessTokens, continueTokens });
	return { accessTokens, continueTokens };
}
