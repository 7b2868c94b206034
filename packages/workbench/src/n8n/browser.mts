import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { HOST } from '../util/paths.mts';
import { UserError } from '../util/userError.mts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const FLAGS = [
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
	// Only local pages are opened, and their requests to other hosts must not depend on a network.
	`--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${HOST}`,
	// Chromium's own sandbox refuses to start as root; only our own pages are opened.
	'--no-sandbox',
];

/** Starts the Chromium that is installed on this machine, or the one that CHROMIUM_PATH names. */
export async function startBrowser(): Promise<Browser> {
	return await chromium.launch({ executablePath: installedChromium(), headless: true, args: FLAGS });
}

function installedChromium(): string {
	const chosen = process.env.CHROMIUM_PATH;
	if (chosen) {
		if (isProgram(chosen)) return chosen;
		throw new UserError(`CHROMIUM_PATH is '${chosen}', which is not a program. Correct it, or unset it.`);
	}
	const folders = (process.env.PATH ?? '').split(delimiter);
	const found = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram);
	if (found !== undefined) return found;
	throw new UserError(
		`The editor is driven in Chromium, which is not installed here. Install one of ${NAMES.join(', ')} ` +
			'(Debian: apt install chromium), or say where one is with CHROMIUM_PATH.',
	);
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
