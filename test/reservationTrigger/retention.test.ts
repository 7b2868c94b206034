import { recordedOf, rememberRecorded } from '../../nodes/PartnerHotelReservationTrigger/frontDesk';
import {
	isLookedAt,
	recall,
	rememberReservation,
	rememberListed,
	type KnownReservation,
} from '../../nodes/PartnerHotelReservationTrigger/knownReservations';
import {
	boundReservationMemory,
	forgetOld,
	wasToldBefore,
} from '../../nodes/PartnerHotelReservationTrigger/retention';
import {
	stateFormat,
	startProperty,
	type PropertyState,
} from '../../nodes/PartnerHotelReservationTrigger/state';
import { emptyState } from '../../nodes/shared/polling/storedState';

/** Everything was read up to here: what is over for two weeks ended before 2026-12-01 13:00 in Berlin. */
const READ_UNTIL = '2026-12-15T12:00:00Z';
const HORIZON = Date.parse('2026-12-01T12:00:00Z') / 1000;
const MINUTE = '2026-12-01T13:00';

function property(changes: Partial<PropertyState> = {}): PropertyState {
	return {
		...startProperty('2026-11-01T10:00:00Z'),
		zone: { name: 'Europe/Berlin', readAt: 0 },
		oldBefore: '2026-10-30T11:00',
		listedAt: '2026-11-01T10:00:00Z',
		readUntil: READ_UNTIL,
		...changes,
	};
}

const entry = (changes: Partial<KnownReservation> = {}): KnownReservation => ({
	cancelled: false,
	fingerprint: 'abcdef',
	modified: HORIZON - 86_400,
	seenAt: HORIZON - 86_400,
	until: '2026-11-30T12:00',
	stays: [],
	...changes,
});

describe('what is over for two weeks', () => {
	it.each<[string, Partial<KnownReservation>, boolean]>([
		['yes', {}, false],
		['in the minute before', { until: '2026-12-01T12:59' }, false],
		['not yet', { until: MINUTE }, true],
		['unknown', { until: '' }, true],
		['but changed since', { modified: HORIZON }, true],
		['and changed just before', { modified: HORIZON - 1 }, false],
		['but looked at since', { seenAt: HORIZON }, true],
		['and the time of its change is unknown', { modified: NaN }, false],
	])('is forgotten: %s', (_, changes, isKept) => {
		const at = property();
		rememberReservation(at, '1', entry(changes));
		forgetOld(at);
		expect(recall(at, '1') !== undefined).toBe(isKept);
	});

	it('is forgotten once the list of what was there is complete, and nothing waits', () => {
		for (const changes of [
			{ listedAt: undefined },
			{ backlog: [{ number: '2', state: 'Active' as const }] },
		]) {
			const at = property(changes);
			rememberReservation(at, '1', entry());
			forgetOld(at);
			expect(isLookedAt(recall(at, '1'))).toBe(true);
			expect(at.recordedSince).toBeUndefined();
		}
	});

	it('moves the time before which stays may be forgotten, and never back', () => {
		const at = property();
		forgetOld(at);
		expect(at.oldBefore).toBe(MINUTE);
		forgetOld({ ...at, readUntil: '2026-12-14T12:00:00Z' });
		const later = property({ oldBefore: '2027-01-01T00:00' });
		forgetOld(later);
		const first = property({ oldBefore: undefined });
		forgetOld(first);
		expect([at.oldBefore, later.oldBefore, first.oldBefore]).toEqual([MINUTE, '2027-01-01T00:00', MINUTE]);
	});

	it('recorded times of before are not told any more, from then on', () => {
		const at = property();
		rememberRecorded(at.recorded, 'early', { in: '2026-12-01T12:59' });
		rememberRecorded(at.recorded, 'late', { in: MINUTE });
		forgetOld(at);
		expect([at.recordedSince, Object.keys(at.recorded)]).toEqual(['2026-12-01T12:00:00Z', ['late']]);
	});

	it.each([
		['the start is later', { start: '2026-12-02T10:00:00Z' }, undefined],
		['the start is the same', { start: '2026-12-01T12:00:00Z' }, undefined],
		['more was forgotten already', { recordedSince: '2026-12-02T10:00:00Z' }, '2026-12-02T10:00:00Z'],
		[
			'more, of a trigger that began since',
			{ start: '2026-12-05T10:00:00Z', recordedSince: '2026-11-20T10:00:00Z' },
			'2026-12-01T12:00:00Z',
		],
	])('but not where %s', (_, changes, expected) => {
		const at = property(changes);
		rememberRecorded(at.recorded, 'a', { in: '2026-11-30T12:00' });
		forgetOld(at);
		expect(at.recordedSince).toBe(expected);
		expect(Object.keys(at.recorded)).toHaveLength(expected === '2026-12-01T12:00:00Z' ? 0 : 1);
	});
});

