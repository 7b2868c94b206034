import { openSandbox } from '../../../sandbox/src/server.mts';
import type { SandboxOptions } from '../../../sandbox/src/options.mts';
import type { Sandbox } from '../../../sandbox/src/sandbox.mts';
import type { HttpResponse, HttpRequest, Service } from './network.mts';

/** The sandbox, called in memory. */
export interface HotelApi {
	sandbox: Sandbox;
	respond: Service;
	close: () => Promise<void>;
}

export async function openHotelApi(options: SandboxOptions): Promise<HotelApi> {
	const { app, sandbox } = openSandbox(options);
	await app.ready();
	return {
		sandbox,
		respond: async (request) => await inject(app, request),
		close: async () => await app.close(),
	};
}

async function inject(
	app: ReturnType<typeof openSandbox>['app'],
	{ method, url, headers, body }: HttpRequest,
): Promise<HttpResponse> {
	const { pathname, search } = new URL(url);
	const response = await app.inject({
		method: method as 'GET',
		url: `${pathname}${search}`,
		headers,
		...(body !== undefined && { payload: body }),
	});
	const kept = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
	return { status: response.statusCode, headers: Object.fromEntries(kept), body: response.body };
}
