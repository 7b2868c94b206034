import { defineParameter } from './defineOperation';

/** Options for the requests of every operation. */
export const requestOptions = defineParameter({
	displayName: 'Request Options',
	name: 'requestOptions',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Max Wait (Seconds)',
			name: 'maxWaitSeconds',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 300,
			description:
				'How long a request may wait in total, for a rate limit and between retries. If the wait would be longer, the item fails at once with an error that says which limit is used up and when it is free again. Hourly limits can require up to 3600. With 0, a request neither waits for a used-up limit nor retries. The short waits that keep requests within the per-second limits do not count.',
		},
	],
});
