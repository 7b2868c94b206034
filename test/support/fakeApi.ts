/* eslint-disable @n8n/community-nodes/no-restricted-imports --
   a service whose every answer a test decides, token requests included */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '../../packages/sandbox/test/support/sandbox';

export interface FakeRequest {
	method: string;
	/** Without the query. */
	path: string;
	query: string;
	headers: Record<string, string | undefined>;
	/** The token it came with. */
	token?: string;
	body: string;
	at: number;
}

export interface FakeAnswer {
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	/** The connection breaks in the middle of the body. */
	breaksOff?: true;
}

/** No answer, or a connection that breaks instead of it. */
type NoAnswer = 'hang' | 'reset';

type Respond = (request: FakeRequest) => FakeAnswer | NoAnswer | Promise<FakeAnswer | NoAnswer>;

const TOKEN_PATH = '/auth/token';

/** A service. Unless told otherwise it issues tokens and takes those alone that it issued last. */
export class FakeService {
	/** All of them, token requests included, also those without a secret. */
	readonly requests: FakeRequest[] = [];
	/** Tokens in the order in which they were issued. */
	readonly issued: string[] = [];
	private inForce = 0;

	constructor(readonly name = 'service') {}

	/** What the token address answers. */
	token: Respond = () => ({ body: { access_token: this.issue(), token_type: 'Bearer', expires_in: 900 } });

	/** What it answers to a request for a token without a secret. */
	withoutSecret: Respond = () => ({ status: 400, body: { error: 'invalid_request' } });

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
		return this.requests.filter(({ path, body }) => path === TOKEN_PATH && hasSecret(body));
	}

	get apiRequests(): FakeRequest[] {
		return this.requests.filter(({ path }) => path !== TOKEN_PATH);
	}

	async take(
		method: string,
		url: string,
		headers: FakeRequest['headers'],
		body: string,
	): Promise<FakeAnswer | NoAnswer> {
		const [path = '', query = ''] = url.split('?');
		const token = headers.authorization?.replace('Bearer ', '');
		const request: FakeRequest = { method, path, query, headers, token, body, at: performance.now() };
		this.requests.push(request);
		if (path === TOKEN_PATH) return await (hasSecret(body) ? this.token : this.withoutSecret)(request);
		await this.onRequest(request);
		const known = this.issued.indexOf(token ?? '');
		if (known < this.inForce) return { status: 401, body: { errors: [{ code: 'TokenExpired' }] } };
		return await this.answer(request);
	}
}

function hasSecret(form: string): boolean {
	return new URLSearchParams(form).has('client_secret');
}

/** The service over loopback. */
export class FakeApi extends FakeService {
	private readonly hanging: ServerResponse[] = [];

	private constructor(
		private readonly server: Server,
		name: string,
	) {
		super(name);
	}

	static async start(name = 'service'): Promise<FakeApi> {
		const server = createServer((request, response) => void fake.receive(request, response));
		const fake = new FakeApi(server, name);
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve);
		});
		return fake;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Resolves once a request hangs. */
	async hangs(): Promise<void> {
		await eventually(
			async () => await Promise.resolve(this.hanging.length),
			(count) => count > 0,
		);
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

	private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const { method = '', url = '', headers } = request;
		const body = Buffer.concat(chunks).toString();
		const answer = await this.take(method, url, headers as FakeRequest['headers'], body);
		if (answer === 'hang') this.hanging.push(response);
		else if (answer === 'reset') response.destroy();
		else if (answer.breaksOff) breakOff(response, answer.status ?? 200);
		else send(response, answer);
	}
}

export function textOf({ body = {} }: FakeAnswer): string {
	return typeof body === 'string' ? body : JSON.stringify(body);
}

function send(response: ServerResponse, answer: FakeAnswer): void {
	response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
	response.end(textOf(answer));
}

function breakOff(response: ServerResponse, status: number): void {
	response.writeHead(status, { 'content-type': 'application/json', 'content-length': '100' });
	response.write('{"booking":', () => response.destroy());
}
