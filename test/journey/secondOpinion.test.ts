import fc, { runs } from '../support/fastCheck';

import { earliestLook, type StayOutline } from '../../nodes/shared/journey/earliestLook';
import type { Anchor, Moment } from '../../nodes/shared/journey/moment';
import type { Stay } from '../../nodes/shared/journey/stay';
import { verdictOn, type JourneyRules } from '../../nodes/shared/journey/verdict';
import { momentsByBooking } from '../../nodes/shared/journey/whenBooked';
import { addDays, reckon, type ReckonedMoment, type ReckonedStay, type Table } from './reckoner';

/**
 * The package and a reckoner that shares no code with it must agree on any stay, moment and time. A failure names the
 * seed that brings it back.
 */

const RUNS = runs(1_000);

const ZONES = Intl.supportedValuesOf('timeZone');
/** Clocks that change by an hour, by half an hour, at midnight, and by a whole day. */
const LIVELY = ['Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Beirut', 'Pacific/Apia'];
const CLOCK_CHANGES = [
	...['2026-03-08', '2026-03-29', '2026-10-25', '2026-11-01', '2026-04-05', '2026-10-04', '2026-09-06'],
	'2011-12-30',
];

const ANCHORS: Anchor[] = [
	...(['afterArrival', 'afterBooking', 'afterCheckIn', 'afterCheckOut', 'afterDeparture'] as const),
	...(['amountDue', 'beforeArrival', 'beforeDeparture', 'beforeFreeCancellationEnds'] as const),
	...(['duringStay', 'notArrived', 'notDeparted'] as const),
];

const clocks = fc
	.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 59))
	.map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const zones = fc.oneof(fc.constantFrom(...ZONES), fc.constantFrom(...LIVELY));
const dates = fc.oneof(
	fc
		.tuple(fc.constantFrom(...CLOCK_CHANGES), fc.integer({ min: -4, max: 4 }))
		.map(([day, off]) => addDays(day, off)),
	fc.integer({ min: 0, max: 700 }).map((off) => addDays('2026-01-01', off)),
);

const moments: fc.Arbitrary<ReckonedMoment> = fc
	.record({
		anchor: fc.constantFrom<string>(...ANCHORS),
		unit: fc.constantFrom('days' as const, 'days' as const, 'hours' as const),
		count: fc.integer({ min: 0, max: 5 }),
		time: clocks,
	})
	.map((one) =>
		one.anchor === 'duringStay' ? { ...one, unit: 'days', count: Math.max(one.count, 1) } : one,
	);

interface Case {
	moment: ReckonedMoment;
	stay: ReckonedStay;
	table: Table;
	sentFor: string | undefined;
	nows: number[];
}

const cases: fc.Arbitrary<Case> = dates.chain((arrivalDate) => {
	const noon = Date.parse(`${arrivalDate}T12:00:00Z`) / 1000;
	const near = (days: number) =>
		fc.integer({ min: -days * 86_400, max: days * 86_400 }).map((seconds) => noon + seconds);
	const local = (min: number, max: number) =>
		fc.tuple(fc.integer({ min, max }), clocks).map(([off, clock]) => `${addDays(arrivalDate, off)}T${clock}`);
	return fc.record({
		moment: moments,
		stay: fc.record({
			cancelled: fc.boolean().map((one) => one && Math.abs(noon) % 3 === 0),
			excluded: fc.constantFrom(false, false, false, true),
			bookedAt: fc.option(near(8).map((at) => at - 6 * 86_400)),
			arrival: fc.option(local(0, 0), { freq: 20 }),
			departure: fc.option(local(1, 9), { freq: 20 }),
			checkedIn: fc.option(local(0, 1), { freq: 2 }),
			checkedOut: fc.option(local(1, 9), { freq: 2 }),
			hasArrived: fc.boolean(),
			hasLeft: fc.boolean(),
			freeUntil: fc.option(near(6)),
			due: fc.constantFrom(null, 0, 12.5, 300),
		}),
		table: fc.record({
			zone: zones,
			startedAt: near(12).map((at) => at - 6 * 86_400),
			ifLateHours: fc.constantFrom(0, 1, 12, 30),
			ifBookedLater: fc.constantFrom('send' as const, 'skip' as const),
			again: fc.boolean(),
			quiet: fc.option(
				fc.record({
					notBefore: clocks,
					notAfter: clocks,
					move: fc.constantFrom('earlier' as const, 'later' as const),
				}),
				{ nil: undefined },
			),
		}),
		sentFor: fc.option(
			fc.integer({ min: -6, max: 10 }).map((off) => addDays(arrivalDate, off)),
			{ nil: undefined, freq: 2 },
		),
		nows: fc.array(near(12), { minLength: 3, maxLength: 6 }),
	});
});

