import { WORKFLOW_ID } from '../polledWorlds.mts';
import { n8nModule } from './modules.mts';
import { errorReporter, logger } from './standIns.mts';

interface Manager {
	addQueuedWorkflowActivation(mode: string, workflow: object): Promise<unknown>;
}

/** After which times n8n tries to activate a workflow again that it cannot activate. */
export async function reactivationsOfN8n(tries: number): Promise<number[]> {
	const { ActiveWorkflowManager } = n8nModule('active-workflow-manager.js') as {
		ActiveWorkflowManager: { prototype: object };
	};
	const manager = Object.assign(Object.create(ActiveWorkflowManager.prototype) as Manager, {
		logger,
		errorReporter,
		queuedActivations: {},
		add: async () => await Promise.reject(new Error('broken')),
	});
	const waits: number[] = [];
	const { setTimeout } = globalThis;
	globalThis.setTimeout = ((run: () => void, ms: number) => {
		waits.push(ms);
		if (waits.length < tries) setImmediate(run);
	}) as unknown as typeof setTimeout;
	try {
		void manager.addQueuedWorkflowActivation('init', { id: WORKFLOW_ID, name: 'Polled' });
		while (waits.length < tries) await new Promise((resolve) => setImmediate(resolve));
	} finally {
		globalThis.setTimeout = setTimeout;
	}
	return waits;
}
