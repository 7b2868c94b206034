import type { Exchange } from '../network/network.mts';

const SECOND_MS = 1_000;
/** A request that had its slot when the 429 arrived is still sent, after it has read the credential. */
const ON_ITS_WAY_MS = 30;
/** Timers are not exact. */
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
	/** By process and URL: when a request was sent that got a 401. n8n repeats it as part of the same call. */
	private readonly unauthorized = new Map<string, number>();

	/** @returns the length of the pause in which the request was sent, in milliseconds; undefined = none */
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

/** Whether the 429 arrived before the process gave up. */
function hasArrived({ refused: { endedAt = Infinity }, fromMs }: Pause): boolean {
	return endedAt >= fromMs;
}
