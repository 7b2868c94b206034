import type { MomentName } from './moments.mts';
import type { TriggerSettings } from './expectations.mts';

/** What makes one simulated world. The same plan gives the same run. */
export interface WorldPlan {
	seed: number;
	/** Which of how many worlds this is: they share the pairs of faults among them. */
	world: number;
	worlds: number;
	/** One of the special worlds, rather than one of those that share the pairs. */
	special?: string;
	hours: number;
	/** These are drawn by the seed where they are left out. */
	hotels?: number;
	/** Between which numbers the seed draws the hotels, in place of those of a usual world. */
	hotelsBetween?: readonly [least: number, most: number];
	bookingTriggers?: number;
	reservationTriggers?: number;
	/** The moments of each guest journey trigger (default: there is none). */
	journeys?: ReadonlyArray<readonly MomentName[]>;
	/** Between polls. */
	everyMinutes?: number;
	/** How much guests do in a hotel on an average day. */
	actsPerDay?: number;
	/** Default: at any time, so that short worlds have check-ins of what was booked in them. */
	guestsComeOnTheirDay?: boolean;
	/** No faults but those that last: for measuring. */
	calm: boolean;
	/** Does no more to the world after so many acts. */
	maxActs?: number;
	/** Faults that begin once and last to the end. */
	lasting?: readonly string[];
	/** n8n's time limit for polls in durable mode. */
	pollTimeoutMs?: number;
	/** Of n8n (default: one in calm worlds, else one to three, drawn by the seed). */
	processes?: number;
	/** How often, on average, a workflow runs beside the triggers (default: in calm worlds never). */
	executionEveryMs?: number;
	/** Between looks at whether everything has come (default: as long as that takes). */
	calmMs?: number;
	/** How often, on average, someone wants something written and does what he is told. */
	clerkEveryMs?: number;
	/** Settings of the triggers, where they are not the usual ones. */
	settings?: Partial<TriggerSettings>;
	/** Faults that are left out. */
	without: readonly string[];
	/** The trace tells everything that contains it, from the start. */
	about?: string;
	/** The folder of the built package (default: `dist` of this project). */
	built?: string;
}

/** As `--world` takes it. */
export function nameOf({ special, world }: WorldPlan): string {
	return special ?? String(world);
}
