/* eslint-disable @n8n/community-nodes/no-restricted-imports --
   a receiver of events whose every answer a test decides */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientEvents, HotelEvent } from '../../src/client.mts';
import { eventually, type Sandbox } from './sandbox';

/** One request with events. */
export interface EventRequest {
	method: string;
	path: string;
	headers: Record<string, string | undefined>;
	events: HotelEvent[];
	/** Epoch milliseconds. */
	at: number;
}

/** A status, no answer at all, or a connection that breaks instead. */
type Answer = number | 'hang' | 'reset';

/** Takes what the sandbox sends, over loopback. */
export class EventReceiver {
	/** All of them, in the order in which they arrived. */
	readonly requests: EventRequest[] = [];
	/** What a request is answered. */
	answer: (request: EventRequest) => Answer = () => 200;

	private constructor(private readonly server: Server) {}

	/** @param port 0 = any free one */
	static async start(port = 0): Promise<EventReceiver> {
		const server = createServer((request, response) => void receiver.receive(request, response));
		const receiver = new EventReceiver(server);
		await new Promise<void>((resolve) => {
			server.listen(port, '127.0.0.1', resolve);
		});
		return receiver;
	}

	get port(): number {
		return (this.server.address() as AddressInfo).port;
	}

	get url(): string {
		return `http://127.0.0.1:${this.port}/events`;
	}

	/** The events of all requests, repeated ones included. */
	get events(): HotelEvent[] {
		return this.requests.flatMap(({ events }) => events);
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => {
			this.server.close(resolve);
		});
	}

	private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const at = Date.now();
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const { method = '', url: path = '', headers } = request;
		const events = JSON.parse(Buffer.concat(chunks).toString()) as HotelEvent[];
		const received = { method, path, headers: headers as EventRequest['headers'], events, at };
		this.requests.push(received);
		const answer = this.answer(received);
		if (answer === 'reset') response.destroy();
		else if (answer !== 'hang') response.writeHead(answer).end();
	}
}

/** Waits until no event of the client waits any more; returns how its delivery went. */
export async function allAcknowledged(sandbox: Sandbox, clientId = sandbox.clientId): Promise<ClientEvents> {
	return await eventually(
		async () => await sandbox.events(clientId),
		({ pending }) => pending.length === 0,
	);
}
