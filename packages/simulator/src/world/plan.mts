import { Random } from '../../../sandbox/src/world/random.mts';
import type { Profile } from '../host/process.mts';
import { OUTPUTS, type TriggerSettings } from './expectations.mts';
import { delaysOf, type Delays } from './delays.mts';
import type { ReservationSettings } from './deskTriggers.mts';
import type { MomentName } from './moments.mts';
import { n8nFaults } from './n8nFaults.mts';
import { serviceFaults } from './serviceFaults.mts';
import { networkFaults } from './networkFaults.mts';
import type { Fault } from './fault.mts';
import type { WorldPlan } from './worldPlan.mts';

export type { WorldPlan } from './worldPlan.mts';

const HOUR_MS = 3_600_000;

export const FAULTS: readonly Fault[] = [...networkFaults, ...serviceFaults, ...n8nFaults];

/** Days around clock changes, the end of a year and a leap day, and an ordinary one. */
const STARTS = [
	'2026-03-28',
	'2026-10-24',
	'2026-03-07',
	'2026-10-31',
	'2027-12-30',
	'2028-02-28',
	'2026-06-10',
];

/** How many hotels the client cannot access at first. */
export const HIDDEN_HOTELS = 5;

export interface Setup {
	startMs: number;
	profile: Profile;
	processes: number;
	hotels: number;
	/** By hotel: acts of its guests on an average day. */
	actsPerDay: number[];
	/** Booking triggers; the first one watches all hotels. */
	triggers: Array<(propertyIds: readonly string[]) => TriggerSettings>;
	reservationTriggers: ReservationSettings[];
	journeys: Array<{ everyMinutes: number; moments: readonly MomentName[] }>;
	delays: Delays;
}

/** The range of a usual world; the chains of the standard run are larger. */
const USUAL_HOTELS = [1, 60] as const;
const MAX_TRIGGERS = 6;

export function setupOf(plan: WorldPlan): Setup {
	const { seed, world, calm, pollTimeoutMs, settings, everyMinutes = 1, actsPerDay, journeys = [] } = plan;
	const random = new Random(seed, 'setup', world);
	const sizes = sizesOf(plan, new Random(seed, 'sizes', world));
	const { hotels, bookingTriggers, reservationTriggers } = sizes;
	const durable = world % 2 === 1;
	const startMs = Date.parse(`${random.pick(STARTS)}T00:00:00Z`) + random.integer(0, 23) * HOUR_MS;
	const watching = (triggers: number) => ({ hotels: triggers * hotels, everyMinutes });
	return {
		startMs,
		profile: {
			polling: durable ? 'durable' : 'older',
			...(pollTimeoutMs !== undefined && { pollTimeoutMs }),
			version: durable || calm || random.chance(0.6) ? 'newest' : 'older',
		},
		processes: plan.processes ?? (calm ? 1 : random.integer(1, 3)),
		hotels,
		actsPerDay: Array.from(
			{ length: hotels + HIDDEN_HOTELS },
			(_, index) => actsPerDay ?? random.integer(4, 24) * (index === 0 ? 8 : 1),
		),
		triggers: Array.from({ length: bookingTriggers }, (_, index) => (ids: readonly string[]) => ({
			...(index === 0 || calm ? allOf() : anyOf(random, ids, startMs)),
			keepWatching: index % 2 === 1 && hotels <= MAX_WATCHED,
			everyMinutes,
			...settings,
		})),
		reservationTriggers: Array.from({ length: reservationTriggers }, (_, index) => ({
			everyMinutes,
			keepWatching: index % 2 === 1 && hotels <= MAX_WATCHED,
			addGuests: index === 0 && hotels > 1,
			watchesMade: index % 3 !== 1,
			watchesCancelled: index % 3 === 0,
		})),
		journeys: journeys.map((moments) => ({ everyMinutes, moments })),
		delays: delaysOf(watching(bookingTriggers), watching(reservationTriggers + journeys.length)),
	};
}

/** With more, Keep Watching gains little (docs/trigger.md). */
const MAX_WATCHED = 10;

