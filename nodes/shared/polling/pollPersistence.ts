import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isRecord } from '../util/json';

/** How n8n stores the state of a poll: in the static data of the node, and in those of the workflow. */

/** In durable mode n8n gives each poll a copy of the static data; otherwise the observed static data. */
export function isDurable(stored: IDataObject): boolean {
	return !('__dataChanged' in stored);
}

/** The poll budget of polls that the scheduler of n8n does not start. */
const WITHOUT_SCHEDULER_MS = 300_000;

/**
 * Whether n8n saves the state of a poll together with the execution. After durable mode was switched off, n8n keeps
 * using a copy of the static data, but saves it separately.
 */
export function isOneTransaction(context: IPollFunctions, stored: IDataObject): boolean {
	return isDurable(stored) && context.getPollBudgetMs?.() !== WITHOUT_SCHEDULER_MS;
}

/** In the static data of the workflow, which durable mode keeps on activation, unlike those of the node. */
const STARTS = 'partnerHotelTriggerStarts';

/** By property id: since when it is watched. */
export type Starts = Readonly<Record<string, string>>;

export function notedStarts(context: IPollFunctions): Starts {
	const starts = startsIn(context.getWorkflowStaticData('global'))[context.getNode().id];
	return isRecord(starts) ? (starts as Record<string, string>) : {};
}

/** Replaces the starts noted for this trigger. */
export function noteStarts(context: IPollFunctions, starts: Starts): void {
	const shared = context.getWorkflowStaticData('global');
	const { [context.getNode().id]: before, ...others } = startsIn(shared);
	if (Object.keys(starts).length > 0) shared[STARTS] = { ...others, [context.getNode().id]: starts };
	else if (before !== undefined) shared[STARTS] = others;
}

function startsIn({ [STARTS]: starts }: IDataObject): IDataObject {
	return isRecord(starts) ? (starts as IDataObject) : {};
}
