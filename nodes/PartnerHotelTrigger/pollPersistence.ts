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

/** By property id: from when on it is watched, as the poll on activation left it. */
export type Starts = Readonly<Record<string, string>>;

export function notedStarts(context: IPollFunctions): Starts {
	const starts = startsIn(context.getWorkflowStaticData('global'))[context.getNode().id];
	return isRecord(starts) ? (starts as Record<string, string>) : {};
}

/** Replaces what was noted for this trigger. */
export function noteStarts(context: IPollFunctions, starts: Starts): void {
	const shared = context.getWorkflowStaticData('global');
	const { [context.getNode().id]: before, ...others } = startsIn(shared);
	if (Object.keys(starts).length > 0) shared[STARTS] = { ...others, [context.getNode().id]: starts };
	else if (before !== undefined) shared[STARTS] = others;
}

function startsIn({ [STARTS]: starts }: IDataObject): IDataObject {
	return isRecord(starts) ? (starts as IDataObject) : {};
}