const secondsOf = (clock: string) => Number(clock.slice(0, 2)) * 3600 + Number(clock.slice(3)) * 60;

/** The same in the package's terms. */
function inPackage({ moment, stay, table }: Case): { asked: Moment; guest: Stay; rules: JourneyRules } {
	const { quiet, again, ifLateHours, ...rules } = table;
	const { cancelled, excluded, ...facts } = stay;
	const asked: Moment = {
		...moment,
		anchor: moment.anchor as Anchor,
		name: 'One',
		time: secondsOf(moment.time),
	};
	const guest: Stay = {
		...facts,
		key: 'a',
		isCancelled: cancelled,
		...(excluded && { excluded: 'Filtered' }),
	};
	const hours = quiet && {
		...quiet,
		notBefore: secondsOf(quiet.notBefore),
		notAfter: secondsOf(quiet.notAfter),
	};
	const lateSeconds = ifLateHours * 3600;
	return { asked, guest, rules: { ...rules, sendsAgain: again, lateSeconds, ...(hours && { hours }) } };
}

function verdictOfPackage(one: Case, now: number) {
	const { asked, guest, rules } = inPackage(one);
	const { sentFor } = one;
	const sentDay = sentFor === undefined ? undefined : Date.parse(`${sentFor}T00:00:00Z`) / 86_400_000;
	return verdictOn(asked, guest, rules, sentDay, now);
}

/** Any, and those around the moment itself. */
function timesToLook({ moment, stay, table, sentFor, nows }: Case): number[] {
	const { dueAt } = reckon(moment, stay, table, sentFor, nows[0] as number);
	if (dueAt === null) return nows;
	const latest = dueAt + table.ifLateHours * 3600;
	return [...nows, dueAt - 1, dueAt, dueAt + 1_800, dueAt + 5 * 3600, latest, latest + 1];
}

it(`agrees with the package on ${RUNS} random stays in all time zones`, () => {
	const seen = new Map<string, number>();
	fc.assert(
		fc.property(cases, (one) => {
			for (const now of timesToLook(one)) {
				const { state, dueAt } = verdictOfPackage(one, now);
				const reckoned = reckon(one.moment, one.stay, one.table, one.sentFor, now);
				seen.set(reckoned.state, (seen.get(reckoned.state) ?? 0) + 1);
				expect({ state, dueAt }).toEqual(reckoned);
			}
		}),
		{ numRuns: RUNS },
	);
	// Each answer is drawn often enough to mean something.
	expect([...seen.keys()].sort()).toEqual(['missed', 'never', 'now', 'sent', 'waits']);
	for (const count of seen.values()) expect(count).toBeGreaterThan(RUNS / 10);
}, 120_000);

it('looks again at what waits, never before it is due', () => {
	fc.assert(
		fc.property(cases, (one) => {
			for (const now of timesToLook(one)) {
				const { state, dueAt, lookAt } = verdictOfPackage(one, now);
				if (state !== 'waits') {
					expect(lookAt).toBeUndefined();
					continue;
				}
				expect(lookAt).toBeGreaterThan(now);
				expect(lookAt).toBeGreaterThanOrEqual(dueAt as number);
				const then = verdictOfPackage(one, lookAt as number).state;
				expect(one.moment.anchor === 'duringStay' || then === 'now').toBe(true);
			}
		}),
		{ numRuns: runs(300) },
	);
});

it('where the time of the booking is not asked for, it would have decided nothing', () => {
	const times = runs(300);
	const seen = new Map<string, number>();
	const later = fc.constantFrom(0, 0, 60, 3_600, 86_400, 5 * 86_400);
	fc.assert(
		fc.property(cases, later, (one, changedLater) => {
			const { asked, guest, rules } = inPackage(one);
			if (guest.bookedAt === null) return;
			const changedAt = guest.bookedAt + changedLater;
			for (const now of timesToLook({ ...one, sentFor: undefined }).filter((at) => at >= changedAt)) {
				const unknown: Stay = { ...guest, bookedAt: null };
				if (momentsByBooking(unknown, changedAt, [asked], {}, rules, now).length > 0) continue;
				const { state } = reckon(one.moment, one.stay, one.table, undefined, now);
				const isSent = verdictOn(asked, unknown, rules, undefined, now).state === 'now';
				expect(isSent).toBe(state === 'now');
				seen.set(state, (seen.get(state) ?? 0) + 1);
			}
		}),
		{ numRuns: times },
	);
	for (const state of ['now', 'waits', 'missed', 'never'])
		expect(seen.get(state)).toBeGreaterThan(times / 15);
});

