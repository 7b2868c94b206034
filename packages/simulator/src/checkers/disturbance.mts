import { isTokenRequest, type Exchange } from '../network/network.mts';

const SECOND_MS = 1_000;
const SLOW_MS = SECOND_MS;
/**
 * While the token address fails, it is asked more and more rarely, up to every 22 seconds (docs/architecture.md); after a
 * 429, or while its answers never come, up to a minute later.
 */
const TOKEN_FAILURE_MS = 60 * SECOND_MS;

/** Until when what befell requests still shows: in a search that begins later, nothing but the search itself can fail. */
export class Disturbance {
	untilMs = -Infinity;

	/** @param now when the request had come to its end */
	add({ request, delivery, response }: Exchange, now: number): void {
		const { status = 0, headers = {} } = delivery.instead ?? response ?? {};
		const isOdd =
			delivery.lost !== undefined || delivery.responseFault !== undefined || delivery.fault !== undefined;
		// Details that are gone are no failure.
		const hasFailed = status >= 400 && !(status === 404 && /\/bookings\/[^/?]+$/.test(request.url));
		if (!isOdd && !hasFailed && delivery.thereMs + delivery.backMs <= SLOW_MS) return;
		const pauseMs = Number(headers['retry-after'] ?? 0) * SECOND_MS;
		const lastsMs = isTokenRequest(request) ? TOKEN_FAILURE_MS : pauseMs;
		this.untilMs = Math.max(this.untilMs, now + lastsMs);
	}
}
