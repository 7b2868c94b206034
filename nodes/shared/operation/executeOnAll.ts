import type { IDataObject, IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { createApi } from '../transport/request';
import { inSlices } from '../util/inSlices';
import { shownText } from '../util/shownText';
import type { AnyOperation } from './defineOperation';
import { readValues, type ReadParameter } from './readValues';
import { maxWaitMs } from './requestOptions';
import type { WarningHints } from './warningHints';

/** Makes the item of a record that failed. @throws the failure if it ends the run */
export type FailedRecord = (failure: unknown, json: IDataObject, endsRun: boolean) => INodeExecutionData;

/** Runs an operation once, with all input items; its parameters are read with the first one. */
export async function executeOnAll(
	context: IExecuteFunctions,
	{ parameters, readOnly, runOnAll }: AnyOperation,
	hints: WarningHints,
	signal: AbortSignal | undefined,
	failedRecord: FailedRecord,
): Promise<INodeExecutionData[]> {
	const read: ReadParameter = (name, fallback, options) =>
		context.getNodeParameter(name, 0, fallback, options);
	const timezone = context.getTimezone();
	const settings = { itemIndex: 0, signal, maxWaitMs: maxWaitMs(read), readOnly };
	const { api, keptBy } = hints.during(createApi(context, settings), 0);
	const records = await runOnAll?.({
		values: readValues(parameters, read, timezone) as never,
		timezone,
		items: context.getInputData().map(({ json }) => json),
		api,
		warn: (text) => hints.add(text),
		log: (text) => context.logger.info(shownText(text)),
	});
	const output: INodeExecutionData[] = [];
	await inSlices(records ?? [], ({ json, items, failure, endsRun = false }) => {
		const item = failure === undefined ? { json } : failedRecord(failure, json, endsRun);
		output.push(Object.assign(item, { pairedItem: pairedWith(items) }));
	});
	keptBy(output.map(({ json }) => json));
	return output;
}

/** Without an empty list, n8n would pair a record that comes from no item with an item of its choice. */
function pairedWith(items: readonly number[]): IPairedItemData | IPairedItemData[] {
	const [only, ...others] = items;
	const isOne = only !== undefined && others.length === 0;
	return isOne ? { item: only } : items.map((item) => ({ item }));
}
