import {
	rememberReservation,
	rememberListed,
	type KnownReservation,
	type Memory,
} from '../../nodes/PartnerHotelReservationTrigger/knownReservations';
import {
	canWaitForNextSearch,
	forgetUnchanged,
	isExplained,
	nextSearchFrom,
} from '../../nodes/PartnerHotelReservationTrigger/listedAgain';
import { closeReading, nextReading } from '../../nodes/PartnerHotelReservationTrigger/searchWindow';
import { startProperty, type PropertyState } from '../../nodes/PartnerHotelReservationTrigger/state';

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`) / 1000;

const lookedAt = (changes: Partial<KnownReservation>): KnownReservation => ({
	...{ cancelled: false, fingerprint: '123456', until: '', stays: [] },
	...{ modified: at('10:00:30'), seenAt: at('10:05:10') },
	...changes,
});

/** Reservations that are listed again, by number. */
function withListedAgain(all: Record<string, KnownReservation | 'forgotten'>): PropertyState {
	const property = { ...startProperty('2026-11-01T00:00:00Z'), readUntil: '2026-11-20T10:10:00Z' };
	for (const [number, memory] of Object.entries(all)) {
		if (memory === 'forgotten') rememberListed(property, number, false);
		else rememberReservation(property, number, memory);
	}
	const listedAgain = Object.keys(all).map((number) => ({ number, state: 'Active' as const }));
	return { ...property, listedAgain };
}

const numbersIn = ({ listedAgain }: PropertyState) => listedAgain?.map(({ number }) => number);

describe('the change that is known explains that a reservation is listed again', () => {
	const since = at('10:00:00');

	it.each<[string, Memory, boolean]>([
		['a change in the range of the search', lookedAt({}), true],
		['one at its beginning', lookedAt({ modified: since }), true],
		['not one before it', lookedAt({ modified: since - 1 }), false],
		['not one of an unknown time', lookedAt({ modified: NaN }), false],
		['one that was looked at late enough', lookedAt({ seenAt: at('10:02:00') }), true],
		['not one that was looked at in the minute after', lookedAt({ seenAt: at('10:01:59') }), false],
		[
			'not one at the end of the minute',
			lookedAt({ modified: at('10:01:00'), seenAt: at('10:02:59') }),
			false,
		],
		['not where it was cancelled when it was looked at', lookedAt({ cancelled: true }), false],
		['not one that was only listed', 'listed', false],
		['not one that is not known', undefined, false],
	])('%s', (_, memory, isKnown) => {
		expect(isExplained(memory, 'Active', since)).toBe(isKnown);
	});

	it('of a cancelled one, where it was cancelled then, too', () => {
		expect(isExplained(lookedAt({ cancelled: true }), 'Cancelled', since)).toBe(true);
		expect(isExplained(lookedAt({}), 'Cancelled', since)).toBe(false);
	});
});

describe('the next search', () => {
	it.each([
		['2026-11-20T10:10:00Z', '2026-11-20T10:20:00Z', true],
		['2026-11-20T10:10:00Z', '2026-11-20T10:20:01Z', false],
		[undefined, '2026-11-20T10:20:00Z', false],
	])('after one at %s is waited for by one at %s: %s', (readUntil, servedAt, canWait) => {
		const property = { ...startProperty('2026-11-01T00:00:00Z'), ...(readUntil && { readUntil }) };
		expect(canWaitForNextSearch(property, servedAt)).toBe(canWait);
	});

	it('begins a whole minute before the first of them was looked at', () => {
		const property = withListedAgain({
			early: lookedAt({ seenAt: at('10:03:10') }),
			late: lookedAt({ seenAt: at('10:04:50') }),
			unknown: 'forgotten',
		});
		expect(nextSearchFrom(property)).toBe(at('10:02:00'));
		const reading = nextReading(property, 'Europe/Berlin', at('10:11:00'), false);
		expect(reading).toMatchObject({ from: '2026-11-20T11:02', since: at('10:02:00') });
	});

	it.each<[string, PropertyState]>([
		['nothing is listed again', startProperty('2026-11-01T00:00:00Z')],
		['it is not known when that was looked at', withListedAgain({ one: 'forgotten' })],
	])('begins as usual if %s', (_, property) => {
		expect(nextSearchFrom(property)).toBeNaN();
		const usual = { ...property, readUntil: '2026-11-20T10:10:00Z' };
		const reading = nextReading(usual, 'Europe/Berlin', at('10:11:00'), false);
		expect(reading.from).toBe('2026-11-20T11:05');
	});

	it('does not begin later than usual because of them', () => {
		const property = withListedAgain({ late: lookedAt({ seenAt: at('10:09:00') }) });
		const reading = nextReading(property, 'Europe/Berlin', at('10:11:00'), false);
		expect(reading.from).toBe('2026-11-20T11:05');
	});
});

describe('a search that was read to its end', () => {
	const all = {
		before: lookedAt({ modified: at('10:00:59') }),
		within: lookedAt({ modified: at('10:01:00') }),
		forgotten: 'forgotten' as const,
	};

	it('forgets those that it lists only for a later change', () => {
		const property = withListedAgain(all);
		forgetUnchanged(property, at('10:01:00'));
		expect(numbersIn(property)).toEqual(['within', 'forgotten']);
		closeReading(property, { from: '', to: '', since: at('10:02:00'), state: 'Active' }, at('10:11:00'));
		expect(numbersIn(property)).toEqual(['forgotten']);
	});

	it('stores nothing where none is left', () => {
		const property = withListedAgain({ before: all.before });
		forgetUnchanged(property, at('10:01:00'));
		expect(property).not.toHaveProperty('listedAgain');
		forgetUnchanged(property, at('10:02:00'));
		expect(property).not.toHaveProperty('listedAgain');
	});
});
