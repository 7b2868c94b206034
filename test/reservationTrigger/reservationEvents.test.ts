import type { IDataObject } from 'n8n-workflow';

import {
	fingerprintOf,
	LISTED,
	recall,
	remember,
	type KnownReservations,
} from '../../nodes/PartnerHotelReservationTrigger/knownReservations';
import { decide, type Listed } from '../../nodes/PartnerHotelReservationTrigger/reservationEvents';
import { boundState, forgetOld } from '../../nodes/PartnerHotelReservationTrigger/retention';
import { startProperty, type PropertyState } from '../../nodes/PartnerHotelReservationTrigger/state';

const ZONE = 'Europe/Berlin';
const SEEN = Date.parse('2026-11-20T12:00:00Z') / 1000;

const stay = (changes: IDataObject = {}): IDataObject => ({
	pmsRoomStayId: '70',
	roomId: null,
	status: 'New',
	checkInDateTime: '2026-11-20T14:00',
	checkOutDateTime: '2026-11-22T12:00',
	...changes,
});

const details = (changes: IDataObject = {}, ...stays: IDataObject[]): IDataObject => ({
	number: '1',
	modifyDateTime: '2026-11-20T11:00:00Z',
	reservationStatus: 'Confirmed',
	roomStays: stays.length > 0 ? stays : [stay()],
	...changes,
});

function property(changes: Partial<PropertyState> = {}): PropertyState {
	return {
		...startProperty('2026-11-20T10:00:00Z'),
		listedAt: '2026-11-20T10:00:05Z',
		oldBefore: '2026-11-18T11:00',
		...changes,
	};
}

const listed = (changes: Partial<Listed> = {}): Listed => ({
	number: '1',
	state: 'Active',
	seenAt: SEEN,
	...changes,
});

function told(at: PropertyState, reservation: IDataObject | null, how: Partial<Listed> = {}): string[] {
	return decide(at, reservation, listed(how), ZONE).occurrences.map(({ event }) => event);
}

/** A property that has looked at the reservation in these states. */
function after(...states: IDataObject[]): PropertyState {
	const at = property();
	for (const one of states) remember(at.known, '1', decide(at, one, listed(), ZONE).remembered);
	return at;
}

const IN = { status: 'CheckedIn', actualCheckInDateTime: '2026-11-20T12:00' };
const OUT = { ...IN, status: 'CheckedOut', actualCheckOutDateTime: '2026-11-20T12:30' };

const OLD = { status: 'CheckedIn', actualCheckInDateTime: '2026-11-19T15:00' };

