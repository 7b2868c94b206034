import type { Allowance } from '../rateLimit/triggerAllowance';
import type { Api } from '../transport/types';

/** Counts everything that a poll sends, each attempt for itself: what it has not counted would be that of others. */
export function counted(api: Api, allowance: Allowance): Api {
	return {
		...api,
		send: async (request, options) => {
			allowance.take();
			let attempts = 0;
			const onSent = () => {
				attempts += 1;
				if (attempts > 1) allowance.take();
			};
			return await api.send(request, { ...options, onSent });
		},
	};
}
