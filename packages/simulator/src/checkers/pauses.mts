import type { Exchange } from '../network/network.mts';

const SECOND_MS = 1_000;
/** Who had a slot when the refusal came may be reading the credential, and is sent. */
const ON_ITS_WAY_MS = 30;
/** Timers of a process are not exact. */
const TOLERANCE_MS = 50;

interface Pause {
	refused: Exchange;
	fromMs: number;
	untilMs: number;
}

/** A 429 stops all requests of a process in that scope for as long as `retry-after` says (docs/architecture.md). */
export class Pauses {
	/** By process, host and scope. */
	private readonly pauses = new Map<string, Pause[]>();
	/** By process and address, when what was answered with 401 was sent: n8n repeats it by itself, as part of it. */
	private readonly unauthorized = new Map<string, number>();

	/** @returns the pause, in milliseconds, in which the request was sent; undefined: in none */
	note(exchange: Exchange, scope: string): number | undefined {
		const { at, from, request, delivery, response } = exchange;
		const key = `${from} ${new URL(request.url).host} ${scope}`;
		const known = (this.pauses.get(key) ?? []).filter(({ untilMs }) => untilMs > at);
		const address = `${from} ${request.method} ${request.url}`;
		const begunAt = this.unauthorized.get(address) ?? at;
		const broken = known.find((pause) => begunAt > pause.fromMs + ON_ITS_WAY_MS && hasArrived(pause));
		const { status, headers = {} } = delivery.instead ?? response ?? {};
		if (status === 401 && !this.unauthorized.has(address)) this.unauthorized.set(address, at);
		else this.unauthorized.delete(address);
		const seconds = Number(headers['retry-after'] ?? 0);
		if (
			status === 429 &&
			seconds >= 1 &&
			delivery.responseFault === undefined &&
			delivery.lost === undefined
		) {
			const fromMs = at + delivery.thereMs + delivery.backMs;
			known.push({ refused: exchange, fromMs, untilMs: fromMs + seconds * SECOND_MS - TOLERANCE_MS });
		}
		this.pauses.set(key, known);
		return broken && broken.untilMs - broken.fromMs;
	}
}

/** Not where the process had given up waiting. */
function hasArrived({ refused: { endedAt = Infinity }, fromMs }: Pause): boolean {
	return endedAt >= fromMs;
}