describe('a reservation that was looked at before', () => {
	it.each<[string, IDataObject, IDataObject, string[]]>([
		['nothing', details(), details(), []],
		['a payment', details(), details({ customerComment: 'paid' }), ['changed']],
		['a check-in', details(), details({}, stay(IN)), ['checkedIn']],
		['a check-in with its room', details(), details({}, stay({ ...IN, roomId: '5' })), ['checkedIn']],
		[
			'a check-in and another room',
			details({}, stay({ roomId: '4' })),
			details({}, stay({ ...IN, roomId: '5' })),
			['checkedIn', 'roomChanged'],
		],
		['check-in and check-out', details(), details({}, stay(OUT)), ['checkedIn', 'checkedOut']],
		['a check-out', details({}, stay(IN)), details({}, stay(OUT)), ['checkedOut']],
		['a check-out that is withdrawn', details({}, stay(OUT)), details({}, stay(IN)), ['changed']],
		['a check-in that is withdrawn', details({}, stay(IN)), details(), ['changed']],
		['a room', details(), details({}, stay({ room: '5' })), ['roomChanged']],
		['a room that is taken away', details({}, stay({ roomId: '5' })), details(), ['roomChanged']],
		[
			'another name of the same field',
			details({}, stay({ roomId: '5' })),
			details({}, stay({ room: '5', roomId: undefined })),
			[],
		],
		[
			'another room stay',
			details(),
			details({}, stay(), stay({ pmsRoomStayId: '71', roomId: '5' })),
			['changed'],
		],
		[
			'another order of stays',
			details({}, stay(), stay({ pmsRoomStayId: '71' })),
			details({}, stay({ pmsRoomStayId: '71' }), stay()),
			[],
		],
		[
			'a cancellation',
			details(),
			details({ reservationStatus: 'Cancelled' }, stay({ status: 'Cancelled' })),
			['cancelled'],
		],
		[
			'a change after it',
			details({ reservationStatus: 'Cancelled' }),
			details({ reservationStatus: 'Cancelled', customerComment: 'x' }),
			['changed'],
		],
		[
			'a reactivation',
			details({ reservationStatus: 'Cancelled' }, stay({ status: 'Cancelled' })),
			details({}, stay({ roomId: '5' })),
			['changed'],
		],
		[
			'another language',
			details({ creationSource: { id: '1', name: 'Online' } }),
			details({ creationSource: { id: '1', name: 'En ligne' } }),
			[],
		],
	])('%s', (_, before, now, events) => {
		expect(told(after(before), now)).toEqual(events);
	});

	it.each<[string, IDataObject, IDataObject, string[]]>([
		['had left', stay({ ...OUT, roomId: '5' }), stay({ ...OUT, roomId: '5' }), ['changed']],
		['were there', stay(IN), stay(IN), ['changed']],
		['were there, and have left since', stay(IN), stay(OUT), ['checkedOut']],
		[
			'were there, and have moved since',
			stay({ ...IN, roomId: '5' }),
			stay({ ...IN, roomId: '6' }),
			['roomChanged'],
		],
		['were to come, and came since', stay(), stay(IN), ['checkedIn']],
	])('is active again after a cancellation: guests who %s', (_, before, now, events) => {
		const cancelled = details({ reservationStatus: 'Cancelled' }, stay({ status: 'Cancelled' }));
		const changed = details(
			{ reservationStatus: 'Cancelled', customerComment: 'x' },
			stay({ status: 'Cancelled' }),
		);
		expect(told(after(details({}, before), cancelled, changed), details({}, now))).toEqual(events);
	});

	it.each<[string, IDataObject, string[]]>([
		[
			'had left before the start',
			{ ...OLD, status: 'CheckedOut', actualCheckOutDateTime: '2026-11-20T09:00' },
			['changed'],
		],
		['were in at the start', OLD, ['changed']],
		['were in at the start, and left since', { ...OUT, ...OLD, status: 'CheckedOut' }, ['checkedOut']],
		['came since', IN, ['checkedIn']],
		['came at a time that is not told', { status: 'CheckedIn' }, ['checkedIn']],
	])('is active again, and was only looked at while it was cancelled: guests who %s', (_, now, events) => {
		const cancelled = details({ reservationStatus: 'Cancelled' }, stay({ status: 'Cancelled' }));
		expect(told(after(cancelled), details({}, stay({ ...now, roomId: '5' })))).toEqual(events);
	});

	it('is there again after it was gone: guests who were in at the start are not told of', () => {
		const at = property();
		remember(at.known, '1', decide(at, null, listed(), ZONE).remembered);
		expect(told(at, details({}, stay(OLD)))).toEqual(['changed']);
	});

	it('is gone', () => {
		const at = after(details());
		expect(told(at, null)).toEqual(['changed']);
		remember(at.known, '1', decide(at, null, listed(), ZONE).remembered);
		expect(told(at, null)).toEqual([]);
		expect(recall(at.known, '1')).toMatchObject({ until: '2026-11-22T12:00', stays: [{ status: 'N' }] });
	});
});

