import type { Allowance } from '../rateLimit/triggerAllowance';
import type { Api } from '../transport/types';

/** Counts everything that a poll sends. */
export function counted(api: Api, allowance: Allowance): Api {
	return {
		...api,
		send: async (request, options) => {
			allowance.take();
			return await api.send(request, options);
		},
	};
}
