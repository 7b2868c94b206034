import {
	deepCopy,
	type IDataObject,
	type INodeExecutionData,
	type INodeType,
	type IPollFunctions,
} from 'n8n-workflow';

import { PartnerHotelReservationTrigger } from '../../nodes/PartnerHotelReservationTrigger/PartnerHotelReservationTrigger.node';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import type { NodeHarness, PollOptions } from './n8n';

interface PollingNode extends INodeType {
	poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null>;
}

/**
 * A trigger as n8n's durable mode polls it (n8n 2.41.1, trigger-execution-context.factory and
 * poll-trigger-task-handler): each poll works on copies. The node's own is committed with the items of a poll, or
 * without any, but not by the poll on activation that gives none; the workflow's is saved on activation and with
 * items.
 */
class DurableHost {
	/** Of the node: n8n's table of cursors. */
	cursor: IDataObject = {};
	/** Of the workflow, shared by its nodes. */
	shared: IDataObject = {};
	private staged: IDataObject = {};
	private stagedShared: IDataObject = {};

	constructor(readonly type: PollingNode) {
		const { poll } = type;
		const copies = () => ({ node: this.staged, global: this.stagedShared });
		type.poll = async function (this: IPollFunctions) {
			Object.assign(this, { getWorkflowStaticData: (type: 'node' | 'global') => copies()[type] });
			return await poll.call(this);
		};
	}

	async activate(node: NodeHarness): Promise<IDataObject[]> {
		const items = await this.run(node, { activation: 'activate' });
		if (items.length > 0) this.cursor = deepCopy(this.staged);
		this.shared = deepCopy(this.stagedShared);
		return items;
	}

	/** @param budgetMs 36 seconds, but five minutes without n8n's scheduler */
	async scheduled(node: NodeHarness, budgetMs = 36_000): Promise<IDataObject[]> {
		const items = await this.run(node, { activation: 'update', budgetMs });
		this.cursor = deepCopy(this.staged);
		if (items.length > 0) this.shared = deepCopy(this.stagedShared);
		return items;
	}

	/** The next poll of a trigger that polls every minute. */
	async scheduledNextMinute(node: NodeHarness): Promise<IDataObject[]> {
		const { now } = Date;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 60_000);
		return await this.scheduled(node).finally(() => clock.mockRestore());
	}

	private async run(node: NodeHarness, options: PollOptions): Promise<IDataObject[]> {
		this.staged = deepCopy(this.cursor);
		this.stagedShared = deepCopy(this.shared);
		return ((await node.poll(options)) ?? []).map(({ json }) => json);
	}
}

export class DurableTrigger extends DurableHost {
	constructor(Trigger: new () => PollingNode = PartnerHotelTrigger) {
		super(new Trigger());
	}
}

export class DurableReservationTrigger extends DurableHost {
	constructor() {
		super(new PartnerHotelReservationTrigger());
	}
}
