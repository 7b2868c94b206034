import { list, nonEmptyText, oneOf, text, texts } from '../http/fieldTypes.mts';
import type { Guide } from '../page/contents.mts';
import type { Attachment, MailMessage, Message, SlackMessage } from '../page/messages.mts';
import type { Sandbox } from '../sandbox.mts';
import { object, readBody, required, type Input, type Values } from './body.mts';
import type { ControlCall, ControlRoute } from './route.mts';
import { webAddress } from './webhooks.mts';

const MESSAGE = {
	kind: required(oneOf(['slack', 'mail'])),
	/** The name of the workflow that sent it. */
	workflow: nonEmptyText,
	text,
	from: text,
	to: texts,
	subject: text,
	html: text,
	/** Objects with `name`, `type` and `content` in base64. */
	attachments: list,
};
const ATTACHMENT = { name: required(text), type: required(nonEmptyText), content: required(text) };
const EVENTS = {
	url: required(webAddress),
	/** Absent = the workflow asks for none. */
	key: nonEmptyText,
	workflowUrl: required(nonEmptyText),
	workflowName: required(nonEmptyText),
};
const GUIDE = {
	workflowUrl: required(nonEmptyText),
	workflowName: required(nonEmptyText),
	buildUrl: required(nonEmptyText),
	login: object({ email: required(nonEmptyText), password: required(nonEmptyText) }, 'login'),
	events: object(EVENTS, 'events'),
};

/** A message for the page to show. */
export interface MessageInput extends Partial<Omit<MailMessage, 'kind' | 'attachments'>> {
	kind: Message['kind'];
	workflow?: string;
	/** Contents in base64. */
	attachments?: Array<{ name: string; type: string; content: string }>;
}
/** A message that the page shows; its attachments without their contents. */
export interface MessageSummary extends Partial<Omit<MailMessage, 'kind' | 'attachments'>> {
	kind: Message['kind'];
	id: number;
	/** Epoch milliseconds on the hotels' clock. */
	at: number;
	workflow?: string;
	/** Sizes in bytes. */
	attachments?: Array<{ name: string; type: string; size: number }>;
}
export type GuideInput = Input<typeof GUIDE>;

/** What the page shows besides the world. */
export const pageRoutes: readonly ControlRoute[] = [
	{
		method: 'GET',
		path: '/messages',
		handle: ({ page }) => page.messages.latest(Infinity).map(withoutContents),
	},
	{
		method: 'POST',
		path: '/messages',
		status: 201,
		handle: addMessage,
	},
	{ method: 'POST', path: '/guide', handle: setGuide },
];

function addMessage({ page, clock }: Sandbox, { body }: ControlCall): MessageSummary {
	const { workflow, ...message } = readBody(MESSAGE, body);
	return withoutContents(page.messages.add(messageOf(message), clock.now(), workflow));
}

function messageOf(given: Omit<Values<typeof MESSAGE>, 'workflow'>): SlackMessage | MailMessage {
	const { kind, text: words = '', from = '', to = [], subject = '', html = '', attachments = [] } = given;
	if (kind === 'slack') return { kind, text: words };
	return { kind, from, to, subject, text: words, html, attachments: attachments.map(readAttachment) };
}

function readAttachment(given: unknown): Attachment {
	const { name, type, content } = readBody(ATTACHMENT, given, 'An attachment');
	return { name, type, content: Buffer.from(content, 'base64') };
}

function withoutContents(message: Message): MessageSummary {
	if (message.kind === 'slack') return message;
	const attachments = message.attachments.map(({ name, type, content }) => ({
		name,
		type,
		size: content.length,
	}));
	return { ...message, attachments };
}

function setGuide({ page }: Sandbox, { body }: ControlCall): Guide {
	const { login, events, ...links } = readBody(GUIDE, body);
	page.guide = {
		...links,
		...(login !== undefined && { login }),
		...(events !== undefined && { events: { ...events, key: events.key ?? '' } }),
	};
	return page.guide;
}
