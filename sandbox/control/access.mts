import { accessTokenFor } from '../routes/authentication.mts';
import { API_AREAS } from '../world/clients.mts';
import { ControlError, Fields, required } from './body.mts';
import type { ControlRoute } from './route.mts';

export const accessRoutes: readonly ControlRoute[] = [
	{
		method: 'POST',
		path: '/clients',
		status: 201,
		handle: ({ world }, { body }) => {
			const fields = Fields.of(body, ['clientId', 'clientSecret', 'apiAccesses', 'propertyIds']);
			const propertyIds = fields.texts('propertyIds') ?? null;
			const unknownIds = (propertyIds ?? []).filter((id) => world.property(id) === undefined);
			if (unknownIds.length > 0) throw new ControlError(400, `There is no property ${unknownIds.join(', ')}`);
			const client = {
				clientId: required(fields.text('clientId'), 'clientId'),
				clientSecret: required(fields.text('clientSecret'), 'clientSecret'),
				apiAccesses: fields.someOf('apiAccesses', API_AREAS) ?? [...API_AREAS],
				propertyIds,
			};
			world.apply({ kind: 'clientAdded', client });
			return { clientId: client.clientId, apiAccesses: client.apiAccesses, propertyIds };
		},
	},
	{
		method: 'POST',
		path: '/clients/:clientId/token',
		status: 201,
		handle: async (sandbox, { params }) => {
			const client = sandbox.world.clients.get(params['clientId'] ?? '');
			if (client === undefined) throw new ControlError(404, `There is no client ${params['clientId']}`);
			return { access_token: await accessTokenFor(sandbox, client), token_type: 'Bearer' };
		},
	},
	{
		method: 'POST',
		path: '/tokens/revoke',
		handle: ({ world }, { body }) => {
			const fields = Fields.of(body, ['accessTokens', 'continueTokens']);
			const revoked = {
				accessTokens: fields.flag('accessTokens') ?? false,
				continueTokens: fields.flag('continueTokens') ?? false,
			};
			if (!revoked.accessTokens && !revoked.continueTokens) {
				throw new ControlError(400, 'accessTokens or continueTokens must be true');
			}
			world.apply({ kind: 'tokensRevoked', ...revoked });
			return revoked;
		},
	},
];
