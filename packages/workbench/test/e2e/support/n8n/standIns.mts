import type { Parts } from './modules.mts';

export const logger = {
	scoped: () => logger,
	debug: () => undefined,
	info: () => undefined,
	warn: () => undefined,
	error: () => undefined,
};

export const errorReporter = { error: () => undefined, warn: () => undefined };

const span = { setStatus: () => undefined, setAttributes: () => undefined };
const traced = async (_: unknown, work: (given: typeof span) => Promise<unknown>) => await work(span);

/** Parts of n8n that make no difference to polls. */
export const STAND_INS: Parts = {
	logger,
	errorReporter,
	eventService: { emit: () => undefined },
	tracing: {
		startSpan: traced,
		startNewTraceSpan: traced,
		pickWorkflowAttributes: () => ({}),
		pickNodeAttributes: () => ({}),
	},
	scheduleTriggerJobRegistrar: {
		interceptsNode: () => false,
		createSession: () => ({ commit: async () => await Promise.resolve(), discard: () => undefined }),
		remove: async () => await Promise.resolve(),
	},
	webhookTriggerRegistrar: { getWebhookTriggers: () => [], getNodeWebhookTriggers: () => [] },
	triggerCountService: { count: () => 1 },
	activationErrorsService: { register: () => undefined, deregister: () => undefined },
	engineV2ActiveTriggers: { handles: () => false },
	activeExecutions: {},
	storageConfig: {},
	ownershipService: {},
};
