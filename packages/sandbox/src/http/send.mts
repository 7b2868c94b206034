import type { FastifyReply } from 'fastify';
import type { LimitDecision } from './limits/decide.mts';
import type { Outcome } from './outcome.mts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** The status the report shows for an outcome. */
export function statusOf(outcome: Outcome): number {
	if (outcome.kind === 'reset') return 0;
	return outcome.kind === 'response' ? outcome.response.status : 200;
}

/** Sends an outcome. */
export function send(reply: FastifyReply, outcome: Outcome, headers: Record<string, string>): FastifyReply {
	switch (outcome.kind) {
		case 'response': {
			const { status, body, headers: own } = outcome.response;
			reply.code(status).headers({ ...headers, ...own });
			return body === undefined ? reply.send() : reply.type(JSON_TYPE).send(JSON.stringify(body));
		}
		case 'page':
			return reply.code(200).headers(headers).type('text/html; charset=utf-8').send(outcome.html);
		case 'cutOff':
			if (outcome.abrupt) return breakOff(reply, outcome.text, headers);
			return reply.code(200).headers(headers).type(JSON_TYPE).send(outcome.text);
		case 'reset':
			reply.hijack();
			reply.raw.socket?.resetAndDestroy();
			return reply;
	}
}

/** Announces twice the length of the text, sends the text and closes the connection. */
function breakOff(reply: FastifyReply, text: string, headers: Record<string, string>): FastifyReply {
	reply.hijack();
	const length = String(Buffer.byteLength(text) * 2 + 1);
	reply.raw.writeHead(200, { ...headers, 'content-type': JSON_TYPE, 'content-length': length });
	reply.raw.write(text, () => reply.raw.destroy());
	return reply;
}

export function limitHeaders({ remaining }: LimitDecision): Record<string, string> {
	return {
		'x-ratelimit-remaining-hour': String(remaining.hour),
		'x-ratelimit-remaining-minute': String(remaining.minute),
		'x-ratelimit-remaining-second': String(remaining.second),
	};
}

export function dateHeader(nowMs: number): Record<string, string> {
	return { date: new Date(nowMs).toUTCString() };
}
