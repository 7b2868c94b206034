import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { HOST } from '../../../src/util/paths.mts';

export interface LockRequest {
	method: string;
	/** The room stay. */
	stay: string;
	/** The ID of the room. */
	room: string;
	status: number;
}

export interface ChatMessage {
	chatId: string;
	text: string;
}

const REFUSED = 503;
const NO_SUCH_KEY = 404;
const UNAUTHORIZED = 401;

/** Stands in for the lock system of a hotel, and for Telegram: what it is asked for, a test can count. */
export class LockSystem {
	/** The requests with the right key, in their order. */
	readonly requests: LockRequest[] = [];
	readonly chatMessages: ChatMessage[] = [];
	/** By room stay and room. */
	private readonly codes = new Map<string, string>();
	private readonly refusals = new Set<string>();
	private readonly app: FastifyInstance = Fastify({ forceCloseConnections: true });

	private constructor(private readonly key: { name: string; value: string }) {
		this.app.route<{ Params: { stay: string; room: string } }>({
			method: ['PUT', 'DELETE'],
			url: '/api/keys/:stay/:room',
			handler: ({ method, params: { stay, room }, headers }, reply) => {
				if (headers[this.key.name.toLowerCase()] !== this.key.value) return reply.code(UNAUTHORIZED).send();
				const isRefused = this.refusals.delete(`${method} ${stay}`);
				const answer = isRefused ? REFUSED : this.carryOut(method, `${stay} ${room}`, reply);
				this.requests.push({ method, stay, room, status: answer });
				return isRefused ? reply.code(REFUSED).send({ message: 'The lock server is busy' }) : reply;
			},
		});
		this.app.post<{ Body: { chat_id: string; text: string } }>('/:bot/sendMessage', ({ body }, reply) => {
			this.chatMessages.push({ chatId: String(body.chat_id), text: body.text });
			return reply.send({ ok: true, result: { message_id: this.chatMessages.length } });
		});
	}

	static async start(key: { name: string; value: string }): Promise<LockSystem> {
		const system = new LockSystem(key);
		await system.app.listen({ host: HOST, port: 0 });
		system.app.server.unref();
		return system;
	}

	get url(): string {
		return `http://${HOST}:${(this.app.server.address() as AddressInfo).port}`;
	}

	/** The next request of this kind for the room stay is refused, once. */
	refuse(method: 'PUT' | 'DELETE', stay: string): void {
		this.refusals.add(`${method} ${stay}`);
	}

	/** What was asked for about a room stay, as `PUT 17 200`. */
	askedFor(stay: string): string[] {
		return this.requests
			.filter((one) => one.stay === stay)
			.map(({ method, room, status }) => `${method} ${room} ${status}`);
	}

	codeOf(stay: string, room: string): string | undefined {
		return this.codes.get(`${stay} ${room}`);
	}

	/** The rooms that a room stay has keys of. */
	roomsOf(stay: string): string[] {
		return [...this.codes.keys()]
			.filter((key) => key.startsWith(`${stay} `))
			.map((key) => key.split(' ')[1] ?? '');
	}

	async close(): Promise<void> {
		await this.app.close();
	}

	/** The same request twice makes one key. */
	private carryOut(method: string, key: string, reply: FastifyReply): number {
		if (method === 'PUT') {
			const code = this.codes.get(key) ?? String(100_000 + this.codes.size + this.requests.length);
			this.codes.set(key, code);
			void reply.code(200).send({ code });
			return 200;
		}
		const status = this.codes.delete(key) ? 204 : NO_SUCH_KEY;
		void reply.code(status).send();
		return status;
	}
}
