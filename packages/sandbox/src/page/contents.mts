import type { Webhook } from '../world/events/types.mts';
import { Messages } from './messages.mts';

/** Where the page leads to: what was set up around the sandbox. */
export interface Guide {
	/** The workflow that tells of new bookings. */
	workflowUrl: string;
	workflowName: string;
	/** Where a new workflow is begun. */
	buildUrl: string;
	/** What to sign in with there. */
	login?: { email: string; password: string };
	/** The workflow that takes events, its address and its API key (empty = none). */
	events?: { url: string; key: string; workflowUrl: string; workflowName: string };
}

/** What the page shows beside the world; nothing of it outlives the process. */
export class PageContents {
	readonly messages = new Messages();
	/** undefined = the sandbox runs alone. */
	guide: Guide | undefined;
	/** Which fault each switch that is on has set, by the name of the switch. */
	readonly switches = new Map<string, string>();
	/** Where events were sent until they were switched off. */
	formerWebhook: Webhook | undefined;
}
