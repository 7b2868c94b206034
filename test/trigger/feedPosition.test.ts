import type { BookingSummary } from '../../nodes/shared/api/bookings/bookingsFeed';
import { absorbPage } from '../../nodes/PartnerHotelTrigger/backlog';
import { positionOf, restart } from '../../nodes/PartnerHotelTrigger/feedPosition';
import { startProperty } from '../../nodes/PartnerHotelTrigger/propertyState';
import { page, START, stateAfter, summary } from '../support/propertyStates';

describe('where to read', () => {
	it('starts at the date, goes on with the token, and never sends both', () => {
		const state = startProperty({ lastModification: START });
		expect(positionOf(state)).toEqual({ lastModification: START });
		absorbPage(state, page([summary()], 'token-9'));
		expect(positionOf(state)).toEqual({ continueToken: 'token-9' });
	});

	it('starts with neither for everything', () => {
		expect(startProperty({})).toStrictEqual({ backlog: [], seen: {} });
		expect(positionOf(startProperty({}))).toEqual({ lastModification: undefined });
	});

	it('keeps the token when an empty last page comes without one', () => {
		const state = stateAfter(summary());
		absorbPage(state, { hasMoreData: false, bookingSummaries: [], unreadable: 0 });
		expect(positionOf(state)).toEqual({ continueToken: 'token-3' });
		expect(state).not.toHaveProperty('repeatsBefore');
	});

	it('knows whether the end of the feed is reached', () => {
		const state = startProperty({});
		const reached = [true, false, true].map((isEnd) => {
			absorbPage(state, page([], 'token', !isEnd));
			return state.caughtUp;
		});
		expect(reached).toEqual([true, false, true]);
	});
});

describe('a last page without a token', () => {
	const lastPage = (...summaries: BookingSummary[]) => ({ ...page(summaries), continueToken: undefined });

	it('is read again from two days before the newest modification', () => {
		const state = stateAfter(summary());
		absorbPage(state, lastPage(summary({ modifiedDateTime: '2026-03-09T12:00:00Z' })));
		expect(positionOf(state)).toEqual({ lastModification: '2026-03-07T12:00:00Z' });
	});

	it('without any time keeps the token', () => {
		const state = startProperty({});
		absorbPage(state, page([], 'token-1'));
		absorbPage(state, lastPage({ number: '1' }));
		expect(positionOf(state)).toEqual({ continueToken: 'token-1' });
	});

	it.each<[string, Partial<BookingSummary>, number]>([
		['a repeat from before the last hour is passed over', { number: 'old' }, 0],
		['one of the last hour is looked at: the details may differ', { number: 'recent' }, 1],
		['a booking that has changed is news', { number: 'old', status: 'Cancelled' }, 1],
		['one that is not remembered is news', { number: 'other' }, 1],
	])('%s', (_, changes, waiting) => {
		const old = '2026-03-09T10:59:59Z';
		const recent = '2026-03-09T11:00:00Z';
		const newest = '2026-03-09T12:00:00Z';
		const state = stateAfter(
			summary({ number: 'old', modifiedDateTime: old }),
			summary({ number: 'recent', modifiedDateTime: recent }),
		);
		absorbPage(state, lastPage(summary({ modifiedDateTime: newest })));
		state.backlog = [];
		expect(state.repeatsBefore).toBe(recent);
		const modifiedDateTime = changes.number === 'recent' ? recent : old;
		absorbPage(state, { ...page([summary({ ...changes, modifiedDateTime })]), hasMoreData: true });
		expect(state.backlog).toHaveLength(waiting);
		expect(state.repeatsBefore).toBe(recent);
	});

	it('the next one with a token makes repeats possible news again', () => {
		const state = stateAfter(summary());
		absorbPage(state, lastPage(summary({ number: '2', modifiedDateTime: '2026-03-09T12:00:00Z' })));
		absorbPage(state, page([], 'token-9'));
		expect(state).not.toHaveProperty('repeatsBefore');
		state.backlog = [];
		absorbPage(state, page([summary()]));
		expect(state.backlog).toEqual([summary()]);
	});
});

describe('a token that is refused', () => {
	it.each<[string, BookingSummary[], string | undefined, string | undefined]>([
		[
			'two days before the last known change',
			[summary({ modifiedDateTime: '2026-03-09T12:00:00Z' })],
			START,
			'2026-03-07T12:00:00Z',
		],
		['not before the start', [summary()], START, START],
		[
			'not before 2009',
			[summary({ modifiedDateTime: '2009-01-02T00:00:00Z' })],
			undefined,
			'2009-01-01T00:00:00Z',
		],
		['where nothing was read yet, at the start', [], START, START],
		['for everything, where nothing was read yet, at the beginning', [], undefined, undefined],
	])('reading starts again %s', (_, read, start, expected) => {
		const state = startProperty({ lastModification: start });
		absorbPage(state, page(read));
		restart(state);
		expect(positionOf(state)).toEqual({ lastModification: expected });
	});
});
