import type { FastifyReply } from 'fastify';

/** Waits, unless the client disconnects first. */
export async function pause(ms: number, reply: FastifyReply): Promise<void> {
	if (ms <= 0 || reply.raw.destroyed) return;
	await new Promise<void>((resolve) => {
		const done = () => {
			clearTimeout(timer);
			reply.raw.off('close', done);
			resolve();
		};
		const timer = setTimeout(done, ms);
		reply.raw.once('close', done);
	});
}
