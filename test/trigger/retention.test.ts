import fc from '../support/fastCheck';

import type { BookingSummary } from '../../nodes/shared/api/bookings/bookingsFeed';
import { absorbPage } from '../../nodes/PartnerHotelTrigger/backlog';
import { SUMMARY_ALONE, type DetailsKnown } from '../../nodes/PartnerHotelTrigger/emittedBookings';
import { startProperty } from '../../nodes/PartnerHotelTrigger/propertyState';
import { forgetOld, keepWithin } from '../../nodes/PartnerHotelTrigger/retention';
import {
	earlier,
	eventFor,
	eventOf,
	page,
	settle,
	START,
	stateAfter,
	summary,
} from '../support/propertyStates';

/** The newest change is at noon of 9 March, so two days and an hour before is 11:00 of the 7th. */
describe('what is forgotten', () => {
	const HORIZON = '2026-03-07T11:00:00Z';
	const BEFORE = '2026-03-07T10:59:59Z';
	const newest = madeAt('2026-03-09T12:00:00Z', 'newest');

	function madeAt(time: string, number = 'one'): BookingSummary {
		return summary({ number, createdDateTime: time, modifiedDateTime: time });
	}

	it.each([
		['a booking changed earlier than two days and an hour before the newest change', BEFORE, false],
		['not one changed since', HORIZON, true],
	])('%s', (_, time, kept) => {
		const state = stateAfter(madeAt(time), newest);
		forgetOld(state);
		expect(Object.keys(state.seen)).toHaveLength(kept ? 2 : 1);
		expect(state.newSince).toBe(HORIZON);
	});

	it('a booking whose creation is said to be later than its change, only after both', () => {
		const state = stateAfter({ ...madeAt(BEFORE), createdDateTime: HORIZON }, newest);
		forgetOld(state);
		expect(eventFor(state, { ...madeAt(BEFORE), createdDateTime: HORIZON, status: 'Unconfirmed' })).toBe(
			'changed',
		);
	});

	it('is not new again when it changes', () => {
		const state = stateAfter(madeAt(BEFORE), newest);
		forgetOld(state);
		expect(eventFor(state, { ...madeAt(BEFORE), modifiedDateTime: '2026-03-09T13:00:00Z' })).toBe('changed');
	});

	it('does not make a booking old that was made since', () => {
		const state = stateAfter(newest);
		forgetOld(state);
		expect(eventFor(state, madeAt(HORIZON))).toBe('new');
	});

	it('nothing before the end of the feed is reached: an old booking that comes first then is new', () => {
		const state = startProperty({});
		for (const one of [madeAt(BEFORE), newest]) eventFor(state, one);
		absorbPage(state, page([], 'token', true));
		forgetOld(state);
		expect(Object.keys(state.seen)).toHaveLength(2);
		expect(eventFor(state, { ...newest, number: '3', createdDateTime: '2020-01-01T00:00:00Z' })).toBe('new');
		expect(eventFor(state, { ...madeAt(BEFORE), status: 'Unconfirmed' })).toBe('changed');
	});

	it('nothing where no time is known', () => {
		const state = stateAfter({ number: '1' });
		forgetOld(state);
		expect(state.newSince).toBe(START);
		expect(eventFor(state, { number: '1' })).toBeUndefined();
	});

	it('nothing of a feed that shows no modification times, until it has got further', () => {
		const state = stateAfter({ number: '1', createdDateTime: '2020-01-01T00:00:00Z' }, summary());
		forgetOld(state);
		expect(eventFor(state, { number: '1', createdDateTime: '2020-01-01T00:00:00Z' })).toBe('changed');
	});

	it('nothing that still waits: it may be a repeat', () => {
		const state = stateAfter(madeAt(BEFORE), newest);
		absorbPage(state, page([madeAt(BEFORE)]));
		forgetOld(state);
		const [repeated] = state.backlog.splice(0);
		expect(settle(state, repeated as BookingSummary, SUMMARY_ALONE)).toBeUndefined();
	});

	it('the instant since which bookings are new never goes back', () => {
		const state = stateAfter(newest);
		state.newSince = '2026-03-08T00:00:00Z';
		forgetOld(state);
		expect(state.newSince).toBe('2026-03-08T00:00:00Z');
	});

	describe('does not touch what waits', () => {
		const cancelled = { ...madeAt(BEFORE), status: 'Cancelled' };
		const details = { cancellation: { cancelledDateTime: BEFORE } };

		it.each<[string, BookingSummary, DetailsKnown, string]>([
			['a booking made before is still new', madeAt(BEFORE), SUMMARY_ALONE, 'new'],
			['one cancelled before is still cancelled', cancelled, details, 'cancelled'],
			['one made before the start is still changed', summary(earlier), SUMMARY_ALONE, 'changed'],
		])('%s', (_, one, known, expected) => {
			const state = stateAfter(newest);
			absorbPage(state, page([one]));
			forgetOld(state);
			const [waiting] = state.backlog as [BookingSummary];
			expect(eventOf(state, waiting)).toBe(expected);
			eventFor(state, madeAt('2026-03-12T12:00:00Z', 'much later'));
			state.backlog = [waiting];
			forgetOld(state);
			expect(state.newSince).toBe('2026-03-10T11:00:00Z');
			expect(settle(state, waiting, known)).toBe(expected);
			expect(settle(state, one, known)).toBeUndefined();
		});

		it('nor notes anything at it, as long as that instant stays', () => {
			const state = stateAfter(newest);
			forgetOld(state);
			absorbPage(state, page([madeAt(BEFORE)]));
			forgetOld(state);
			expect(state.backlog).toEqual([madeAt(BEFORE)]);
		});

		it('with everything as the start, either', () => {
			const state = startProperty({});
			absorbPage(state, page([madeAt(BEFORE), newest]));
			forgetOld(state);
			expect(state.newSince).toBe(HORIZON);
			expect(state.backlog.map((waiting) => eventOf(state, waiting))).toEqual(['new', 'new']);
		});

		it('and what is shown later is judged by what applies then', () => {
			const state = stateAfter(newest);
			absorbPage(state, page([madeAt(BEFORE)]));
			forgetOld(state);
			absorbPage(state, page([madeAt(BEFORE, 'late')]));
			expect(state.backlog.map((waiting) => eventOf(state, waiting))).toEqual(['new', 'changed']);
		});
	});
});

