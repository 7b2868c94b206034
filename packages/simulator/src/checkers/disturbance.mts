import { isTokenRequest, type Exchange } from '../network/network.mts';

const SECOND_MS = 1_000;
const SLOW_MS = SECOND_MS;
/**
 * While the token endpoint fails, it is retried with growing pauses of up to 22 seconds (docs/architecture.md); after a
 * 429, or while it does not respond, up to a minute.
 */
const TOKEN_FAILURE_MS = 60 * SECOND_MS;

/** Until when failed requests have effects: a search that starts later has no excuse for failing. */
export class Disturbance {
	untilMs = -Infinity;

	/** @param now when the request ended */
	add({ request, delivery, response }: Exchange, now: number): void {
		const { status = 0, headers = {} } = delivery.instead ?? response ?? {};
		const isOdd =
			delivery.lost !== undefined || delivery.responseFault !== undefined || delivery.fault !== undefined;
		// A 404 for removed details is no failure.
		const hasFailed = status >= 400 && !(status === 404 && /\/bookings\/[^/?]+$/.test(request.url));
		if (!isOdd && !hasFailed && delivery.thereMs + delivery.backMs <= SLOW_MS) return;
		const pauseMs = Number(headers['retry-after'] ?? 0) * SECOND_MS;
		const lastsMs = isTokenRequest(request) ? TOKEN_FAILURE_MS : pauseMs;
		this.untilMs = Math.max(this.untilMs, now + lastsMs);
	}
}
