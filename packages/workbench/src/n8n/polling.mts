import { capabilitiesOf } from './capabilities.mts';
import { chosenN8n } from './version.mts';

/** n8n's settings for durable polling: what a poll leaves and the execution it starts are saved in one transaction. */
export const DURABLE_POLLING = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** For older polling, also in versions that poll durably unless told otherwise. */
export const OLDER_POLLING = {
	N8N_SCHEDULER_ENABLED: 'false',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'false',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'false',
};

/**
 * Four polls a minute, for tests that wait for a poll and not for the minute before it. n8n refuses an expression with
 * more than one, but not four expressions.
 */
export const QUICK_POLLS = {
	item: [5, 20, 35, 50].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** What tests run with, unless they say otherwise: durable polling, if this version can. */
export function usualSettings(): Record<string, string> {
	return capabilitiesOf(chosenN8n()).durablePolling ? DURABLE_POLLING : {};
}
