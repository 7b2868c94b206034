import { capabilitiesOf } from './capabilities.mts';
import { chosenN8n } from './version.mts';

/** n8n's settings for durable polling: the state of a poll and its execution are saved in one transaction. */
export const DURABLE_POLLING = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** For older polling, also in versions that poll durably by default. */
export const OLDER_POLLING = {
	N8N_SCHEDULER_ENABLED: 'false',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'false',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'false',
};

/**
 * Four polls a minute, so that tests need not wait a minute for one. n8n rejects a cron expression with more than one
 * poll a minute, but accepts four expressions.
 */
export const QUICK_POLLS = {
	item: [5, 20, 35, 50].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** The default of tests: durable polling, if this version has it. */
export function usualSettings(): Record<string, string> {
	return capabilitiesOf(chosenN8n()).durablePolling ? DURABLE_POLLING : {};
}
