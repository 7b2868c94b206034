import type { Random } from '../../../sandbox/src/world/random.mts';
import type { Administration } from './administration.mts';
import type { DeskTrigger } from './deskTriggers.mts';
import type { Editors } from './editors.mts';
import type { Guests } from './guests.mts';
import type { Simulation } from './simulation.mts';

export interface Targets {
	simulation: Simulation;
	administration: Administration;
	guests: ReadonlyMap<string, Guests>;
	journeyTriggers: readonly DeskTrigger[];
	editors: Editors;
}

/** A failure, or something that people do, for some minutes. */
export interface Fault {
	name: string;
	/** @returns a function that ends it, unless it ends by itself; false = it cannot happen now */
	begin(targets: Targets, random: Random): (() => void) | false | void;
}