describe('a reservation that was never looked at', () => {
	const known = (mark: string, changes: Partial<PropertyState> = {}) =>
		property({ known: { '1': mark }, ...changes });

	it.each<[string, PropertyState, IDataObject, Partial<Listed>, string[]]>([
		['is new if it was not listed', property(), details(), {}, ['new']],
		['a walk-in', property(), details({}, stay(IN)), {}, ['new', 'checkedIn']],
		[
			'made and cancelled',
			property(),
			details({ reservationStatus: 'Cancelled' }),
			{ state: 'Cancelled' },
			['cancelled'],
		],
		[
			'made before the start, as the search says',
			property(),
			details(),
			{ createdDateTime: '2026-11-20T09:59:59Z' },
			['changed'],
		],
		[
			'made after the start, although it was listed',
			known(LISTED.far),
			details(),
			{ createdDateTime: '2026-11-20T10:00:01Z' },
			['new'],
		],
		['changed before the start', property(), details({ modifyDateTime: '2026-11-20T09:59:59Z' }), {}, []],
		[
			'changed in the second of the start',
			property(),
			details({ modifyDateTime: '2026-11-20T10:00:00Z' }),
			{},
			['new'],
		],
		[
			'the same in the first poll',
			property({ fresh: true }),
			details({ modifyDateTime: '2026-11-20T10:00:00Z' }),
			{},
			[],
		],
		['listed before', known(LISTED.far), details(), {}, ['changed']],
		[
			'listed, but changed between the start and the list',
			known(LISTED.far),
			details({ modifyDateTime: '2026-11-20T10:00:05Z' }),
			{},
			['new'],
		],
		[
			'the same where the list tells times',
			known(LISTED.far, { listsTimes: true }),
			details({ modifyDateTime: '2026-11-20T10:00:05Z' }),
			{},
			['changed'],
		],
		['listed, now checked in', known(LISTED.near), details({}, stay(IN)), {}, ['checkedIn']],
		[
			'listed, checked in before the start',
			known(LISTED.near),
			details({}, stay({ ...IN, actualCheckInDateTime: '2026-11-20T10:59' })),
			{},
			['changed'],
		],
		[
			'listed, now checked out',
			known(LISTED.near),
			details({}, stay({ ...OUT, actualCheckInDateTime: '2026-11-19T15:00' })),
			{},
			['checkedOut'],
		],
		[
			'listed, now cancelled',
			known(LISTED.far),
			details({ reservationStatus: 'Cancelled' }),
			{},
			['cancelled'],
		],
		[
			'listed as cancelled',
			known(LISTED.cancelled),
			details({ reservationStatus: 'Cancelled' }),
			{},
			['changed'],
		],
		[
			'not listed, for it was over',
			property(),
			details({}, stay({ checkOutDateTime: '2026-11-18T10:59' })),
			{},
			['changed'],
		],
		[
			'not listed, but checked in before the start',
			property(),
			details({}, stay({ ...IN, actualCheckInDateTime: '2026-11-20T09:00' })),
			{},
			['changed'],
		],
		[
			'released, and found among the cancelled',
			known(LISTED.far),
			details({ reservationStatus: 'Released' }),
			{ state: 'Cancelled' },
			['cancelled'],
		],
	])('%s', (_, at, now, how, events) => {
		expect(told(at, now, how)).toEqual(events);
	});
});

describe('the memory', () => {
	it('keeps stays, times and rooms, and takes any number and room', () => {
		const known: KnownReservations = {};
		const entry = {
			cancelled: false,
			fingerprint: fingerprintOf(details()),
			modified: SEEN,
			seenAt: NaN,
			until: '2026-11-22T12:00',
			stays: [
				{ key: 'abcd', status: 'I' as const, roomId: 'a.b;c|1' },
				{ key: 'efgh', status: 'N' as const, roomId: '' },
			],
		};
		for (const number of ['1', 'constructor', '__proto__']) {
			expect(recall(known, number)).toBeUndefined();
			remember(known, number, entry);
			expect(recall(known, number)).toEqual(entry);
		}
		expect(Object.keys(JSON.parse(JSON.stringify(known)) as object)).toHaveLength(3);
	});

	it('forgets what is over for two weeks and not listed again; a change of it is none of a new one', () => {
		const at = after(details({ modifyDateTime: '2026-11-20T11:00:00Z' }));
		forgetOld({ ...at, readUntil: '2026-12-06T11:59:00Z' });
		expect(recall(at.known, '1')).toBeDefined();
		const later = { ...at, readUntil: '2026-12-06T12:01:00Z' };
		forgetOld(later);
		expect(later.known).toEqual({});
		expect(told(later, details({ modifyDateTime: '2026-12-07T11:00:00Z' }))).toEqual(['changed']);
	});

	it('of all properties is bounded: numbers stay longest, and what may be listed again keeps its state', () => {
		const at = property({ readUntil: '2026-11-30T12:00:00Z' });
		for (const [index, day] of [10, 20, 29].entries()) {
			const one = { ...listed(), number: `number-${index}` };
			const modifyDateTime = `2026-11-${day}T11:00:00Z`;
			remember(at.known, one.number, decide(at, details({ modifyDateTime }), one, ZONE).remembered);
		}
		const state = { version: 1 as const, properties: { a: at } };
		const size = JSON.stringify(at.known).length;
		boundState(state, size);
		expect(Object.values(at.known).map((value) => value.length > 1)).toEqual([true, true, true]);
		boundState(state, size - 10);
		expect(Object.values(at.known).map((value) => value.length > 1)).toEqual([false, true, true]);
		boundState(state, 10);
		expect(Object.keys(at.known)).toEqual(['number-2']);
	});
});
