import { defineParameter } from './defineOperation';

/** How a node sends its requests, whatever the operation. */
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
				'How long one request may wait in total: for a limit of the API that is used up, and before it is sent again after a failure. If the wait would be longer, the item fails at once with an error that says which limit is used up and when it is free again. Limits per hour can need up to 3600. With 0, nothing that is used up is waited for and nothing is sent again; the short waits that keep requests within the limits of a second do not count.',
		},
	],
});
