/* eslint-disable @n8n/community-nodes/no-restricted-imports --
   a service whose every answer a test decides, token requests included */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeRequest {
	method: string;
	/** Without the query. */
	path: string;
	/** The token it came with. */
	token?: string;
	body: string;
	at: number;
}

export interface FakeAnswer {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
}

type Respond = (request: FakeRequest) => FakeAnswer | 'hang' | Promise<FakeAnswer | 'hang'>;

const TOKEN_PATH = '/auth/token';

/** A service over loopback. Unless told otherwise it issues tokens and takes those alone that it issued last. */
export class FakeApi {
	/** All of them, token requests included. */
	readonly requests: FakeRequest[] = [];
	/** Tokens in the order in which they were issued. */
	readonly issued: string[] = [];
	private readonly hanging: ServerResponse[] = [];

	private constructor(
		private readonly server: Server,
		readonly name: string,
	) {}

	static async start(name = 'service'): Promise<FakeApi> {
		const server = createServer((request, response) => void fake.take(request, response));
		const fake = new FakeApi(server, name);
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve);
		});
		return fake;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** What the token address answers. */
	token: Respond = () => ({ body: { access_token: this.issue(), token_type: 'Bearer', expires_in: 900 } });

	/** What everything else answers to a token that is in force. */
	answer: Respond = () => ({
		body: { booking: {}, bookingSummaries: [], hasMoreData: false, properties: [] },
	});

	/** What happens to a request, whatever its token, before it is answered. */
	onRequest: (request: FakeRequest) => Promise<void> | void = () => undefined;

	issue(): string {
		const token = `${this.name}-token-${this.issued.length + 1}`;
		this.issued.push(token);
		return token;
	}

	/** As when the lifetime of the last token is over. */
	expireToken(): void {
		this.inForce = this.issued.length;
	}

	get tokenRequests(): FakeRequest[] {
		return this.requests.filter(({ path }) => path === TOKEN_PATH);
	}

	get apiRequests(): FakeRequest[] {
		return this.requests.filter(({ path }) => path !== TOKEN_PATH);
	}

	/** Answers those that hang, late. */
	letGo(answer: FakeAnswer): void {
		for (const response of this.hanging.splice(0)) send(response, answer);
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => {
			this.server.close(resolve);
		});
	}

	private inForce = 0;

	private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const taken: FakeRequest = {
			method: request.method ?? '',
			path: (request.url ?? '').split('?')[0] ?? '',
			token: request.headers.authorization?.replace('Bearer ', ''),
			body: Buffer.concat(chunks).toString(),
			at: Date.now(),
		};
		this.requests.push(taken);
		const answer = await this.respond(taken);
		if (answer === 'hang') this.hanging.push(response);
		else send(response, answer);
	}

	private async respond(request: FakeRequest): Promise<FakeAnswer | 'hang'> {
		if (request.path === TOKEN_PATH) return await this.token(request);
		await this.onRequest(request);
		const known = this.issued.indexOf(request.token ?? '');
		if (known < this.inForce) return { status: 401, body: { errors: [{ code: 'TokenExpired' }] } };
		return await this.answer(request);
	}
}

function send(response: ServerResponse, { status = 200, headers, body = {} }: FakeAnswer): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
