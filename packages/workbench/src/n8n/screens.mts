import { isAtLeast } from './versionNumbers.mts';

/** The differences between the editors of n8n's versions. */
export interface Screens {
	/** The key that opens the list of nodes. */
	nodesKey: string;
	/** The test ID of the button that closes the panel of a node. */
	closePanel: string;
	/** Messages that the editor itself writes to the console. */
	ownErrors: readonly RegExp[];
}

/** The sign-in page requests the current user, and gets a 401. */
const NOBODY_SIGNED_IN = /status of 401 \(Unauthorized\) \(\/rest\/login\)$/;

const OF_N8N_2: Screens = { nodesKey: 'n', closePanel: 'ndv-close-button', ownErrors: [NOBODY_SIGNED_IN] };

const OF_N8N_1: Screens = {
	nodesKey: 'Tab',
	closePanel: 'back-to-canvas',
	ownErrors: [
		NOBODY_SIGNED_IN,
		// On the first page after signing in.
		/^Exception: Cannot read properties of undefined \(reading 'enabled'\)$/,
		// It requests features of the paid editions, and example output of each node.
		/\(\/rest\/external-secrets\/secrets\)$/,
		/\(\/rest\/ai\/sessions\/metadata\)$/,
		/^Failed to fetch sessions metadata: ResponseError: Plan lacks license/,
		/\(\/schemas\/n8n-nodes-base\.manualTrigger\/[\d.]+\.json\)$/,
	],
};

export function screensOf(version: string): Screens {
	return isAtLeast(version, '2.0.0') ? OF_N8N_2 : OF_N8N_1;
}
