/** What both commands that run the demo take. */
export const demoOptions = {
	port: { type: 'string' },
	'sandbox-port': { type: 'string' },
	'inbox-port': { type: 'string' },
	'no-live': { type: 'boolean' },
	reset: { type: 'boolean' },
};