describe('a change of a reservation that is not remembered in full', () => {
	const at = (time: string) => Date.parse(time) / 1000;
	const full = property({ numbersOnlyUntil: '2026-12-01T08:00:00Z', readUntil: '2026-12-01T12:00:00Z' });

	it.each<[string, PropertyState, string, boolean]>([
		['when the last one was looked at that was shortened', full, '2026-12-01T08:00:00Z', true],
		['after that', full, '2026-12-01T08:00:01Z', false],
		[
			'two hours before the end of the last search',
			{ ...full, numbersOnlyUntil: '2026-12-01T11:00:00Z' },
			'2026-12-01T10:00:00Z',
			true,
		],
		[
			'in these two hours: it may not have been listed',
			{ ...full, numbersOnlyUntil: '2026-12-01T11:00:00Z' },
			'2026-12-01T10:00:01Z',
			false,
		],
		['where none was shortened', { ...full, numbersOnlyUntil: undefined }, '2026-12-01T01:00:00Z', false],
		['at an unknown time', full, '', false],
	])('%s', (_, state, modified, wasTold) => {
		expect(wasToldBefore(state, at(modified))).toBe(wasTold);
	});
});

describe('what is too much', () => {
	const NUMBERS = ['b', 'c', 'a'];
	const bound = (at: PropertyState, most: number) =>
		boundReservationMemory({ ...emptyState(stateFormat), properties: { '1': at } }, most);

	/** Looked at in the order a, b, c. */
	function full(): PropertyState {
		const at = property();
		for (const number of NUMBERS)
			rememberReservation(
				at,
				number,
				entry({ seenAt: HORIZON + number.charCodeAt(0), cancelled: number === 'b' }),
			);
		return at;
	}

	const sizeOf = (at: PropertyState) =>
		Object.entries(at.known).reduce((sum, [number, value]) => sum + number.length + value.length + 6, 0);

	it('within its size keeps all, and beyond it those looked at last', () => {
		const [exact, less] = [full(), full()];
		const size = sizeOf(exact);
		expect([bound(exact, size), bound(less, size - 1)]).toEqual([false, true]);
		const lookedAt = (at: PropertyState) => NUMBERS.filter((number) => isLookedAt(recall(at, number)));
		expect([lookedAt(exact), lookedAt(less)]).toEqual([NUMBERS, ['b', 'c']]);
		expect(less.forgetsNumbers).toBeUndefined();
		bound(less, sizeOf(less) + 5);
		expect(lookedAt(less)).toEqual(['c']);
		expect(NUMBERS.map((number) => recall(less, number))).toMatchObject(['listedCancelled', {}, 'listed']);
	});

	it('counts what is left of those that it no longer knows in full', () => {
		const at = property();
		for (let index = 0; index < 200; index++)
			rememberReservation(at, `number ${index}`, entry({ seenAt: index }));
		const most = Math.floor(sizeOf(at) / 2);
		bound(at, most);
		expect(sizeOf(at) + at.listed.length).toBeLessThanOrEqual(most);
		expect(isLookedAt(recall(at, 'number 199'))).toBe(true);
	});

	it('counts both lists', () => {
		for (const isCancelled of [false, true]) {
			const at = full();
			for (let index = 0; index < 20; index++) rememberListed(at, `number ${index}`, isCancelled);
			bound(at, sizeOf(at) + 119);
			expect(isLookedAt(recall(at, 'a'))).toBe(false);
		}
	});

	it('a quarter of it is kept for those looked at last, of which searches list changes again', () => {
		const at = property();
		for (let index = 0; index < 100; index++) rememberListed(at, `listed ${index}`, false);
		for (let index = 0; index < 100; index++)
			rememberRecorded(at.recorded, `stay ${index}`, { in: '2026-11-19T12:00' });
		for (let index = 0; index < 8; index++)
			rememberReservation(at, `number ${index}`, entry({ seenAt: HORIZON, modified: HORIZON - index }));
		const [all, size] = [sizeOf(at), sizeOf(at) / 8];
		bound(at, 2 * all);
		expect(sizeOf(at)).toBe(4 * size);
		for (let index = 0; index < 8; index++) expect(isLookedAt(recall(at, `number ${index}`))).toBe(index < 4);
		expect(Object.keys(at.recorded)).toHaveLength(Math.floor(all / 26));
		expect(at.listed.length).toBeLessThanOrEqual(2 * all - 4 * size - Math.floor(all / 26) * 26);
		expect(at.listed.length).toBeGreaterThan(0);
		expect(at.forgetsNumbers).toBe(true);
	});

	it('forgets recorded times that are the oldest, and tells none of that day any more', () => {
		const at = property();
		for (let day = 10; day < 20; day++)
			rememberRecorded(at.recorded, `${day}`, { in: `2026-11-${day}T12:00` });
		bound(at, 10 * 26);
		expect(Object.keys(at.recorded)).toHaveLength(10);
		expect(at.recordedSince).toBeUndefined();
		bound(at, 10 * 26 - 1);
		expect(Object.keys(at.recorded)).toEqual(['16', '17', '18', '19']);
		expect(at.recordedSince).toBe('2026-11-16T12:00:00Z');
		expect(recordedOf(at.recorded, '16')).toEqual({ in: '2026-11-16T12:00' });
	});

	it('a time that is later already stays', () => {
		const at = property({ recordedSince: '2026-11-25T12:00:00Z' });
		for (let day = 10; day < 20; day++)
			rememberRecorded(at.recorded, `${day}`, { in: `2026-11-${day}T12:00` });
		bound(at, 100);
		expect(at.recordedSince).toBe('2026-11-25T12:00:00Z');
	});

	it('without recorded times nothing is said of them', () => {
		const at = property();
		for (let index = 0; index < 100; index++) rememberListed(at, `number ${index}`, false);
		bound(at, 100);
		expect([at.recordedSince, at.listed.length]).toEqual([undefined, 96]);
	});

	it('numbers are forgotten only as far as they do not fit beside the recorded times', () => {
		const at = property();
		for (let index = 0; index < 60; index++) rememberListed(at, `number ${index}`, index % 3 === 0);
		for (let day = 10; day < 20; day++)
			rememberRecorded(at.recorded, `${day}`, { in: `2026-11-${day}T12:00` });
		const numbers = () => [at.listed.length / 6, at.listedCancelled.length / 6];
		bound(at, 60 * 6 + 4 * 26);
		expect([Object.keys(at.recorded).length, ...numbers()]).toEqual([8, 22, 20]);
	});

	it('says until when those of which only the number is left were looked at', () => {
		const at = full();
		bound(at, sizeOf(at) - 1);
		expect(at.numbersOnlyUntil).toBe('2026-12-01T12:01:37Z');
		bound(at, 40);
		expect(at.numbersOnlyUntil).toBe('2026-12-01T12:01:39Z');
	});
});
