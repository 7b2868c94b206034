import type { Random } from '../../../sandbox/world/random.mts';
import type { Administration } from './administration.mts';
import type { Guests } from './guests.mts';
import type { Stage } from './stage.mts';

export interface Scene {
	stage: Stage;
	administration: Administration;
	guests: ReadonlyMap<string, Guests>;
}

/** Something that goes wrong, or that people do, for some minutes. */
export interface Trouble {
	name: string;
	/** Returns what ends it, for what does not end by itself; false = it cannot happen now. */
	begin(scene: Scene, random: Random): (() => void) | false | void;
}
