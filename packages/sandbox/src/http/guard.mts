import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { isPagePath, pathOf } from './paths.mts';
import { isFromOtherOrigin, isNavigation, namesThisMachine } from './origin.mts';

/**
 * A server that rejects requests from other origins and for unknown host names before routing, so that no other page in
 * a browser can reach the sandbox, not even with DNS rebinding.
 * @param listensOn what it will listen on
 */
export function guardedServer(handle: RequestListener, listensOn: string): Server {
	// Closing a connection while its client is busy would fail the client's next request.
	return createServer({ keepAliveTimeout: 0 }, (request, response) => {
		const refusal = refusalOf(request, listensOn);
		if (refusal === undefined) return handle(request, response);
		response.writeHead(403, { 'content-type': 'application/json', connection: 'close' });
		response.end(JSON.stringify({ error: refusal }));
	});
}

function refusalOf(request: IncomingMessage, listensOn: string): string | undefined {
	const { method = '', headers, url = '' } = request;
	const sender = { method, headers };
	if (!namesThisMachine(sender, listensOn)) {
		return "The sandbox answers under addresses, 'localhost' and the name of --host only";
	}
	const isLink = isNavigation(sender) && isPagePath(pathOf(url));
	if (!isFromOtherOrigin(sender) || isLink) return undefined;
	return 'A page of another origin must not use the sandbox';
}
