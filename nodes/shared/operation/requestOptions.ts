import type { INodeProperties } from 'n8n-workflow';

import { defineParameter, type Values } from './defineOperation';
import { readValues, type ReadParameter } from './readValues';

/** How long the requests of an operation may wait: one of its options. */
export const maxWait = defineParameter({
	displayName: 'Max Wait (Seconds)',
	name: 'maxWaitSeconds',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 300,
	description:
		'How long a request may wait in total, for a rate limit and between retries. If the wait would be longer, the item fails at once with an error that says which limit is used up and when it is free again. Hourly limits can require up to 3600. With 0, a request neither waits for a used-up limit nor retries. The short waits that keep requests within the per-second limits do not count.',
});

/** What it is read from. */
export const maxWaitOptions = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [maxWait],
});

/** The parameters of an operation, with the options of its requests among its options. */
export function withRequestOptions(parameters: readonly INodeProperties[]): INodeProperties[] {
	if (!parameters.some(isOptions)) return [...parameters, maxWaitOptions];
	return parameters.map((parameter) => (isOptions(parameter) ? withMaxWait(parameter) : parameter));
}

function isOptions({ name, type }: INodeProperties): boolean {
	return name === maxWaitOptions.name && type === 'collection';
}

/** In the order of the alphabet, like all options. */
function withMaxWait(parameter: INodeProperties): INodeProperties {
	const options = [...((parameter.options ?? []) as INodeProperties[]), maxWait];
	return {
		...parameter,
		options: options.sort((a, b) => (a.displayName < b.displayName ? -1 : 1)),
	};
}

/** What the user set; `undefined` for the usual wait. */
export function maxWaitMs(read: ReadParameter): number | undefined {
	const { options: chosen } = readValues([maxWaitOptions], read) as Values<[typeof maxWaitOptions]>;
	return chosen.maxWaitSeconds === undefined ? undefined : chosen.maxWaitSeconds * 1_000;
}
