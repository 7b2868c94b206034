import type { MomentName } from './moments.mts';
import type { TriggerSettings } from './expectations.mts';

/** Everything that determines a simulated world. The same plan gives the same run. */
export interface WorldPlan {
	seed: number;
	/** The index of this world among `worlds`, which share the pairs of faults. */
	world: number;
	worlds: number;
	/** The name of a special world; undefined = a usual one. */
	special?: string;
	hours: number;
	/** The seed draws these numbers if they are missing. */
	hotels?: number;
	/** The range from which the seed draws the number of hotels (default: that of a usual world). */
	hotelsBetween?: readonly [min: number, max: number];
	bookingTriggers?: number;
	reservationTriggers?: number;
	/** The moments of each guest journey trigger (default: no such trigger). */
	journeys?: ReadonlyArray<readonly MomentName[]>;
	/** Minutes between polls. */
	everyMinutes?: number;
	/** Acts of the guests of a hotel on an average day. */
	actsPerDay?: number;
	/** Default: at any time, so that bookings made in a short world are checked in, too. */
	guestsComeOnTheirDay?: boolean;
	/** No faults but those that last. */
	calm: boolean;
	/** Stops acting on the world after so many acts. */
	maxActs?: number;
	/** Faults that begin once and last to the end. */
	lasting?: readonly string[];
	/** n8n's timeout of polls in durable mode. */
	pollTimeoutMs?: number;
	/** Processes of n8n (default: one in calm worlds, else one to three, drawn by the seed). */
	processes?: number;
	/** The mean interval of executions beside the triggers (default in calm worlds: none). */
	executionEveryMs?: number;
	/** The length of each calm (default: as long as deliveries may take). */
	calmMs?: number;
	/** The mean interval of clerks. */
	clerkEveryMs?: number;
	/** Settings of the triggers that differ from the usual ones. */
	settings?: Partial<TriggerSettings>;
	/** Faults that are left out. */
	without: readonly string[];
	/** The trace keeps all lines that contain this text. */
	about?: string;
	/** The folder of the built package (default: `dist` of this project). */
	built?: string;
}

/** As `--world` takes it. */
export function nameOf({ special, world }: WorldPlan): string {
	return special ?? String(world);
}
