import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ControlError } from '../control/controlError.mts';
import { isPagePath, PAGE_PREFIX, pathOf } from '../http/paths.mts';
import type { Sandbox } from '../sandbox.mts';
import type { Property } from '../world/properties.mts';
import { ACTIONS, type Form } from './actions.mts';
import type { MailMessage } from './messages.mts';
import { pageModel, pageVersion, type Wanted } from './model/pageModel.mts';
import { page } from './views/page.mts';
import { addressOf } from './views/pageView.mts';

const LOOKS_EVERY_MS = 400;
/** Only the page's own scripts run in it, and no other page can frame it. */
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"frame-src 'self'",
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join('; ');
/** Mails may have styles, and pictures as data URLs, but no scripts or requests. The page may measure them. */
const MAIL_POLICY =
	"sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";
const SAFE_HEADERS = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' };

/** A file of the page. */
export interface Asset {
	/** The path by which the page requests it. */
	name: string;
	/** Media type. */
	type: string;
	content: string;
}

/** The sandbox's own page: the hotels, buttons, and what the API and the workflows do. */
export function registerPage(app: FastifyInstance, sandbox: Sandbox, assets: readonly Asset[]): void {
	app.addHook('onRequest', async (request, reply) => {
		if (isPagePath(pathOf(request.url))) reply.headers(SAFE_HEADERS);
	});
	app.get('/', (request, reply) => show(sandbox, reply, wantedBy(sandbox, request.query as Form)));
	app.get(`${PAGE_PREFIX}changes`, (request, reply) => tellChanges(sandbox, request, reply));
	app.post(`${PAGE_PREFIX}:action`, async (request, reply) => await act(sandbox, request, reply));
	app.get(`${PAGE_PREFIX}messages/:id/mail`, (request, reply) => showMail(sandbox, request, reply));
	app.get(`${PAGE_PREFIX}messages/:id/files/:index`, (request, reply) => sendFile(sandbox, request, reply));
	for (const { name, type, content } of assets) {
		app.get(
			PAGE_PREFIX + name,
			async (_request, reply) => await reply.type(`${type}; charset=utf-8`).send(content),
		);
	}
}

function show(sandbox: Sandbox, reply: FastifyReply, wanted: Wanted, status = 200): FastifyReply {
	return reply
		.code(status)
		.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
		.type('text/html; charset=utf-8')
		.send(page(pageModel(sandbox, wanted)).text);
}

function wantedBy({ world }: Sandbox, { property: id = '', booking, notice }: Form): Wanted {
	const property = world.property(id) ?? (world.properties[0] as Property);
	return { property, ...(booking !== undefined && { booking }), ...(notice !== undefined && { notice }) };
}

async function act(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
	const { action = '' } = request.params as Record<string, string>;
	const form: Form = Object.fromEntries(new URLSearchParams(String(request.body ?? '')));
	const wanted = wantedBy(sandbox, form);
	const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
	if (run === undefined) return await reply.code(404).type('text/plain').send('The page has no such button.');
	try {
		const { notice, booking = wanted.booking } = await run(sandbox, wanted.property, form);
		return await reply.redirect(`${addressOf(wanted.property.id, booking)}&notice=${notice}`, 303);
	} catch (error) {
		if (!(error instanceof ControlError)) throw error;
		return show(sandbox, reply, { ...wanted, error: `${error.message}.` }, error.status);
	}
}

/** Server-sent events: one whenever the page would look different. */
function tellChanges(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	reply.raw.writeHead(200, {
		...SAFE_HEADERS,
		'content-type': 'text/event-stream',
		'cache-control': 'no-store',
	});
	let told = '';
	const tell = () => {
		const version = pageVersion(sandbox);
		if (version !== told) reply.raw.write(`data: ${version}\n\n`);
		told = version;
	};
	tell();
	const timer = setInterval(tell, LOOKS_EVERY_MS);
	request.raw.once('close', () => clearInterval(timer));
}

function showMail(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const mail = mailOf(sandbox, request);
	if (mail === undefined) return reply.code(404).type('text/plain').send('There is no such mail.');
	return reply
		.headers({ 'content-security-policy': MAIL_POLICY })
		.type('text/html; charset=utf-8')
		.send(mail.html);
}

/** Always downloaded, never displayed: content of mails must not run with the origin of the page. */
function sendFile(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const { index = '' } = request.params as Record<string, string>;
	const file = mailOf(sandbox, request)?.attachments[Number(index)];
	if (file === undefined) return reply.code(404).type('text/plain').send('There is no such file.');
	return reply
		.headers({ 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}` })
		.type('application/octet-stream')
		.send(file.content);
}

function mailOf({ page: { messages } }: Sandbox, { params }: FastifyRequest): MailMessage | undefined {
	const message = messages.get(Number((params as Record<string, string>)['id']));
	return message?.kind === 'mail' ? message : undefined;
}
