import { NodeConnectionTypes, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { ParameterError } from '../util/parameterError';
import { isHarmless } from '../transport/retry';
import type { Api } from '../transport/types';

type Records = IDataObject[];

/** One input item within one run of a node, or one call of a tool. */
interface ItemOfRun {
	run: object;
	itemIndex: number;
}

/**
 * Results of items whose write was or may have been carried out. n8n passes the same object to each try of a run and
 * a different one to every other run, so an entry is garbage-collected when its run is over.
 */
const outcomes = new WeakMap<object, Map<number, Promise<Records>>>();

/**
 * n8n's Retry On Fail runs a node again with all its items when one of them failed. An item whose write may have
 * been carried out is not processed again: it has the same records or the same error as before.
 * @param work receives a function that makes an API watch for writes
 */
export async function withoutRepeating(
	context: IExecuteFunctions,
	itemIndex: number,
	work: (watched: (api: Api) => Api) => Promise<Records>,
): Promise<Records> {
	const item = itemOfRun(context, itemIndex);
	const earlier = outcomes.get(item.run)?.get(item.itemIndex);
	if (earlier) return await earlier;
	let mayBeCarriedOut = false;
	const result = work((api) => watching(api, () => (mayBeCarriedOut = true)));
	return await result.finally(() => {
		if (mayBeCarriedOut && context.getNode().retryOnFail) remember(item, result);
	});
}

/** An agent's tool has no main input: the arguments are all that the tries of one call share. */
function itemOfRun(context: IExecuteFunctions, itemIndex: number): ItemOfRun {
	if (context.getInputData(0, NodeConnectionTypes.Main).length > 0) {
		return { run: context.getExecuteData(), itemIndex };
	}
	return { run: context.getInputData()[itemIndex]?.json ?? {}, itemIndex: 0 };
}

function remember({ run, itemIndex }: ItemOfRun, result: Promise<Records>): void {
	const items = outcomes.get(run) ?? new Map<number, Promise<Records>>();
	outcomes.set(run, items.set(itemIndex, result));
}

function watching(api: Api, onWrite: () => void): Api {
	const send: Api['send'] = async (request, options) => {
		if (isHarmless(request)) return await api.send(request, options);
		let notProcessed = false;
		return await api
			.send(request, options)
			.catch((error) => {
				notProcessed = isNotProcessed(error);
				throw error;
			})
			.finally(() => {
				if (!notProcessed) onWrite();
			});
	};
	return { ...api, send };
}

/** An error that does not say so leaves open whether the request was processed. */
function isNotProcessed(error: unknown): boolean {
	if (error instanceof ParameterError) return true;
	return (error as { context?: { notProcessed?: boolean } }).context?.notProcessed === true;
}
