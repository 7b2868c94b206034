import '../../../tools/processes/exitWithParent.mjs';
import { claimFolder, emptyFolder } from '../../../tools/util/folders.mts';
import { chosenN8n } from '../../../tools/n8n/runtime.mts';
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

/** A fresh n8n with the packed package, and a fresh sandbox, for one test file. */
export async function startTestStack(
	name: string,
	world: TestWorld,
	settings: N8nSettings = {},
): Promise<Stack> {
	stopOnSignals();
	const folder = inRoot('.e2e', ...(chosenN8n() === 'newest' ? [] : [chosenN8n()]), name);
	await claimFolder(folder);
	emptyFolder(folder);
	return await Stack.start({
		folder,
		n8nPort: await anyFreePort(),
		sandbox: { port: 0, liveSeconds: 0, ...world },
		n8n: { settings },
	});
}
