import type { Webhook } from '../world/events/types.mts';
import { Messages } from './messages.mts';

/** The links of the page to what was set up around the sandbox. */
export interface Guide {
	/** The workflow that alerts of new bookings. */
	workflowUrl: string;
	workflowName: string;
	/** The address at which a new workflow is created. */
	buildUrl: string;
	/** The login for it. */
	login?: { email: string; password: string };
	/** The workflow that takes events, its address and its API key (empty = none). */
	events?: { url: string; key: string; workflowUrl: string; workflowName: string };
}

/** What the page shows besides the world; it is lost when the process ends. */
export class PageContents {
	readonly messages = new Messages();
	/** undefined = the sandbox runs alone. */
	guide: Guide | undefined;
	/** Which fault each switch that is on has set, by the name of the switch. */
	readonly switches = new Map<string, string>();
	/** Where events were sent until they were switched off. */
	formerWebhook: Webhook | undefined;
}
