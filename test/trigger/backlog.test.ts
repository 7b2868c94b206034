import type { BookingSummary } from '../../nodes/shared/api/bookings/bookingsFeed';
import { absorbPage } from '../../nodes/PartnerHotelTrigger/backlog';
import { instantOf } from '../../nodes/shared/polling/feedTime';
import { asShown, startProperty } from '../../nodes/PartnerHotelTrigger/propertyState';
import { earlier, later, page, START, stateAfter, summary } from '../support/propertyStates';

describe('the newest modification time', () => {
	const clock = 'Sun, 01 Mar 2026 13:00:00 GMT';
	const newestAfter = (times: Partial<BookingSummary>[], servedAt?: string) => {
		const state = startProperty({ lastModification: START });
		absorbPage(state, { ...page(times.map(summary)), servedAt });
		return state.newestModification;
	};
	const at = (modifiedDateTime: unknown) => ({ modifiedDateTime }) as Partial<BookingSummary>;

	it.each<[string, Partial<BookingSummary>[], string | undefined]>([
		['is that of the only booking', [later], '2026-03-01T13:00:00Z'],
		['is the latest, whatever the order', [later, summary(), earlier], '2026-03-01T13:00:00Z'],
		['is the latest, also the last', [summary(), later], '2026-03-01T13:00:00Z'],
		['is that of the creation where a booking never changed', [at(null)], '2026-03-01T12:30:00Z'],
		['passes over text that is no time', [at('soon'), later], '2026-03-01T13:00:00Z'],
		['passes over what is no text', [at(2099), at({}), later], '2026-03-01T13:00:00Z'],
		['is read with its offset', [at('2026-03-01T15:00:00+02:00')], '2026-03-01T13:00:00Z'],
		['is read with an offset in short', [at('2026-03-01T15:00:00+0200')], '2026-03-01T13:00:00Z'],
		['is in UTC without an offset', [at('2026-03-01T13:00:00')], '2026-03-01T13:00:00Z'],
		['is cut to whole seconds', [at('2026-03-01T13:00:00.999Z')], '2026-03-01T13:00:00Z'],
		['is not known without any time', [{ ...at('soon'), createdDateTime: '' }], undefined],
		['is not known without bookings', [], undefined],
	])('%s', (_, times, expected) => {
		expect(newestAfter(times)).toBe(expected);
	});

	it('never goes back', () => {
		const state = stateAfter(summary(later));
		absorbPage(state, page([summary()]));
		expect(state.newestModification).toBe('2026-03-01T13:00:00Z');
	});

	it.each([
		['later', '2099-01-01T00:00:00Z', '2026-03-01T13:00:00Z'],
		['earlier', '2026-03-01T12:59:59Z', '2026-03-01T12:59:59Z'],
	])('%s than the clock of the service: the earlier one of both', (_, modified, expected) => {
		expect(newestAfter([at(modified)], clock)).toBe(expected);
	});

	it('is the clock of nobody when the header is no date', () => {
		expect(newestAfter([later], 'soon')).toBe('2026-03-01T13:00:00Z');
		expect([instantOf(clock), instantOf('soon'), instantOf(undefined)]).toEqual([
			'2026-03-01T13:00:00Z',
			undefined,
			undefined,
		]);
	});
});

describe('the backlog', () => {
	it('keeps the fields of a summary, and none that might hold more', () => {
		const state = startProperty({});
		absorbPage(state, page([{ ...summary(), guest: 'Somebody' }]));
		expect(state.backlog).toEqual([summary()]);
		expect(asShown({ ...summary(), newSince: START, constructor: 'x' })).toEqual(summary());
	});

	it('holds what the feed showed in its order, each state of a booking once', () => {
		const state = startProperty({});
		absorbPage(state, page([summary(), summary({ number: '2' }), summary()]));
		absorbPage(state, page([summary(later), summary({ number: '2' }), summary(later)]));
		absorbPage(state, page([summary(later), summary({ ...later, status: 'Cancelled' })]));
		absorbPage(state, page([summary(later)]));
		expect(state.backlog).toEqual([
			summary(),
			summary({ number: '2' }),
			summary(later),
			summary({ ...later, status: 'Cancelled' }),
			summary(later),
		]);
	});
});
