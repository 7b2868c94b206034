import { capabilitiesOf, type Capabilities } from '../../../src/n8n/capabilities.mts';
import { chosenN8n, newestVersion } from '../../../src/n8n/version.mts';

/** What a test says that does not apply to every version of n8n; the run prints it with the reason. */
export interface Applicable {
	skip: string | false;
}

export function needs(capability: keyof Capabilities, words: string): Applicable {
	return { skip: capabilitiesOf(chosenN8n())[capability] ? false : `n8n ${chosenN8n()} has no ${words}` };
}

/** For what is about the classes of the newest version, whose names change. */
export function onlyNewest(reason: string): Applicable {
	return { skip: chosenN8n() === newestVersion() ? false : reason };
}
