import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { defineOperation } from '../../../shared/operation/defineOperation';
import { triggersOf } from '../../../shared/polling/triggerStatus';
import type { RateStatus } from '../../../shared/rateLimit/scopeUsage';
import type { RateScope } from '../../../shared/rateLimit/windows';
import { apiAreas } from '../../../shared/transport/areas';
import type { ConnectionStatus } from '../../../shared/transport/types';

export const getConnectionStatus = defineOperation({
	option: {
		name: 'Get Status',
		value: 'getStatus',
		action: 'Get connection status',
		description:
			'Get the areas that the API connection may use, what is left of its rate limits, and what its polling triggers last did in this n8n process. Sends no request but the one for an access token.',
	},
	readOnly: true,
	parameters: [],
	run: async ({ api, connectionStatus }) => {
		const now = DateTime.utc().toMillis();
		return [{ ...statusItem(await connectionStatus(), now), triggers: triggersOf(await api.client(), now) }];
	},
});

/**
 * `areas`: whether the token grants each area; null if the token cannot be read.
 * `limits`: for each group of methods, requests `left` in the present second, minute and hour, null before a response
 * has told them; `waitSeconds` until the next request may leave (specification, Request rate limits).
 */
function statusItem({ accesses, expiresAt, limits }: ConnectionStatus, now: number): IDataObject {
	return {
		areas: Object.fromEntries(
			Object.entries(apiAreas).map(([area, { accesses: names }]) => [
				area,
				accesses ? names.some((name) => accesses.includes(name)) : null,
			]),
		),
		accesses: accesses ?? null,
		tokenExpiresAt: timeOf(expiresAt),
		tokenExpiresInSeconds:
			expiresAt === undefined ? null : Math.max(0, Math.floor((expiresAt - now) / 1_000)),
		limits: Object.fromEntries([...limits].map(([scope, status]) => [scope.name, limitItem(scope, status)])),
	};
}

function limitItem({ label, windows }: RateScope, status: RateStatus | undefined): IDataObject {
	return {
		methods: label,
		...Object.fromEntries(
			windows.map(({ name, limit }) => [name, { limit, left: status?.left[name] ?? null }]),
		),
		waitSeconds: Math.ceil((status?.waitMs ?? 0) / 1_000),
		toldAt: timeOf(status?.toldAt),
	};
}

function timeOf(ms: number | undefined): string | null {
	return ms === undefined ? null : new Date(ms).toISOString();
}
