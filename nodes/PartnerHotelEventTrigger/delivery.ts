import type { IWebhookFunctions } from 'n8n-workflow';

type ServerResponse = ReturnType<IWebhookFunctions['getResponseObject']>;

/**
 * A delivery that is being handled. What counts is whether n8n took its events for an execution, not whether the sender
 * waited for the response: one that gives up sends them again.
 */
export class Delivery {
	/** Ends with the connection at the latest; what became of the events may be open even then. */
	readonly ended: Promise<void>;
	private isTaken = false;
	private hasFailed = false;
	private end: () => void = () => {};

	constructor(private readonly response: Pick<ServerResponse, 'once' | 'writableEnded'>) {
		this.ended = new Promise((resolve) => (this.end = resolve));
		response.once('close', () => {
			if (!this.isUnderWay) this.end();
		});
	}

	/** Until n8n has taken the events or responded without taking them. */
	get isUnderWay(): boolean {
		return !this.isTaken && !this.hasFailed && !this.response.writableEnded;
	}

	taken(): void {
		this.isTaken = true;
		this.end();
	}

	failed(): void {
		this.hasFailed = true;
		this.end();
	}
}
