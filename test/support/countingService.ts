import type { RateLimiter } from '../../nodes/shared/rateLimit/rateLimiter';
import type { LimitResponse } from '../../nodes/shared/rateLimit/scopeUsage';
import type { RateScope, WindowName } from '../../nodes/shared/rateLimit/windows';
import type { FakeClock } from './fakeClock';

/** How long one request travels to the service, and its answer back. */
export interface Travel {
	there: number;
	back: number;
}

/** A service that counts arrivals in exact trailing windows, refuses beyond them and tells what is left. */
export class CountingService {
	readonly accepted: number[] = [];
	refused = 0;

	constructor(
		private readonly clock: FakeClock,
		private readonly scope: RateScope,
		/** Whether its answers say what is left. */
		private readonly tells = true,
	) {}

	/** The most arrivals it saw in any trailing window of this length. */
	mostIn(windowMs: number): number {
		let most = 0;
		let start = 0;
		this.accepted.forEach((time, index) => {
			while ((this.accepted[start] ?? 0) <= time - windowMs) start++;
			most = Math.max(most, index - start + 1);
		});
		return most;
	}

	async answer({ there, back }: Travel): Promise<LimitResponse & { retryAfterMs: number }> {
		await this.clock.sleep(there);
		const decision = this.take();
		await this.clock.sleep(back);
		return decision;
	}

	private take(): LimitResponse & { retryAfterMs: number } {
		const now = this.clock.now();
		const waits = this.scope.windows.map(({ windowMs, limit }) => {
			const blocking = this.accepted[this.accepted.length - limit];
			return blocking === undefined ? 0 : blocking + windowMs - now;
		});
		const wait = Math.max(...waits);
		if (wait > 0) this.refused += 1;
		else this.accepted.push(now);
		return {
			refused: wait > 0,
			retryAfterMs: Math.ceil(wait / 1_000) * 1_000,
			remaining: this.remaining(now),
		};
	}

	private remaining(now: number): Partial<Record<WindowName, number>> {
		if (!this.tells) return {};
		return Object.fromEntries(
			this.scope.windows.map(({ name, windowMs, limit }) => [name, limit - this.countSince(now - windowMs)]),
		);
	}

	private countSince(start: number): number {
		let count = 0;
		for (let index = this.accepted.length - 1; index >= 0 && (this.accepted[index] ?? 0) > start; index--)
			count++;
		return count;
	}
}

export interface Client {
	clock: FakeClock;
	limiter: RateLimiter;
	service: CountingService;
	scope: RateScope;
	travel: () => Travel;
}

const CLIENT = 'https://api.hotel.example client-1';

/** One call, sent again until it is accepted, as the transport does it. */
export async function callOnce(
	{ limiter, service, scope, travel }: Client,
	maxWaitMs = Infinity,
): Promise<void> {
	let ticket: number | undefined;
	for (;;) {
		const slot = await limiter.of(CLIENT, scope).acquire({ maxWaitMs, ticket });
		ticket = slot.ticket;
		const answer = await service.answer(travel());
		if (answer.refused) limiter.of(CLIENT, scope).pause(answer.retryAfterMs, answer.remaining);
		slot.release(answer);
		if (!answer.refused) return;
	}
}

/** Makes that many calls, so many at once. */
export async function callMany(client: Client, count: number, concurrency: number): Promise<void> {
	let left = count;
	const worker = async () => {
		while (left-- > 0) await callOnce(client);
	};
	await Promise.all(Array.from({ length: Math.min(count, concurrency) }, worker));
}
