import type { IDataObject } from 'n8n-workflow';

import {
	fingerprintOf,
	packMinute,
	readKnown,
	recall,
	rememberReservation,
	rememberListed,
	shortenLists,
	unpackMinute,
	type KnownReservation,
	type ReservationMemory,
} from '../../nodes/PartnerHotelReservationTrigger/knownReservations';

const memory = (): ReservationMemory => ({ known: {}, listed: '', listedCancelled: '' });

const HASH = 6;

const details = (changes: IDataObject = {}): IDataObject => ({
	number: '1',
	reservationStatus: 'Confirmed',
	customerComment: 'quiet room',
	totalAmount: 100,
	...changes,
});

describe('fingerprints', () => {
	it('are of one length, also of a reservation that is gone', () => {
		const all = [fingerprintOf(details()), fingerprintOf({}), fingerprintOf(null)];
		expect(all.map(({ length }) => length)).toEqual([6, 6, 6]);
		expect(new Set(all).size).toBe(3);
	});

	it.each<[string, IDataObject]>([
		['null instead of nothing', { promoCode: null, companyId: null }],
		['another order of fields', Object.fromEntries(Object.entries(details()).reverse()) as IDataObject],
		['a field that is not published', { hotelierSecret: 'x' }],
	])('do not change with %s', (_, changes) => {
		expect(fingerprintOf({ ...details(), ...changes })).toBe(fingerprintOf(details()));
	});

	it('change with a text, a number, a record, a list that is empty or not, and one that is none', () => {
		const prints = [
			details(),
			details({ customerComment: 'sea view' }),
			details({ customerComment: undefined }),
			details({ roomStays: [] }),
			details({ roomStays: [{ pmsRoomStayId: '1' }] }),
			details({ roomStays: [{ pmsRoomStayId: '1' }, { pmsRoomStayId: '1' }] }),
			details({ roomStays: [{ room: { id: '7' } }] }),
			details({ roomStays: [{ room: { id: '8' } }] }),
			details({ roomStays: 'not to be read' }),
			details({ roomStays: 'not to be read either' }),
		].map(fingerprintOf);
		expect(new Set(prints).size).toBe(prints.length);
	});
});

describe('lists of numbers', () => {
	const numbers = Array.from({ length: 400 }, (_, index) => `number-${index}`);

	it('keep each number once, and each alone is forgotten', () => {
		const known = memory();
		for (const number of [...numbers, ...numbers]) rememberListed(known, number, false);
		expect(known.listed).toHaveLength(numbers.length * HASH);
		rememberListed(known, 'number-7', true);
		expect(known.listed).toHaveLength((numbers.length - 1) * HASH);
		expect(numbers.filter((number) => recall(known, number) !== 'listed')).toEqual(['number-7']);
	});

	it('find a number at its place alone: what begins in the middle of another is none', () => {
		const known = memory();
		for (const number of numbers) rememberListed(known, number, true);
		const [first = ''] = numbers;
		const one = known.listedCancelled.slice(0, HASH);
		const shifted = { ...known, listedCancelled: `abc${one}def` };
		expect(recall(shifted, first)).toBeUndefined();
		expect(recall({ ...shifted, listedCancelled: `abc${one}def${one}` }, first)).toBe('listedCancelled');
	});

	it.each([
		[6 * HASH, 3],
		[4 * HASH + 11, 2],
		[2 * HASH, 1],
		[2 * HASH - 1, 0],
	])('within %i characters keep the newest', (most, kept) => {
		const known = memory();
		for (const number of ['a', 'b', 'c']) {
			rememberListed(known, number, false);
			rememberListed(known, `${number}, cancelled`, true);
		}
		shortenLists(known, most);
		const left = (suffix: string) => ['a', 'b', 'c'].filter((number) => recall(known, number + suffix));
		expect(left('')).toEqual(['a', 'b', 'c'].slice(3 - kept));
		expect(left(', cancelled')).toEqual(['a', 'b', 'c'].slice(3 - kept));
	});
});

describe('a reservation that was looked at', () => {
	const entry: KnownReservation = {
		cancelled: true,
		fingerprint: 'abcdef',
		modified: NaN,
		seenAt: 1_795_000_000,
		until: '',
		stays: [],
	};

	it.each<[string, Partial<KnownReservation>]>([
		['without stays, end and time of change', {}],
		['with an end', { until: '2026-11-22T12:00' }],
		['without the time of the look', { seenAt: NaN, modified: 1_795_000_000 }],
		[
			'with rooms whose IDs have signs of the memory in them',
			{
				stays: [
					{ key: 'a1b2', status: 'in', roomId: 'A.1;2%3B\ud83d' },
					{ key: 'c3d4', status: 'new', roomId: '' },
				],
			},
		],
	])('is remembered as it was, %s', (_, changes) => {
		const known = memory();
		rememberReservation(known, '1', { ...entry, ...changes });
		expect(recall(known, '1')).toEqual({ ...entry, ...changes });
	});

	it('is stored, listed and replaced as any entry of an object', () => {
		const known = memory();
		rememberReservation(known, '1', entry);
		rememberReservation(known, '1', { ...entry, cancelled: false });
		expect(JSON.parse(JSON.stringify(known.known))).toEqual(known.known);
		known.known['1'] = 'other';
		expect(known.known).toEqual({ '1': 'other' });
		delete known.known['1'];
		expect(known.known).toEqual({});
	});

	it('is remembered as nothing by a text that is too short', () => {
		const nothing = { ...entry, cancelled: false, fingerprint: '', seenAt: NaN };
		expect(readKnown('A')).toEqual(nothing);
	});
});

it.each(['2026-11-22T12:00', '1999-12-31T23:59', ''])('the minute %j comes back', (minute) => {
	expect(unpackMinute(packMinute(minute))).toBe(minute);
});

it('a text that is no minute is none', () => {
	expect([packMinute('soon'), packMinute(`2026-11-22T12:00${' '.repeat(50)}`)]).toEqual(['', '']);
});