/** Each list holds what happens between two polls: bookings by number, made or changed, and hours that pass. */
it('in every history, with hardly any room, a booking is new once and first, also one that waits for long', () => {
	const between = fc.record({
		numbers: fc.array(fc.nat({ max: 12 })),
		hours: fc.integer({ min: 1, max: 60 }),
	});
	fc.assert(
		fc.property(fc.array(between, { minLength: 5, maxLength: 40 }), fc.nat({ max: 12 }), (polls, waits) => {
			const state = startProperty({ lastModification: START });
			const created = new Map<number, string>();
			const emitted: Array<[string, string | undefined]> = [];
			let now = Date.parse(START);
			const settleAll = (waiting: (one: BookingSummary) => boolean) => {
				const backlog = state.backlog.splice(0);
				state.backlog = backlog.filter(waiting);
				for (const one of backlog.filter((other) => !waiting(other))) {
					emitted.push([one.number, settle(state, one, SUMMARY_ALONE)]);
				}
			};
			for (const { numbers, hours } of polls) {
				now += hours * 3_600_000;
				const time = new Date(now).toISOString();
				const summaries = [...new Set(numbers)].map((number) => {
					created.set(number, created.get(number) ?? time);
					return summary({
						number: `${number}`,
						createdDateTime: created.get(number),
						modifiedDateTime: time,
					});
				});
				absorbPage(state, page(summaries));
				settleAll(({ number }) => number === `${waits}`);
				forgetOld(state);
				keepWithin(state, 2);
			}
			settleAll(() => false);
			for (const number of new Set(emitted.map(([one]) => one))) {
				const [first, ...others] = emitted.filter(([one]) => one === number).map(([, event]) => event);
				expect(first).toBe('new');
				expect(others).not.toContain('new');
			}
		}),
	);
});

describe('a memory that is too large', () => {
	const made = (hour: number, number = String(hour)) => {
		const time = `2026-03-01T${13 + hour}:00:00Z`;
		return summary({ number, createdDateTime: time, modifiedDateTime: time });
	};
	const changed = (one: BookingSummary) => ({ ...one, status: 'Unconfirmed' });

	it('loses the oldest, which are not new again', () => {
		const state = stateAfter(made(3), made(1), made(2), made(4));
		keepWithin(state, 2);
		expect(state.newSince).toBe('2026-03-01T15:00:01Z');
		expect(Object.keys(state.seen)).toHaveLength(2);
		expect([made(3), made(4)].map((one) => eventFor(state, one))).toEqual([undefined, undefined]);
		expect([made(1), made(2)].map((one) => eventFor(state, changed(one)))).toEqual(['changed', 'changed']);
	});

	it('loses nothing as long as there is room', () => {
		const state = stateAfter(made(1), made(2));
		keepWithin(state, 2);
		expect(state.newSince).toBe(START);
		expect(Object.keys(state.seen)).toHaveLength(2);
	});

	it('keeps bookings that wait, and their event', () => {
		const state = stateAfter(made(1), made(2), made(3));
		absorbPage(state, page([changed(made(1)), made(0)]));
		keepWithin(state, 1);
		expect(Object.keys(state.seen)).toHaveLength(1);
		expect(state.backlog.map((waiting) => eventOf(state, waiting))).toEqual(['changed', 'new']);
		expect(eventFor(state, changed(made(3)))).toBe('changed');
	});

	it('loses those without times first', () => {
		const state = startProperty({});
		for (const one of [{ number: 'a' }, { number: 'b' }]) eventFor(state, one);
		eventFor(state, made(1));
		keepWithin(state, 2);
		expect(eventFor(state, { number: 'a' })).toBe('new');
		expect(eventFor(state, { number: 'b' })).toBeUndefined();
	});

	it('takes a time in the future for no reason to call everything old', () => {
		const state = startProperty({ lastModification: START });
		const future = [1, 2].map((number) =>
			summary({ number: `${number}`, modifiedDateTime: '2099-01-01T00:00:00Z' }),
		);
		absorbPage(state, { ...page(future), servedAt: 'Sun, 01 Mar 2026 13:00:00 GMT' });
		for (const one of state.backlog.splice(0)) settle(state, one, SUMMARY_ALONE);
		keepWithin(state, 1);
		expect(state.newSince).toBe('2026-03-01T13:00:01Z');
		expect(eventFor(state, made(1))).toBe('new');
	});

	it('leaves what is not read yet new, while the end of the feed is not reached', () => {
		const state = startProperty({ lastModification: START });
		for (const one of [made(1), made(2), made(3)]) eventFor(state, one);
		absorbPage(state, page([], 'token', true));
		keepWithin(state, 1);
		expect(state.newSince).toBe(START);
		expect(Object.keys(state.seen)).toHaveLength(1);
		expect(eventFor(state, { ...made(0), number: 'unread' })).toBe('new');
	});
});
