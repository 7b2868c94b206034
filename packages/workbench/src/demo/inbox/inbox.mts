import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { MessageInput } from '../../../../sandbox/src/client.mts';
import { HOST } from '../../util/paths.mts';

export interface ReceivedMail {
	receivedAt: Date;
	from: string;
	/** The name of the sender: workflows of the demo give theirs. */
	sender: string;
	to: string[];
	subject: string;
	text: string;
	/** Empty if it is text alone. */
	html: string;
	attachments: Array<{ name: string; type: string; content: Buffer }>;
}

export interface ReceivedSlackMessage {
	receivedAt: Date;
	text: string;
}

/** Where the messages are shown to people. */
export interface Display {
	/** Address of the page. */
	url: string;
	show: (message: MessageInput) => Promise<void>;
}

/** 0 = any free one. */
export interface InboxPorts {
	mailPort: number;
	webPort: number;
}

/** Messages to this address, or to this path, are refused. */
export const REFUSED_ADDRESS = 'refused@hotel.example';
const REFUSED_PATH = '/slack/refused';
const SLACK_PATH = '/slack';
/** The query parameter with the name of the sender. */
const WORKFLOW = 'workflow';
const KEPT = 200;
const NO_SUCH_MAILBOX = 550;

/**
 * Stands in for a mail server and for Slack's incoming webhooks, on this machine only: accepts messages and shows them.
 */
export class Inbox {
	readonly mails: ReceivedMail[] = [];
	readonly slackMessages: ReceivedSlackMessage[] = [];
	private readonly mailServer: SMTPServer;
	private readonly webServer: Server;
	private display: Display | undefined;

	private constructor() {
		this.mailServer = new SMTPServer({
			authOptional: true,
			disabledCommands: ['AUTH', 'STARTTLS'],
			onRcptTo: ({ address }, _session, answer) => {
				if (address !== REFUSED_ADDRESS) return answer();
				answer(Object.assign(new Error('There is no such mailbox'), { responseCode: NO_SUCH_MAILBOX }));
			},
			onData: (stream, { envelope }, answer) => {
				const to = envelope.rcptTo.map(({ address }) => address);
				buffer(stream)
					.then((raw) => this.takeMail(raw, to))
					.then(() => answer(), answer);
			},
		});
		this.webServer = createServer((request, response) => void this.respond(request, response));
	}

	static async start({ mailPort, webPort }: InboxPorts): Promise<Inbox> {
		const inbox = new Inbox();
		await listening(inbox.mailServer.server, (ready) => inbox.mailServer.listen(mailPort, HOST, ready));
		await listening(inbox.webServer, (ready) => inbox.webServer.listen(webPort, HOST, ready));
		// It must not keep the process alive.
		inbox.mailServer.server.unref();
		inbox.webServer.unref();
		return inbox;
	}

	get mailPort(): number {
		return portOf(this.mailServer.server);
	}

	/** Sets where messages are shown from now on. */
	showOn(display: Display): void {
		this.display = display;
	}

	/** The address of the inbox, which leads to the messages. */
	get url(): string {
		return `http://${HOST}:${portOf(this.webServer)}`;
	}

	/** The URL of the incoming webhook. */
	get slackUrl(): string {
		return `${this.url}${SLACK_PATH}`;
	}

	/** The same for one workflow, whose name its messages show. */
	slackUrlOf(workflow: string): string {
		return `${this.slackUrl}?${new URLSearchParams({ [WORKFLOW]: workflow }).toString()}`;
	}

	/** A webhook that responds as Slack does after it was removed. */
	get refusingSlackUrl(): string {
		return `${this.url}${REFUSED_PATH}`;
	}

	async close(): Promise<void> {
		this.webServer.closeAllConnections();
		await Promise.all([
			new Promise<void>((resolve) => this.mailServer.close(resolve)),
			new Promise<void>((resolve) => this.webServer.close(() => resolve())),
		]);
	}

	private async takeMail(raw: Buffer, to: string[]): Promise<void> {
		const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
		const received: ReceivedMail = {
			receivedAt: new Date(),
			from: mail.from?.address ?? '',
			sender: mail.from?.name ?? '',
			to,
			subject: mail.subject ?? '',
			text: mail.text ?? '',
			html: mail.html ?? '',
			attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
				name: filename ?? '',
				type: mimeType,
				content: Buffer.from(content as ArrayBuffer),
			})),
		};
		keep(this.mails, received);
		this.show(messageOf(received));
	}

	/** The workflow continues even if its message cannot be shown. */
	private show(message: MessageInput): void {
		this.display
			?.show(message)
			.catch((error: unknown) => console.error(`A message is not shown: ${String(error)}`));
	}

	private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '', this.url);
		const asked = `${request.method} ${pathname}`;
		if (asked === `POST ${SLACK_PATH}`) {
			const workflow = searchParams.get(WORKFLOW) ?? '';
			return this.takeSlackMessage(await text(request), workflow, response);
		}
		if (asked === `POST ${REFUSED_PATH}`) return reply(response, 403, 'invalid_token');
		if (asked === 'GET /' && this.display !== undefined) {
			response.writeHead(302, { location: `${this.display.url}/#messages` }).end();
			return;
		}
		reply(response, 404, 'There is nothing here.');
	}

	private takeSlackMessage(body: string, workflow: string, response: ServerResponse): void {
		const message = textOf(body);
		if (message === undefined) return reply(response, 400, 'invalid_payload');
		keep(this.slackMessages, { receivedAt: new Date(), text: message });
		this.show({ kind: 'slack', text: message, ...(workflow !== '' && { workflow }) });
		reply(response, 200, 'ok');
	}
}

async function listening(
	server: { once: (event: 'error', listener: (error: Error) => void) => unknown },
	listen: (ready: () => void) => void,
): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		listen(resolve);
	});
}

function portOf(server: { address: () => unknown }): number {
	return (server.address() as { port: number }).port;
}

function keep<T>(list: T[], item: T): void {
	list.push(item);
	if (list.length > KEPT) list.shift();
}

function messageOf({
	from,
	sender,
	to,
	subject,
	text: words,
	html,
	attachments,
}: ReceivedMail): MessageInput {
	const files = attachments.map(({ name, type, content }) => ({
		name,
		type,
		content: content.toString('base64'),
	}));
	const workflow = sender === '' ? {} : { workflow: sender };
	return { kind: 'mail', ...workflow, from, to, subject, text: words, html, attachments: files };
}

function textOf(body: string): string | undefined {
	try {
		const { text: message } = JSON.parse(body) as { text?: unknown };
		return typeof message === 'string' && message !== '' ? message : undefined;
	} catch {
		return undefined;
	}
}

function reply(response: ServerResponse, status: number, body: string): void {
	response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(body);
}
