import { openSandbox } from '../../../sandbox/src/server.mts';
import type { SandboxOptions } from '../../../sandbox/src/options.mts';
import type { Sandbox } from '../../../sandbox/src/sandbox.mts';
import type { Answer, Sent, Service } from './network.mts';

/** The sandbox, called in memory. */
export interface HotelApi {
	sandbox: Sandbox;
	answer: Service;
	close: () => Promise<void>;
}

export async function openHotelApi(options: SandboxOptions): Promise<HotelApi> {
	const { app, sandbox } = openSandbox(options);
	await app.ready();
	return {
		sandbox,
		answer: async (sent) => await inject(app, sent),
		close: async () => await app.close(),
	};
}

async function inject(
	app: ReturnType<typeof openSandbox>['app'],
	{ method, url, headers, body }: Sent,
): Promise<Answer> {
	const { pathname, search } = new URL(url);
	const answer = await app.inject({
		method: method as 'GET',
		url: `${pathname}${search}`,
		headers,
		...(body !== undefined && { payload: body }),
	});
	const kept = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
	return { status: answer.statusCode, headers: Object.fromEntries(kept), body: answer.body };
}
