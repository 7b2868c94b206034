import { DAY_MS } from '../world/time.mts';
import type { Authentication } from '../world/events/types.mts';

/** Published. */
export const MAX_EVENTS_PER_REQUEST = 1_000;
const MAX_PAUSE_MS = DAY_MS;

/** How pauses grow: neither is published. */
export interface PauseSettings {
	eventFirstPauseMs: number;
	eventPauseFactor: number;
}

/**
 * The pause after a failed attempt.
 * @param previousMs the pause before that attempt; undefined = the one before it succeeded
 */
export function nextPauseMs(
	previousMs: number | undefined,
	{ eventFirstPauseMs, eventPauseFactor }: PauseSettings,
): number {
	return Math.min(previousMs === undefined ? eventFirstPauseMs : previousMs * eventPauseFactor, MAX_PAUSE_MS);
}

/** The headers that authenticate the sender. */
export function authenticationHeaders(authentication: Authentication): Record<string, string> {
	switch (authentication.kind) {
		case 'none':
			return {};
		case 'apiKey':
			return { 'API-KEY': authentication.key };
		case 'basic': {
			const { user, password } = authentication;
			return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
		}
	}
}
