import type { IPollFunctions } from 'n8n-workflow';

import { DurablePolls } from '../../src/host/polling.mts';
import { ModelHost, nodeWith, probe } from './bothHosts';

describe('the model of durable polling', () => {
	/** A poll with an item, during which the workflow is switched off, and on again where said. */
	async function pollDuring(orders: 'nothing' | 'off' | 'off and on'): Promise<[unknown, number]> {
		const host = new ModelHost();
		const { database } = host;
		const poll = async (context: IPollFunctions) => {
			context.getWorkflowStaticData('node').mark = 1;
			const workflow = database.workflow('w');
			if (orders !== 'nothing') {
				workflow.active = false;
				delete workflow.job;
			}
			if (orders === 'off and on') Object.assign(workflow, { active: true, job: {} });
			return await Promise.resolve([[{ json: {} }]]);
		};
		const process = host.process('p', probe({ poll }));
		database.workflows.set('w', {
			id: 'w',
			name: 'Bookings',
			timezone: 'UTC',
			active: true,
			trigger: nodeWith({}),
			staticData: {},
			job: {},
		});
		let executions = 0;
		database.onExecution = () => (executions += 1);
		const polled = host.time.runAs(process.machine, async () => await new DurablePolls(process, 'w').poll());
		await host.time.runUntil(host.time.nowMs + 60_000);
		await polled;
		return [database.workflow('w').poller?.cursor, executions];
	}

	it.each([
		['nothing', { mark: 1 }, 1],
		['off', {}, 0],
		['off and on', {}, 0],
	] as const)('a poll during which a workflow is switched %s', async (orders, cursor, executions) => {
		expect(await pollDuring(orders)).toEqual([cursor, executions]);
	});
});
