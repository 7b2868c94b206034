import type { INodeProperties } from 'n8n-workflow';

import { leaveOutPersonalData, leavesOutPersonalData } from './leaveOutPersonalData';
import { defineParameter, type AnyOperation, type Values } from './defineOperation';
import { protectedOption } from './protectedOption';
import { readValues, type ReadParameter } from './readValues';

/** How long the requests of an operation may wait: one of its options. */
const maxWait = defineParameter({
	displayName: 'Max Wait (Seconds)',
	name: 'maxWaitSeconds',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 300,
	description:
		'How long a request may wait in total, for a rate limit and between retries. If the wait would be longer, the item fails at once with an error that says which limit is used up and for how long. Hourly limits can require up to 3600. With 0, a request neither waits for a used-up limit nor retries. The short waits that keep requests within the per-second limits do not count.',
});

/** For operations that change hotel data: they have this option, too. */
const refuseRepeats = defineParameter({
	displayName: 'Refuse Repeats For (Minutes)',
	name: 'refuseRepeatsMinutes',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 10,
	description:
		'How long the same write (same room stay, amount and so on) is refused after one whose outcome is unknown, in any execution and any call of an AI agent. With 0, it is sent at once.',
});

/** What they are read from. */
export const requestOptions = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [leaveOutPersonalData, maxWait, refuseRepeats],
});

/** The parameters of an operation, with the options of its requests among its options. */
export function withRequestOptions({
	parameters,
	readOnly,
	personalColumns,
}: AnyOperation): INodeProperties[] {
	const added = [
		...(personalColumns ? [leaveOutPersonalData] : []),
		maxWait,
		...(readOnly ? [] : [refuseRepeats]),
	];
	if (!parameters.some(isOptions)) return [...parameters, { ...requestOptions, options: added }];
	return parameters.map((parameter) => (isOptions(parameter) ? withOptions(parameter, added) : parameter));
}

function isOptions({ name, type }: INodeProperties): boolean {
	return name === requestOptions.name && type === 'collection';
}

/** In the order of the alphabet, like all options. */
function withOptions(parameter: INodeProperties, added: INodeProperties[]): INodeProperties {
	const options = [...((parameter.options ?? []) as INodeProperties[]), ...added];
	return {
		...parameter,
		options: options.sort((a, b) => (a.displayName < b.displayName ? -1 : 1)),
	};
}

/** How long requests may wait, as the user set it; `undefined` for the usual wait. */
export function maxWaitMs(read: ReadParameter): number | undefined {
	const { maxWaitSeconds } = chosenOptions(read);
	return maxWaitSeconds === undefined ? undefined : maxWaitSeconds * 1_000;
}

/** @param saved reads a parameter before its expressions are resolved */
export function refuseWithinMs(read: ReadParameter, saved: (path: string) => unknown): number {
	const minutes = protectedOption(chosenOptions(read), refuseRepeats.name, saved) ?? refuseRepeats.default;
	return minutes * 60_000;
}

/**
 * Whether the user leaves personal data out of what the operation returns.
 * @param saved reads a parameter before its expressions are resolved
 */
export function withoutPersonalDataIn(
	{ personalColumns }: AnyOperation,
	read: ReadParameter,
	saved: (path: string) => unknown,
): boolean {
	return personalColumns !== undefined && leavesOutPersonalData(chosenOptions(read), saved);
}

function chosenOptions(read: ReadParameter): Values<[typeof requestOptions]>['options'] {
	return (readValues([requestOptions], read) as Values<[typeof requestOptions]>).options;
}
