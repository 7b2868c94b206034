import type { Owner, VirtualTime } from '../kernel/virtualTime.mts';

export interface Sent {
	method: string;
	url: string;
	headers: Record<string, string>;
	body?: string;
}

export interface Answer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** What becomes of one request on its way, decided before it leaves. */
export interface Delivery {
	/** To the service, and back. */
	thereMs: number;
	backMs: number;
	/** It never arrives: the connection is refused, or breaks. */
	lost?: 'ECONNREFUSED' | 'ECONNRESET' | 'ENOTFOUND';
	/** Something on the way answers instead of the service. */
	instead?: Answer;
	/** The service does its work all the same, this long after that answer was given. */
	workLaterMs?: number;
	/**
	 * The service has done its work, but its answer does not arrive, or not whole: broken off, or cut and taken for
	 * whole.
	 */
	answer?: 'reset' | 'hangs' | 'breaksOff' | 'cutOff';
	/** The answer as it arrives. */
	alter?: (answer: Answer) => Answer;
	/** Name of what decided this, for the trace. */
	because?: string;
}

/** A request as the network saw it. */
export interface Exchange {
	at: number;
	from: string;
	sent: Sent;
	delivery: Delivery;
	/** What the service answered, whether or not it arrived. */
	answered?: Answer;
	/** When it had come to its end for the one who asked. */
	endedAt?: number;
}

/** A service that answers in memory, as if no time passed. */
export type Service = (sent: Sent) => Promise<Answer>;

export class ConnectionError extends Error {
	/** @param brokenOff what had arrived of the answer */
	constructor(
		readonly code: string,
		readonly brokenOff?: Answer,
	) {
		super(code === 'ECONNABORTED' ? 'timeout exceeded' : `connection failed: ${code}`);
	}
}

/** All that lies between n8n's processes and the services: hosts, delays, losses. */
export class Network {
	private readonly services = new Map<string, { owner: Owner; answer: Service }>();

	/**
	 * @param deliveryOf decides on each request
	 * @param seen is told of each request when it ends at the service, or on the way there
	 */
	constructor(
		private readonly time: VirtualTime,
		private readonly deliveryOf: (sent: Sent, from: Owner) => Delivery,
		private readonly seen: (exchange: Exchange) => void,
	) {}

	/** @param host such as `api.hotel.example` */
	connect(host: string, owner: Owner, answer: Service): void {
		this.services.set(host, { owner, answer });
	}

	/** @throws ConnectionError */
	async send(
		from: Owner,
		sent: Sent,
		{ timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
	): Promise<Answer> {
		return await new Promise<Answer>((resolve, reject) => {
			const delivery = this.deliveryOf(sent, from);
			const exchange: Exchange = { at: this.time.nowMs, from: from.name, sent, delivery };
			const end = (settle: () => void) => {
				exchange.endedAt ??= this.time.nowMs;
				timeout.cancelled = true;
				signal?.removeEventListener('abort', giveUp);
				settle();
			};
			const fail = (code: string, brokenOff?: Answer) =>
				end(() => reject(new ConnectionError(code, brokenOff)));
			const giveUp = () => fail('ERR_CANCELED');
			const timeout = this.time.after(timeoutMs, from, () => fail('ECONNABORTED'));
			if (signal?.aborted) return giveUp();
			signal?.addEventListener('abort', giveUp, { once: true });

			const service = this.services.get(new URL(sent.url).host);
			const lost = service === undefined ? 'ENOTFOUND' : delivery.lost;
			if (service === undefined || lost !== undefined) {
				this.seen(exchange);
				this.time.after(delivery.thereMs, from, () => fail(lost ?? 'ENOTFOUND'));
				return;
			}
			const back = (answer: Answer) =>
				this.time.after(delivery.backMs, from, () => end(() => resolve(answer)));
			this.time.after(delivery.thereMs, service.owner, async () => {
				const { instead, workLaterMs } = delivery;
				if (instead === undefined) exchange.answered = await service.answer(sent);
				else if (workLaterMs !== undefined)
					this.time.after(workLaterMs, service.owner, async () => void (await service.answer(sent)));
				this.seen(exchange);
				const answer = instead ?? altered(exchange.answered as Answer, delivery);
				const brokenOff = delivery.answer === 'breaksOff' ? answer : undefined;
				if (brokenOff || delivery.answer === 'reset')
					this.time.after(delivery.backMs, from, () => fail('ECONNRESET', brokenOff));
				else if (delivery.answer === 'cutOff')
					back({ ...answer, body: answer.body.slice(0, answer.body.length / 2) });
				else if (delivery.answer !== 'hangs') back(answer);
			});
		});
	}
}

function altered(answer: Answer, { alter }: Delivery): Answer {
	return alter ? alter(answer) : answer;
}

/** Path and query. */
export function pathOf({ url }: Sent): string {
	return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

export function isTokenRequest(sent: Sent): boolean {
	return pathOf(sent).startsWith('/auth/token');
}
