import '../../../tools/processes/exitWithParent.mjs';
import { claimFolder, emptyFolder } from '../../../tools/util/folders.mts';
import { capabilitiesOf } from '../../../tools/n8n/capabilities.mts';
import { DURABLE_POLLING } from '../../../tools/n8n/polling.mts';
import { chosenN8n, newestVersion } from '../../../tools/n8n/version.mts';
import { inRoot } from '../../../tools/util/paths.mts';
import { anyFreePort } from '../../../tools/util/ports.mts';
import { stopOnSignals } from '../../../tools/processes/signals.mts';
import { Stack } from '../../../tools/n8n/stack.mts';

export interface TestWorld {
	properties: number;
	/** Of every property. */
	bookings: number;
	/** Whether rate limits are enforced. */
	limits: boolean;
}

/** Settings of n8n that differ from those of an installation as it comes. */
type N8nSettings = Record<string, string>;

/** In other versions than the newest, tokens expire between two polls: each version renews them in its own way. */
const SHORT_TOKEN_SECONDS = 30;

export const hasShortTokens = (): boolean => chosenN8n() !== newestVersion();

/** A fresh n8n with the packed package, and a fresh sandbox, for one test file. It polls durably if it can. */
export async function startTestStack(
	name: string,
	world: TestWorld,
	settings: N8nSettings = {},
): Promise<Stack> {
	stopOnSignals();
	const version = chosenN8n();
	const folder = inRoot('.e2e', ...(version === newestVersion() ? [] : [version]), name);
	await claimFolder(folder);
	emptyFolder(folder);
	return await Stack.start({
		folder,
		n8nPort: await anyFreePort(),
		sandbox: {
			port: 0,
			liveSeconds: 0,
			...world,
			...(hasShortTokens() && { tokenLifetimeSeconds: SHORT_TOKEN_SECONDS }),
		},
		n8n: { settings: { ...(capabilitiesOf(version).durablePolling && DURABLE_POLLING), ...settings } },
	});
}
