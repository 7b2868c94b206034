import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { isPagePath, pathOf } from './paths.mts';
import { isFromOtherOrigin, isNavigation, namesThisMachine } from './origin.mts';

/**
 * A server that answers only those who may ask, before anything is routed: whatever the path, neither a page of another
 * origin nor a name that somebody lets point to this machine reaches the sandbox through a browser.
 * @param listensOn what it will listen on
 */
export function guardedServer(handle: RequestListener, listensOn: string): Server {
	// A connection that is closed while its client is busy fails the client's next request.
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
