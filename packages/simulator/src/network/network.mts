import type { Owner, VirtualTime } from '../kernel/virtualTime.mts';

export interface HttpRequest {
	method: string;
	url: string;
	headers: Record<string, string>;
	body?: string;
}

export interface HttpResponse {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** What the network does to one request, decided before it is sent. */
export interface Delivery {
	/** The latency to the service, and back. */
	thereMs: number;
	backMs: number;
	/** The request never arrives: the connection is refused, or breaks. */
	lost?: 'ECONNREFUSED' | 'ECONNRESET' | 'ENOTFOUND';
	/** The response of something between client and service, such as a proxy. */
	instead?: HttpResponse;
	/** The service still processes the request, this long after `instead` was sent. */
	processedAfterMs?: number;
	/**
	 * The service has processed the request, but its response is lost or incomplete: `breaksOff` is noticed by the
	 * client, `cutOff` is not.
	 */
	responseFault?: 'reset' | 'hangs' | 'breaksOff' | 'cutOff';
	/** Changes the response of the service on its way. */
	alter?: (response: HttpResponse) => HttpResponse;
	/** The name of the fault that decided this, for the trace. */
	fault?: string;
}

/** A request, and what became of it. */
export interface Exchange {
	at: number;
	from: string;
	request: HttpRequest;
	delivery: Delivery;
	/** The response of the service, whether or not it arrived. */
	response?: HttpResponse;
	/** When the client had a response or an error. */
	endedAt?: number;
}

/** A service that is called in memory and takes no time. */
export type Service = (request: HttpRequest) => Promise<HttpResponse>;

export class ConnectionError extends Error {
	/** @param partial the part of the response that had arrived */
	constructor(
		readonly code: string,
		readonly partial?: HttpResponse,
	) {
		super(code === 'ECONNABORTED' ? 'timeout exceeded' : `connection failed: ${code}`);
	}
}

/** The network between n8n's processes and the services: hosts, latency, losses. */
export class Network {
	private readonly services = new Map<string, { owner: Owner; respond: Service }>();

	/**
	 * @param deliveryOf decides on each request
	 * @param onExchange called for each request when the service has responded, or when it is lost
	 */
	constructor(
		private readonly time: VirtualTime,
		private readonly deliveryOf: (request: HttpRequest, from: Owner) => Delivery,
		private readonly onExchange: (exchange: Exchange) => void,
	) {}

	/** @param host such as `api.hotel.example` */
	connect(host: string, owner: Owner, respond: Service): void {
		this.services.set(host, { owner, respond });
	}

	/** @throws ConnectionError */
	async send(
		from: Owner,
		request: HttpRequest,
		{ timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
	): Promise<HttpResponse> {
		return await new Promise<HttpResponse>((resolve, reject) => {
			const delivery = this.deliveryOf(request, from);
			const exchange: Exchange = { at: this.time.nowMs, from: from.name, request, delivery };
			const end = (settle: () => void) => {
				exchange.endedAt ??= this.time.nowMs;
				timeout.cancelled = true;
				signal?.removeEventListener('abort', giveUp);
				settle();
			};
			const fail = (code: string, partial?: HttpResponse) =>
				end(() => reject(new ConnectionError(code, partial)));
			const giveUp = () => fail('ERR_CANCELED');
			const timeout = this.time.after(timeoutMs, from, () => fail('ECONNABORTED'));
			if (signal?.aborted) return giveUp();
			signal?.addEventListener('abort', giveUp, { once: true });

			const service = this.services.get(new URL(request.url).host);
			const lost = service === undefined ? 'ENOTFOUND' : delivery.lost;
			if (service === undefined || lost !== undefined) {
				this.onExchange(exchange);
				this.time.after(delivery.thereMs, from, () => fail(lost ?? 'ENOTFOUND'));
				return;
			}
			const back = (response: HttpResponse) =>
				this.time.after(delivery.backMs, from, () => end(() => resolve(response)));
			this.time.after(delivery.thereMs, service.owner, async () => {
				const { instead, processedAfterMs } = delivery;
				if (instead === undefined) exchange.response = await service.respond(request);
				else if (processedAfterMs !== undefined)
					this.time.after(processedAfterMs, service.owner, async () => void (await service.respond(request)));
				this.onExchange(exchange);
				const response = instead ?? altered(exchange.response as HttpResponse, delivery);
				const partial = delivery.responseFault === 'breaksOff' ? response : undefined;
				if (partial || delivery.responseFault === 'reset')
					this.time.after(delivery.backMs, from, () => fail('ECONNRESET', partial));
				else if (delivery.responseFault === 'cutOff')
					back({ ...response, body: response.body.slice(0, response.body.length / 2) });
				else if (delivery.responseFault !== 'hangs') back(response);
			});
		});
	}
}

function altered(response: HttpResponse, { alter }: Delivery): HttpResponse {
	return alter ? alter(response) : response;
}

/** Path and query. */
export function pathOf({ url }: HttpRequest): string {
	return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

export function isTokenRequest(request: HttpRequest): boolean {
	return pathOf(request).startsWith('/auth/token');
}
