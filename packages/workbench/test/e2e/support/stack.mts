import '../../../src/processes/exitWithParent.mjs';
import { claimFolder, emptyFolder } from '../../../src/util/folders.mts';
import { WITHOUT_EDITOR } from '../../../src/n8n/n8nProcess.mts';
import { usualSettings } from '../../../src/n8n/polling.mts';
import { borrowN8n, type BorrowedN8n } from '../../../src/n8n/sharedN8n.mts';
import { chosenN8n, newestVersion } from '../../../src/n8n/version.mts';
import { inRoot } from '../../../src/util/paths.mts';
import { anyFreePort } from '../../../src/util/ports.mts';
import { stopOnSignals } from '../../../src/processes/signals.mts';
import { Stack } from '../../../src/n8n/stack.mts';

export interface TestWorld {
	properties: number;
	/** Of every property. */
	bookings: number;
	/** Whether rate limits are enforced. */
	limits: boolean;
	/** For a test that counts requests: one whose token has expired is sent twice. */
	longTokens?: boolean;
}

/** Settings of n8n that differ from those of an installation as it comes. */
type N8nSettings = Record<string, string>;

/** For a browser, and for the descriptions of nodes, which n8n gives to its editor only. */
export const WITH_EDITOR: N8nSettings = { N8N_DISABLE_UI: 'false' };

/** In other versions than the newest, tokens expire between two polls: each version renews them in its own way. */
const SHORT_TOKEN_SECONDS = 30;

export const hasShortTokens = (): boolean => chosenN8n() !== newestVersion();

/** An n8n with the packed package that other test files use before and after, and a fresh sandbox. */
export async function startTestStack(name: string, world: TestWorld): Promise<Stack> {
	return await start(name, world, {}, await borrowN8n());
}

/** The same with an n8n of its own, which it may stop. */
export async function startOwnStack(
	name: string,
	world: TestWorld,
	settings: N8nSettings = {},
): Promise<Stack> {
	return await start(name, world, settings);
}

async function start(
	name: string,
	{ longTokens = false, ...world }: TestWorld,
	settings: N8nSettings,
	borrowed?: BorrowedN8n,
): Promise<Stack> {
	stopOnSignals();
	const folder = inRoot('.e2e', ...(chosenN8n() === newestVersion() ? [] : [chosenN8n()]), name);
	await claimFolder(folder);
	emptyFolder(folder);
	return await Stack.start({
		folder,
		n8nPort: await anyFreePort(),
		sandbox: {
			port: 0,
			liveSeconds: 0,
			...world,
			...(hasShortTokens() && !longTokens && { tokenLifetimeSeconds: SHORT_TOKEN_SECONDS }),
		},
		n8n: { settings: { ...usualSettings(), ...WITHOUT_EDITOR, ...settings } },
		...(borrowed && { borrowed }),
	});
}
