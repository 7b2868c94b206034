import { readFileSync } from 'node:fs';
import { inRoot } from '../util/paths.mts';
import { versionOf } from './versionNumbers.mts';

/** The variable that tells test files, which are separate processes, the version of n8n. */
const CHOICE_VARIABLE = 'PARTNER_HOTEL_N8N';

/** The version that runtime/ locks. */
export function newestVersion(): string {
	const { dependencies } = JSON.parse(readFileSync(inRoot('runtime', 'package.json'), 'utf8')) as {
		dependencies: { n8n: string };
	};
	return dependencies.n8n;
}

/** Sets the version for this process and its children. */
export function chooseN8n(version: string): void {
	process.env[CHOICE_VARIABLE] = version;
}

/** The version that was chosen, or the newest. */
export function chosenN8n(): string {
	const newest = newestVersion();
	return versionOf(process.env[CHOICE_VARIABLE] ?? 'newest', newest) ?? newest;
}

/** Where this version is installed: the newest is locked in runtime/, others are installed by number. */
export function runtimeFolder(version: string): string {
	return version === newestVersion() ? inRoot('runtime') : inRoot('.runtimes', version);
}