/** Draws few hotels for most worlds, many for some, and one to six triggers of both kinds. */
function sizesOf(plan: WorldPlan, random: Random) {
	const [min, max] = plan.hotelsBetween ?? USUAL_HOTELS;
	const drawn = Math.round(min * (max / min) ** random.fraction());
	const hotels = plan.hotelsBetween ? drawn : (plan.hotels ?? drawn);
	const all = plan.calm ? 1 : random.integer(1, MAX_TRIGGERS);
	const { bookingTriggers = random.integer(Math.min(all, 2), all) } = plan;
	const { reservationTriggers = Math.max(0, all - bookingTriggers) } = plan;
	return { hotels, bookingTriggers, reservationTriggers };
}

const ALL_EVENTS = ['new', 'changed', 'cancelled'];

function allOf(): TriggerSettings {
	return {
		selection: 'all',
		propertyIds: [],
		events: ALL_EVENTS,
		output: 'details',
		statuses: [],
		maxBookings: 500,
		afterCrash: 'skip',
		keepWatching: false,
		everyMinutes: 1,
	};
}

function anyOf(random: Random, ids: readonly string[], startMs: number): TriggerSettings {
	const selection = random.pick(['one', 'several'] as const);
	const chosen = selection === 'one' ? [random.pick(ids)] : random.some(ids, 0.5);
	return {
		...allOf(),
		selection,
		propertyIds: chosen.length > 0 ? chosen : ids.slice(0, 1),
		events: random.chance(0.6)
			? ALL_EVENTS
			: random.pick([['new'], ['changed'], ['cancelled'], ['new', 'cancelled']]),
		output: random.pick(OUTPUTS),
		statuses: random.chance(0.2) ? ['Active'] : [],
		maxBookings: random.pick([20, 60, 500]),
		afterCrash: random.pick(['skip', 'handOverAgain'] as const),
		...(random.chance(0.3) && { startDateMs: startMs - random.integer(1, 30) * 24 * HOUR_MS }),
	};
}

/** How many faults make a group. */
const AT_A_TIME = 5;

/**
 * Groups of faults that occur at the same time. Each world gets its share of the groups, which together contain every
 * pair.
 */
export function* groupsOfFaults(plan: WorldPlan): Generator<Fault[]> {
	for (let round = 0; ; round += 1) {
		const groups = groupsWithAllPairs(new Random(plan.seed, 'groups', round));
		yield* groups.filter((_, index) => index % plan.worlds === plan.world);
	}
}

function groupsWithAllPairs(random: Random): Fault[][] {
	const left = new Set(pairsOf(FAULTS).map(nameOfPair));
	const groups: Fault[][] = [];
	while (left.size > 0) {
		const group: Fault[] = [];
		while (group.length < AT_A_TIME) {
			const gains = (one: Fault) => group.filter((other) => left.has(nameOfPair([one, other]))).length;
			const worth = (one: Fault) => (group.length > 0 ? gains(one) : openPairsOf(one, left));
			const others = shuffled([...FAULTS], random).filter((one) => !group.includes(one));
			const best = others.reduce((chosen, one) => (worth(one) > worth(chosen) ? one : chosen));
			group.push(best);
		}
		for (const pair of pairsOf(group)) left.delete(nameOfPair(pair));
		groups.push(group);
	}
	return shuffled(groups, random);
}

function openPairsOf(one: Fault, left: ReadonlySet<string>): number {
	return FAULTS.filter((other) => other !== one && left.has(nameOfPair([one, other]))).length;
}

function nameOfPair(pair: readonly Fault[]): string {
	return pair
		.map(({ name }) => name)
		.sort()
		.join(' + ');
}

export function pairsOf<T>(all: readonly T[]): Array<[T, T]> {
	return all.flatMap((one, index) => all.slice(index + 1).map((other): [T, T] => [one, other]));
}

function shuffled<T>(all: T[], random: Random): T[] {
	for (let last = all.length - 1; last > 0; last -= 1) {
		const other = random.integer(0, last);
		[all[last], all[other]] = [all[other] as T, all[last] as T];
	}
	return all;
}
