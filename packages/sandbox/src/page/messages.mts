/** A file that came with a mail. */
export interface Attachment {
	name: string;
	/** Media type. */
	type: string;
	content: Buffer;
}

/** What a workflow sent to Slack. */
export interface SlackMessage {
	kind: 'slack';
	/** In Slack's format, mrkdwn. */
	text: string;
}

/** What a workflow sent by mail. */
export interface MailMessage {
	kind: 'mail';
	from: string;
	to: readonly string[];
	subject: string;
	text: string;
	/** Empty if it is text alone. */
	html: string;
	attachments: readonly Attachment[];
}

export type Message = (SlackMessage | MailMessage) & {
	id: number;
	/** Epoch milliseconds on the hotels' clock. */
	at: number;
	/** The name of the workflow that sent it; absent = not known. */
	workflow?: string;
};

/** Enough for the messages of a guest's whole journey. */
const KEPT = 2_000;

/** The messages that the workflows sent, the latest first. */
export class Messages {
	private list: Message[] = [];
	private lastId = 0;

	/** How many there have been in all. */
	get count(): number {
		return this.lastId;
	}

	/** @param at epoch milliseconds on the hotels' clock */
	add(message: SlackMessage | MailMessage, at: number, workflow?: string): Message {
		this.lastId += 1;
		const kept = { ...message, id: this.lastId, at, ...(workflow && { workflow }) };
		this.list = [kept, ...this.list.slice(0, KEPT - 1)];
		return kept;
	}

	latest(count: number): readonly Message[] {
		return this.list.slice(0, count);
	}

	get(id: number): Message | undefined {
		return this.list.find((message) => message.id === id);
	}
}
