import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { shownText } from '../util/shownText';
import { memoriesOf, type ClientMemory, type ProcessMemory, type TriggerStatus } from './processMemory';
import type { RunResult } from './runProgress';

/** n8n does not say when a workflow is switched off: a trigger is listed for this long after its last poll. */
const LISTED_MS = 2 * 24 * 3_600_000;

const NOTHING_YET = { propertyIds: [], waiting: 0, failing: 0 };

/** A poll begins. */
export function notePoll(context: IPollFunctions, client: ClientMemory, now: number): TriggerStatus {
	const { id = '', name = '' } = context.getWorkflow();
	const before = client.status ?? { ...NOTHING_YET, since: now, readAt: new Map<string, number>() };
	const nodeName = context.getNode().name;
	client.status = { ...before, workflowId: id, workflowName: name, nodeName, polledAt: now };
	return client.status;
}

/** A poll has done its work. */
export function noteResult(
	status: TriggerStatus,
	{ read, failures, items }: Pick<RunResult<unknown>, 'read' | 'failures' | 'items'>,
	properties: Readonly<Record<string, { backlog: readonly unknown[] }>>,
	now: number,
): void {
	for (const id of read) status.readAt.set(id, now);
	if (items.length > 0) status.itemsAt = now;
	status.failing = failures.size;
	status.waiting = Object.values(properties).reduce((sum, { backlog }) => sum + backlog.length, 0);
}

/** @param message as it is reported */
export function noteFailure({ client }: ProcessMemory, message: string, now: number): void {
	if (client.status) client.status.failure = { at: now, message: shownText(message) };
}

/** Items for the polling triggers of an API client in this process, the one that polled last first. */
export function triggersOf(clientId: string, now: number): IDataObject[] {
	return memoriesOf(clientId)
		.filter(({ client: { status } }) => status !== undefined && now - status.polledAt < LISTED_MS)
		.map(statusItem)
		.reverse();
}

function statusItem({ isDurable, client }: ProcessMemory): IDataObject {
	const { behind, status } = client;
	const { workflowId, workflowName, nodeName, since, polledAt, itemsAt, ...about } = status as TriggerStatus;
	const { propertyIds, readAt, waiting, failing, failure } = about;
	const timeOf = (id: string) => readAt.get(id) ?? -Infinity;
	const [oldest = null] = [...propertyIds].sort((one, other) => timeOf(one) - timeOf(other) || 0);
	return {
		workflowId,
		workflowName,
		nodeName,
		durablePolling: isDurable ?? null,
		pollingSince: isoTime(since),
		lastPollAt: isoTime(polledAt),
		lastItemsAt: isoTime(itemsAt),
		properties: propertyIds.length,
		oldestReadPropertyId: oldest,
		oldestReadAt: isoTime(oldest === null ? undefined : readAt.get(oldest)),
		waiting,
		behindSince: isoTime(behind?.since),
		failingProperties: failing,
		lastFailure: failure?.message ?? null,
		lastFailureAt: isoTime(failure?.at),
	};
}

function isoTime(ms: number | undefined): string | null {
	return ms === undefined ? null : new Date(ms).toISOString();
}
