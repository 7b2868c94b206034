import { MOMENTS_OF_A_DAY } from './moments.mts';
import type { WorldPlan } from './worldPlan.mts';

/** n8n gives a poll less than six seconds of it. */
const SHORT_POLL_MS = 7_000;
const CLERK_EVERY_MS = 60_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The worlds that share the pairs of faults among them. */
export const USUAL = { worlds: 8, hours: 24, calm: false, without: [] } as const;
/** Special worlds that name no other size. */
export const SPECIAL = { hotels: 5, bookingTriggers: 2, reservationTriggers: 0 } as const;

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
	'failing-by-turns': {
		world: 1,
		calm: true,
		hours: 24,
		hotels: 12,
		actsPerDay: 48,
		lasting: ['each minute some hotels fail'],
	},
	'refused-for-a-minute': {
		world: 1,
		calm: true,
		hours: 6,
		calmMs: 15 * MINUTE_MS,
		lasting: ['the client is refused for a minute now and then'],
	},
	'refused-connections': { world: 2, hours: 1, lasting: ['connections are refused'] },
	'repeating-refusals': { hours: 3, lasting: ['refusals repeat what was sent'] },
	'jumping-clock': { world: 2, calm: true, hours: 3, lasting: ['the clock of n8n jumps', 'a hotel joins'] },
	'off-and-on': {
		world: 7,
		calm: true,
		hours: 1,
		lasting: ['a trigger starts anew and is switched off and on before its first poll'],
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
		hours: 12,
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
		hours: 24,
		settings: { afterCrash: 'handOverAgain' },
		lasting: ['n8n is killed each half hour while it takes bookings over'],
	},
	'front-desk': { hours: 12, reservationTriggers: 1 },
	'front-desk-durable': { world: 1, hours: 12, reservationTriggers: 1 },
	'guest-journey': {
		hours: 36,
		hotels: 3,
		journeys: [MOMENTS_OF_A_DAY],
		lasting: ['details of some reservations fail at first'],
	},
	'guest-journey-clock': {
		world: 2,
		calm: true,
		hours: 24,
		hotels: 3,
		journeys: [MOMENTS_OF_A_DAY],
		actsPerDay: 48,
		lasting: [
			'a hotel with bookings of the last hours joins now and then',
			'the clock of n8n is hours ahead while details fail',
		],
	},
	'guest-journey-edited': {
		calm: true,
		hours: 24,
		hotels: 3,
		journeys: [MOMENTS_OF_A_DAY],
		lasting: ['the moments of guest journeys are edited'],
	},
	'guest-journey-months': {
		calm: true,
		hours: 75 * 24,
		calmMs: 12 * HOUR_MS,
		hotels: 2,
		bookingTriggers: 1,
		journeys: [['survey'], ['extras']],
		guestsComeOnTheirDay: true,
		everyMinutes: 30,
		actsPerDay: 4,
		lasting: ['guests book months ahead', 'guests pay weeks after their departure'],
	},
	'guest-journey-durable': { world: 1, hours: 36, hotels: 3, journeys: [MOMENTS_OF_A_DAY] },
	'front-desk-cancellations': {
		calm: true,
		hours: 3,
		reservationTriggers: 1,
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
	'chain-of-30': {
		calm: true,
		hours: 8,
		hotels: 30,
		bookingTriggers: 2,
		reservationTriggers: 2,
		actsPerDay: 12,
		executionEveryMs: 3 * CLERK_EVERY_MS,
		lasting: ['guests are moved to other rooms'],
	},
	'chain-of-200': {
		calm: true,
		hours: 5,
		hotels: 200,
		bookingTriggers: 2,
		reservationTriggers: 2,
		actsPerDay: 12,
		lasting: [
			'details of some reservations fail at first',
			'a trigger on all hotels is set to one and back',
			'guests are given a room and check in minutes later',
		],
	},
	'chain-drawn': {
		calm: true,
		hours: 2,
		hotelsBetween: [61, 300],
		reservationTriggers: 2,
		actsPerDay: 6,
		executionEveryMs: CLERK_EVERY_MS,
		lasting: ['details of some reservations fail at first'],
	},
	'weeks-off': {
		calm: true,
		hours: 24 * 24,
		calmMs: 4 * HOUR_MS,
		hotels: 3,
		bookingTriggers: 2,
		reservationTriggers: 2,
		actsPerDay: 2,
		lasting: [
			'n8n rests for weeks',
			'guests pay weeks after their departure',
			'bookings change days after the departure',
		],
	},
	months: {
		calm: true,
		hours: 80 * 24,
		calmMs: 12 * HOUR_MS,
		hotels: 2,
		bookingTriggers: 1,
		reservationTriggers: 1,
		everyMinutes: 60,
		actsPerDay: 4,
		lasting: [
			'bookings change days after the departure',
			'guests pay weeks after their departure',
			'a hotel leaves and comes back after weeks',
		],
	},
	'other-selection': {
		calm: true,
		hours: 8,
		lasting: ['a trigger on all hotels is set to one and back'],
	},
	'numeric-ids': {
		calm: true,
		hours: 3,
		reservationTriggers: 1,
		lasting: ['room stays have numbers for IDs, or none'],
	},
	'large-groups': { calm: true, hours: 4, lasting: ['large groups book and change'] },
	'once-a-day': {
		calm: true,
		hours: 8 * 24,
		calmMs: 24 * HOUR_MS,
		hotels: 2,
		bookingTriggers: 1,
		everyMinutes: 24 * 60,
		actsPerDay: 240,
	},
	'moving-service': {
		calm: true,
		hours: 4,
		executionEveryMs: CLERK_EVERY_MS,
		lasting: ['tokens live for a second', 'the service moves soon after each start of n8n'],
	},
	'quick-polls': {
		world: 1,
		calm: true,
		hours: 2,
		hotels: 3,
		bookingTriggers: 1,
		reservationTriggers: 1,
		journeys: [MOMENTS_OF_A_DAY],
		everyMinutes: 0.25,
		actsPerDay: 96,
		lasting: ['n8n polls late and saves slowly'],
	},
	'short-polls': { world: 1, calm: true, hours: 3, pollTimeoutMs: SHORT_POLL_MS },
};
