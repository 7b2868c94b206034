import { NodeConnectionTypes, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import type { WriteAttempt } from '../writes/outcome';

/** One try of a write for one input item. */
interface Try {
	attempt: WriteAttempt;
	records: Promise<IDataObject[]>;
}

/** One input item within one run of a node, or one call of a tool. */
interface ItemOfRun {
	run: object;
	itemIndex: number;
}

/**
 * n8n passes the same object to each try of a run and a different one to every other run, so an entry is
 * garbage-collected when its run is over.
 */
const tries = new WeakMap<object, Map<number, Try>>();

/**
 * n8n's Retry On Fail runs a node again with all its items when one of them failed. An item whose write was or may
 * have been carried out is not processed again: it has the same records or the same error as before.
 */
export function withoutRepeating(context: IExecuteFunctions, itemIndex: number, begin: () => Try): Try {
	const item = itemOfRun(context, itemIndex);
	const ofRun = tries.get(item.run) ?? new Map<number, Try>();
	const earlier = ofRun.get(item.itemIndex);
	if (earlier && earlier.attempt.outcome !== 'notDone') return earlier;
	const begun = begin();
	tries.set(item.run, ofRun.set(item.itemIndex, begun));
	return begun;
}

/** What the earlier tries of this run wrote, by input item. */
export function earlierAttempts(context: IExecuteFunctions): Map<number, WriteAttempt> {
	const found = context.getInputData().map((_, itemIndex) => {
		const item = itemOfRun(context, itemIndex);
		return [itemIndex, tries.get(item.run)?.get(item.itemIndex)?.attempt] as const;
	});
	return new Map(found.filter((one): one is [number, WriteAttempt] => one[1] !== undefined));
}

/** An agent's tool has no main input: the arguments are all that the tries of one call share. */
function itemOfRun(context: IExecuteFunctions, itemIndex: number): ItemOfRun {
	if (context.getInputData(0, NodeConnectionTypes.Main).length > 0) {
		return { run: context.getExecuteData(), itemIndex };
	}
	return { run: context.getInputData()[itemIndex]?.json ?? {}, itemIndex: 0 };
}