describe('what is remembered of a stay', () => {
	const DAY = 86_400;
	const wall = (local: string) => Date.parse(`${local}Z`) / 1000;
	/** What may be known; another room of the reservation can be there some days before and after. */
	const outlines = fc.record({
		...{ arrival: fc.boolean(), departure: fc.boolean(), bookedAt: fc.boolean() },
		...{ before: fc.constantFrom(0, 0, 1, 9), after: fc.constantFrom(0, 0, 1, 9) },
	});
	const EXACT = { arrival: true, departure: true, bookedAt: true, before: 0, after: 0 };
	const outlineOf = (stay: ReckonedStay, known: typeof EXACT): StayOutline => {
		const arrival = wall(stay.arrival as string) - known.before * DAY;
		const departure = stay.departure === null ? null : wall(`${stay.departure.slice(0, 10)}T00:00`);
		return {
			arrival: known.arrival ? arrival : Math.floor(arrival / DAY) * DAY,
			departure: known.departure && departure !== null ? departure + known.after * DAY : null,
			bookedAt: known.bookedAt ? stay.bookedAt : null,
		};
	};
	/** Nobody checks out days after the planned departure, and nobody cancels for free after the arrival. */
	const isPlanned = ({ arrival, departure, checkedOut, freeUntil }: ReckonedStay) =>
		arrival !== null &&
		(freeUntil === null || freeUntil <= wall(arrival) + DAY) &&
		(checkedOut === null || departure === null || wall(checkedOut) <= wall(departure) + DAY);

	it('suffices to look at it before anything is due', () => {
		let due = 0;
		fc.assert(
			fc.property(cases, outlines, fc.constantFrom(12, 150), (drawn, known, ifLateHours) => {
				const one = { ...drawn, table: { ...drawn.table, ifLateHours } };
				if (!isPlanned(one.stay)) return;
				const { asked, rules } = inPackage(one);
				const outline = outlineOf(one.stay, known);
				// One that is still to come is a change.
				for (const from of timesToLook(one)) {
					const isBeforeCheckIn = from < outline.arrival - DAY;
					if (asked.anchor.startsWith('afterCheck') && isBeforeCheckIn) continue;
					const look = earliestLook(outline, [asked], rules, from);
					if (look !== null) expect(look).toBeGreaterThanOrEqual(from);
					for (const now of timesToLook(one).filter((at) => at >= from)) {
						if (reckon(one.moment, one.stay, one.table, one.sentFor, now).state !== 'now') continue;
						due += 1;
						expect(look).not.toBeNull();
						expect(look).toBeLessThanOrEqual(now);
					}
				}
			}),
			{ numRuns: RUNS },
		);
		expect(due).toBeGreaterThan(RUNS / 4);
	});

	it('and tells when a moment is due that depends on no more than that', () => {
		let exact = 0;
		const anchors = fc.constantFrom('afterArrival', 'afterBooking', 'beforeArrival', 'notArrived');
		fc.assert(
			fc.property(cases, anchors, (one, anchor) => {
				const moment = { ...one.moment, anchor };
				const drawn = { ...one, moment, table: { ...one.table, quiet: undefined }, sentFor: undefined };
				if (!isPlanned(one.stay)) return;
				const { asked, rules } = inPackage(drawn);
				const outline = outlineOf(one.stay, EXACT);
				for (const now of timesToLook(drawn)) {
					const { state, dueAt } = reckon(moment, one.stay, drawn.table, undefined, now);
					if (state !== 'waits' || dueAt === one.stay.bookedAt) continue;
					exact += 1;
					expect(earliestLook(outline, [asked], rules, now)).toBe(dueAt);
				}
			}),
			{ numRuns: RUNS },
		);
		expect(exact).toBeGreaterThan(RUNS / 10);
	});

	it.each(ANCHORS.filter((anchor) => !/afterBooking|Cancellation/.test(anchor)))(
		'%s: no look while the stay is only coming near',
		(anchor) => {
			const now = wall('2031-05-15T10:00');
			const asked: Moment = { name: 'One', anchor, unit: 'days', count: 1, time: 36_000 };
			const rules = { zone: 'UTC', lateSeconds: 43_200, ifBookedLater: 'send', sendsAgain: false } as const;
			const outline = { arrival: wall('2031-05-20T00:00'), departure: null, bookedAt: null };
			const look = earliestLook(outline, [asked], rules, now);
			if (anchor.startsWith('afterCheck')) expect(look).toBeNull();
			else expect(look).toBeGreaterThan(now + 3 * DAY);
		},
	);
});
