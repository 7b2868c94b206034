import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../shared/answers';

/** What n8n tells of how it keeps what a poll leaves. */

/**
 * In durable mode n8n hands out a copy of the node's static data. Otherwise it hands out the static data themselves,
 * and watches them.
 */
export function isDurable(stored: IDataObject): boolean {
	return !('__dataChanged' in stored);
}

/** What n8n gives polls that its scheduler does not start. */
const WITHOUT_SCHEDULER_MS = 300_000;

/**
 * Whether what a poll leaves and the execution are saved together. With durable mode switched off again, n8n goes on
 * with the copy that it has, but saves both one after the other.
 */
export function isOneTransaction(context: IPollFunctions, stored: IDataObject): boolean {
	return isDurable(stored) && context.getPollBudgetMs?.() !== WITHOUT_SCHEDULER_MS;
}

/** In the static data that the nodes of the workflow share: n8n's durable mode keeps them from the activation on. */
const STARTS = 'partnerHotelTriggerStarts';

/** When the trigger was activated, as the poll on activation left it. */
export function activationOf(context: IPollFunctions): string | undefined {
	const start = startsIn(context.getWorkflowStaticData('global'))[context.getNode().id];
	return typeof start === 'string' ? start : undefined;
}

export function noteActivation(context: IPollFunctions, start: string): void {
	const shared = context.getWorkflowStaticData('global');
	shared[STARTS] = { ...startsIn(shared), [context.getNode().id]: start };
}

function startsIn({ [STARTS]: starts }: IDataObject): IDataObject {
	return isRecord(starts) ? (starts as IDataObject) : {};
}
