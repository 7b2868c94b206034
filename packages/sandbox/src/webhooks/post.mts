import type { HotelEvent, Webhook } from '../world/events/types.mts';
import { authenticationHeaders } from './attempts.mts';

/**
 * Sends events once.
 * @returns why they count as not acknowledged; undefined = acknowledged
 */
export type Post = (
	webhook: Webhook,
	events: readonly HotelEvent[],
	signal: AbortSignal,
) => Promise<string | undefined>;

export const postEvents: Post = async ({ url, authentication }, events, signal) => {
	try {
		const response = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...authenticationHeaders(authentication) },
			body: JSON.stringify(events),
			redirect: 'manual',
			signal,
		});
		// Only the status counts.
		response.body?.cancel().catch(() => undefined);
		return response.ok ? undefined : `status ${response.status}`;
	} catch (error) {
		return signal.aborted ? 'no answer in time' : `no connection${codeOf(error)}`;
	}
};

function codeOf(error: unknown): string {
	const cause = error instanceof Error ? error.cause : undefined;
	return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
}
