import type { WorldPlan } from './worldPlan.mts';

/** n8n gives a poll less than six seconds of it. */
const SHORT_POLL_MS = 7_000;
const CLERK_EVERY_MS = 60_000;

/** The worlds that share the pairs of troubles among them. */
export const USUAL = { worlds: 8, hours: 24, hotels: 5, calm: false, without: [] } as const;

/** Worlds of the standard run with what takes days, or comes together too rarely, in the others. */
export const SPECIAL_WORLDS: Readonly<Record<string, Partial<WorldPlan>>> = {
	'last-pages': {
		calm: true,
		hours: 24,
		hotels: 1,
		lasting: ['last pages come without a token', 'bookings change days after the departure'],
	},
	'failing-details': {
		calm: true,
		hours: 96,
		lasting: ['details of every fifth booking fail for good', 'bookings change days after the departure'],
	},
	'failing-beside-busy': { calm: true, hours: 6, lasting: ['a hotel fails beside a busy one'] },
	'refused-connections': { world: 2, hours: 1, lasting: ['connections are refused'] },
	'repeating-refusals': { hours: 3, lasting: ['refusals repeat what was sent'] },
	'jumping-clock': { world: 2, calm: true, hours: 3, lasting: ['the clock of n8n jumps', 'a hotel joins'] },
	'off-and-on': {
		world: 7,
		calm: true,
		hours: 1,
		lasting: ['the state of a trigger is lost', 'a workflow is switched off and on'],
	},
	'joined-before-start': {
		calm: true,
		hours: 1,
		lasting: ['a busy hotel joins right before a trigger starts anew'],
	},
	'failing-start': {
		world: 1,
		calm: true,
		hours: 1,
		lasting: ['the service fails as soon as a trigger is on'],
	},
	'short-tokens': { world: 2, hours: 3, lasting: ['tokens live for a second'] },
	'details-moved-on': {
		calm: true,
		hours: 3,
		lasting: ['the feed repeats and delays', 'bookings change while their details are read'],
	},
	'only-cancellations': {
		calm: true,
		hours: 6,
		settings: { events: ['cancelled'] },
		lasting: ['bookings from before the start change'],
	},
	'killed-takeovers': {
		calm: true,
		hours: 6,
		settings: { afterCrash: 'handOverAgain' },
		lasting: ['n8n is killed each half hour while it takes bookings over'],
	},
	'front-desk': { hours: 12, frontDesk: true },
	'front-desk-durable': { world: 1, hours: 12, frontDesk: true },
	'front-desk-cancellations': {
		calm: true,
		hours: 3,
		frontDesk: true,
		lasting: ['cancellations after the arrival are taken back'],
	},
	'lost-answers': {
		world: 2,
		calm: true,
		hours: 6,
		clerkEveryMs: CLERK_EVERY_MS,
		lasting: ['changes are refused', 'answers to changes are lost'],
	},
	'killed-writers': {
		world: 1,
		hours: 3,
		clerkEveryMs: CLERK_EVERY_MS,
		lasting: ['n8n is killed while something is written', 'answers to changes are lost'],
	},
	'short-polls': { world: 1, calm: true, hours: 3, pollTimeoutMs: SHORT_POLL_MS },
};
