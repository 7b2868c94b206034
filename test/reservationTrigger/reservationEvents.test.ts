import type { IDataObject } from 'n8n-workflow';

import { rememberRecorded } from '../../nodes/PartnerHotelReservationTrigger/frontDesk';
import {
	fingerprintOf,
	isLookedAt,
	recall,
	rememberReservation,
	rememberListed,
} from '../../nodes/PartnerHotelReservationTrigger/knownReservations';
import {
	decide,
	isCreationUnsure,
	type Listed,
} from '../../nodes/PartnerHotelReservationTrigger/reservationEvents';
import { boundReservationMemory, forgetOld } from '../../nodes/PartnerHotelReservationTrigger/retention';
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

/** Looks at the reservation: what happened is remembered, as in a poll. */
function look(at: PropertyState, reservation: IDataObject | null, how: Partial<Listed> = {}): string[] {
	const about = listed(how);
	const { occurrences, remembered, recorded } = decide(at, reservation, about, ZONE);
	rememberReservation(at, about.number, remembered);
	for (const [key, times] of recorded) rememberRecorded(at.recorded, key, times);
	return occurrences.map(({ event }) => event);
}

/** A property that has looked at the reservation in these states. */
function after(...states: IDataObject[]): PropertyState {
	const at = property();
	for (const one of states) look(at, one);
	return at;
}

const IN = { status: 'CheckedIn', actualCheckInDateTime: '2026-11-20T12:00' };
const OUT = { ...IN, status: 'CheckedOut', actualCheckOutDateTime: '2026-11-20T12:30' };

const OLD = { status: 'CheckedIn', actualCheckInDateTime: '2026-11-19T15:00' };

/** A reservation that was listed, and no more is known of it. */
function known(changes: Partial<PropertyState> = {}, isCancelled = false): PropertyState {
	const at = property(changes);
	rememberListed(at, '1', isCancelled);
	return at;
}

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
		look(at, null);
		expect(told(at, details({}, stay(OLD)))).toEqual(['changed']);
	});

	it('is gone', () => {
		const at = after(details());
		expect(told(at, null)).toEqual(['changed']);
		look(at, null);
		expect(told(at, null)).toEqual([]);
		expect(recall(at, '1')).toMatchObject({ until: '2026-11-22T12:00', stays: [{ status: 'new' }] });
	});
});

describe('a reservation that was never looked at', () => {
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
			known(),
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
		['listed before', known(), details(), {}, ['changed']],
		[
			'listed, but changed between the start and the list',
			known(),
			details({ modifyDateTime: '2026-11-20T10:00:05Z' }),
			{},
			['new'],
		],
		[
			'the same where the list tells times',
			known({ listsTimes: true }),
			details({ modifyDateTime: '2026-11-20T10:00:05Z' }),
			{},
			['changed'],
		],
		[
			'not remembered, made when the latest of those that were forgotten was looked at',
			property({ forgetsNumbers: true, numbersOnlyUntil: '2026-11-20T10:30:00Z' }),
			details(),
			{ createdDateTime: '2026-11-20T10:30:00Z' },
			['changed'],
		],
		[
			'not remembered, made since',
			property({ forgetsNumbers: true, numbersOnlyUntil: '2026-11-20T10:30:00Z' }),
			details(),
			{ createdDateTime: '2026-11-20T10:30:01Z' },
			['new'],
		],
		[
			'not remembered where no number was forgotten',
			property({ numbersOnlyUntil: '2026-11-20T10:30:00Z' }),
			details(),
			{ createdDateTime: '2026-11-20T10:30:00Z' },
			['new'],
		],
		['listed, now checked in', known(), details({}, stay(IN)), {}, ['checkedIn']],
		[
			'listed, checked in before the start',
			known(),
			details({}, stay({ ...IN, actualCheckInDateTime: '2026-11-20T10:59' })),
			{},
			['changed'],
		],
		[
			'listed, now checked out',
			known(),
			details({}, stay({ ...OUT, actualCheckInDateTime: '2026-11-19T15:00' })),
			{},
			['checkedOut'],
		],
		['listed, now cancelled', known(), details({ reservationStatus: 'Cancelled' }), {}, ['cancelled']],
		['listed as cancelled', known({}, true), details({ reservationStatus: 'Cancelled' }), {}, ['changed']],
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
			'without a status, and found among the active',
			known(),
			details({ reservationStatus: undefined }),
			{},
			['changed'],
		],
		[
			'without a status, and found among the cancelled',
			known(),
			details({ reservationStatus: undefined }),
			{ state: 'Cancelled' },
			['cancelled'],
		],
		[
			'released, and found among the active',
			known(),
			details({ reservationStatus: 'Released' }),
			{},
			['changed'],
		],
		...['NotReleased', 'ReleasedToday', 'NotCancelled', 'CancelledInPart', 'Confirmed'].map(
			(reservationStatus): [string, PropertyState, IDataObject, Partial<Listed>, string[]] => [
				`${reservationStatus}, although it is found among the cancelled`,
				known(),
				details({ reservationStatus }),
				{ state: 'Cancelled' },
				['changed'],
			],
		),
		[
			'cancelled, although it is found among the active',
			known(),
			details({ reservationStatus: 'CANCELLED' }),
			{},
			['cancelled'],
		],
		[
			'made in the second of the start, and not listed',
			property(),
			details(),
			{ createdDateTime: '2026-11-20T10:00:00Z' },
			['new'],
		],
		[
			'made in the second of the start, and listed',
			known(),
			details(),
			{ createdDateTime: '2026-11-20T10:00:00Z' },
			['changed'],
		],
		[
			'changed after the start, in the first poll',
			property({ fresh: true }),
			details({ modifyDateTime: '2026-11-20T10:00:01Z' }),
			{},
			['new'],
		],
		[
			'checked in without a time, and listed',
			known(),
			details({}, stay({ status: 'CheckedIn' })),
			{},
			['changed'],
		],
		[
			'not listed, with one guest who came before the start',
			property(),
			details({}, stay(), stay({ ...OLD, pmsRoomStayId: '71' })),
			{},
			['changed'],
		],
		[
			'not listed, with a guest who came in the minute of the start',
			property(),
			details({}, stay({ ...IN, actualCheckInDateTime: '2026-11-20T11:00' })),
			{},
			['new', 'checkedIn'],
		],
		[
			'over in the minute of what may have been forgotten',
			property(),
			details({}, stay({ checkOutDateTime: '2026-11-18T11:00' })),
			{},
			['new'],
		],
		['without an end', property(), details({}, stay({ checkOutDateTime: null })), {}, ['new']],
		[
			'over, and made in the second since which times are remembered',
			property({ recordedSince: '2026-11-20T10:30:00Z' }),
			details({}, stay({ checkOutDateTime: '2026-11-18T10:59' })),
			{ createdDateTime: '2026-11-20T10:30:00Z' },
			['new'],
		],
		[
			'released, and found among the cancelled',
			known(),
			details({ reservationStatus: 'Released' }),
			{ state: 'Cancelled' },
			['cancelled'],
		],
	])('%s', (_, at, now, how, events) => {
		expect(told(at, now, how)).toEqual(events);
	});
});

describe('cancelled, where cancelled ones were not searched for a time', () => {
	const cancelled = details({ reservationStatus: 'Cancelled' });

	it.each([
		['in that time', '2026-11-20T11:00:01Z', []],
		['in its last second', '2026-11-20T11:00:00Z', ['cancelled']],
		['after it', '2026-11-20T10:59:59Z', ['cancelled']],
	])('%s', (_, cancelledSearchedSince, events) => {
		expect(told(property({ cancelledSearchedSince }), cancelled, { state: 'Cancelled' })).toEqual(events);
	});
});

describe('whether only the booking tells if a reservation was made since the start', () => {
	const looked = property();
	look(looked, details());

	it.each<[string, boolean, PropertyState, IDataObject | null, Partial<Listed>]>([
		['changed after the list of before was complete', false, property(), details(), {}],
		['the list is not complete', true, property({ listedAt: undefined }), details(), {}],
		['changed before it was', true, property({ listedAt: '2026-11-20T11:00:00Z' }), details(), {}],
		['listed before it was', true, property(), details(), { unsure: true }],
		[
			'changed before the start',
			false,
			property({ start: '2026-11-20T11:00:01Z' }),
			details(),
			{ unsure: true },
		],
		[
			'the search tells',
			false,
			property(),
			details(),
			{ unsure: true, createdDateTime: '2026-11-20T10:30:00Z' },
		],
		['looked at before', false, looked, details(), { unsure: true }],
		['numbers were forgotten', true, property({ forgetsNumbers: true }), details(), {}],
		['numbers were forgotten, but not this one', false, known({ forgetsNumbers: true }), details(), {}],
		[
			'numbers were forgotten, but it was changed before the start',
			false,
			property({ forgetsNumbers: true, start: '2026-11-20T11:00:01Z' }),
			details(),
			{},
		],
	])('%s: %s', (_, isUnsure, at, reservation, how) => {
		expect(isCreationUnsure(at, reservation, listed(how))).toBe(isUnsure);
	});
});

describe('a check-in and a check-out, each with its time', () => {
	const WEEKS_LATER = Date.parse('2026-12-20T12:00:00Z') / 1000;

	/** A poll four weeks later, when everything of this stay is over. */
	function muchLater(at: PropertyState): PropertyState {
		const later = { ...at, readUntil: '2026-12-20T12:00:00Z' };
		forgetOld(later);
		return later;
	}

	it.each<[string, Partial<Listed>]>([
		['numbers only', {}],
		['times', { createdDateTime: '2026-11-20T10:30:00Z' }],
	])('a payment long after the departure is `changed`, nothing else (the search tells %s)', (_, how) => {
		const at = property();
		expect(look(at, details({}, stay(OUT)), how)).toEqual(['new', 'checkedIn', 'checkedOut']);
		const later = muchLater(at);
		expect(later.known).toEqual({});
		expect(later.recorded).toEqual({});
		const paid = details({ modifyDateTime: '2026-12-20T11:59:00Z' }, stay(OUT));
		expect(told(later, paid, { ...how, seenAt: WEEKS_LATER })).toEqual(['changed']);
	});

	it('a reservation that is forgotten because there are too many tells them once', () => {
		const at = property();
		expect(look(at, details({}, stay(IN)))).toEqual(['new', 'checkedIn']);
		at.known = {};
		expect(look(at, details({ customerComment: 'paid' }, stay(IN)), { state: 'Active' })).toEqual(['new']);
		rememberListed(at, '1', false);
		expect(told(at, details({ customerComment: 'again' }, stay(OUT)))).toEqual(['checkedOut']);
	});

	it('a corrected time is `changed`; one that was withdrawn and is recorded anew is a new one', () => {
		const at = after(details(), details({}, stay(IN)));
		const corrected = { ...IN, actualCheckInDateTime: '2026-11-20T12:20' };
		expect(look(at, details({}, stay(corrected)))).toEqual(['changed']);
		expect(look(at, details())).toEqual(['changed']);
		expect(look(at, details({}, stay(corrected)))).toEqual(['checkedIn']);
	});

	it('belong to the stay: in another reservation, or a stay that was away, they are not told again', () => {
		const at = after(details({}, stay(IN), stay({ pmsRoomStayId: '71' })));
		expect(look(at, details({}, stay({ pmsRoomStayId: '71' })))).toEqual(['changed']);
		expect(look(at, details({}, stay(IN)), { number: '2' })).toEqual(['new']);
		expect(look(at, details({}, stay(IN), stay({ pmsRoomStayId: '71' })))).toEqual(['changed']);
	});

	it('before the start, and older than what is remembered, they are not told', () => {
		const at = after(details());
		const early = { ...IN, actualCheckInDateTime: '2026-11-20T10:59' };
		expect(told(at, details({}, stay(early)))).toEqual(['changed']);
		at.recordedSince = '2026-11-20T12:00:00Z';
		expect(told(at, details({}, stay({ ...IN, actualCheckInDateTime: '2026-11-20T12:59' })))).toEqual([
			'changed',
		]);
		expect(told(at, details({}, stay({ ...IN, actualCheckInDateTime: '2026-11-20T13:00' })))).toEqual([
			'checkedIn',
		]);
	});

	it('stays without an ID are told apart by their place, with numbers as with texts', () => {
		const without = (changes: IDataObject) => stay({ pmsRoomStayId: '', ...changes });
		const at = after(details({}, without({}), without({})));
		expect(look(at, details({}, without(IN), without({})))).toEqual(['checkedIn']);
		expect(look(at, details({}, without(IN), without(IN)))).toEqual(['checkedIn']);
		const numbered = after(details({}, stay({ pmsRoomStayId: 70 })));
		expect(look(numbered, details({}, stay({ ...IN, pmsRoomStayId: 70 })))).toEqual(['checkedIn']);
	});

	it('the first room of a guest who is there is no change of rooms', () => {
		const at = after(details({}, stay(IN)));
		expect(told(at, details({}, stay({ ...IN, roomId: '5' })))).toEqual(['changed']);
	});

	it('are remembered for two weeks, and only forgotten once nothing waits', () => {
		const at = after(details({}, stay(IN)));
		forgetOld({ ...at, readUntil: '2026-12-04T10:59:00Z' });
		expect(Object.keys(at.recorded)).toHaveLength(1);
		const waiting = {
			...at,
			readUntil: '2026-12-20T12:00:00Z',
			backlog: [{ number: '2', state: 'Active' as const }],
		};
		forgetOld(waiting);
		expect(Object.keys(waiting.recorded)).toHaveLength(1);
		forgetOld({ ...at, readUntil: '2026-12-04T12:01:00Z' });
		expect(at.recorded).toEqual({});
	});
});

describe('the memory', () => {
	it('keeps stays, times and rooms, and takes any number and room', () => {
		const at = property();
		const entry = {
			cancelled: false,
			fingerprint: fingerprintOf(details()),
			modified: SEEN,
			seenAt: NaN,
			until: '2026-11-22T12:00',
			stays: [
				{ key: 'abcd', status: 'in' as const, roomId: 'a.b;c|1' },
				{ key: 'efgh', status: 'new' as const, roomId: '' },
			],
		};
		for (const number of ['1', 'constructor', '__proto__']) {
			expect(recall(at, number)).toBeUndefined();
			rememberListed(at, number, false);
			expect(recall(at, number)).toBe('listed');
			rememberReservation(at, number, entry);
			expect(recall(at, number)).toEqual(entry);
			rememberListed(at, number, true);
			expect(recall(at, number)).toBe('listedCancelled');
			rememberReservation(at, number, entry);
		}
		expect(Object.keys(JSON.parse(JSON.stringify(at.known)) as object)).toHaveLength(3);
		expect([at.listed, at.listedCancelled]).toEqual(['', '']);
	});

	it('forgets what is over for two weeks; a change of it is none of a new one', () => {
		const at = after(details({ modifyDateTime: '2026-11-20T11:00:00Z' }));
		forgetOld({ ...at, readUntil: '2026-12-06T11:59:00Z' });
		expect(recall(at, '1')).toBeDefined();
		const later = { ...at, readUntil: '2026-12-06T12:01:00Z' };
		forgetOld(later);
		expect(later.known).toEqual({});
		expect(told(later, details({ modifyDateTime: '2026-12-07T11:00:00Z' }))).toEqual(['changed']);
	});

	it('of all properties is bounded: first the states seen longest ago become numbers', () => {
		const at = property();
		for (const [index, seconds] of [10, 20, 30].entries())
			look(at, details({}, stay({ pmsRoomStayId: `stay-${index}` })), {
				number: `number-${index}`,
				seenAt: SEEN + seconds,
			});
		const lookedAt = () => [0, 1, 2].map((index) => isLookedAt(recall(at, `number-${index}`)));
		const state = { version: 1 as const, properties: { a: at } };
		const size = JSON.stringify(at.known).length;
		boundReservationMemory(state, size);
		expect(lookedAt()).toEqual([true, true, true]);
		boundReservationMemory(state, size - 10);
		expect(lookedAt()).toEqual([false, true, true]);
		expect(recall(at, 'number-0')).toBe('listed');
		boundReservationMemory(state, 40);
		expect(lookedAt()).toEqual([false, false, false]);
		boundReservationMemory(state, 5);
		expect(at.listed).toBe('');
	});

	it('of which only the number is left: what was told of its creation and cancellation is not told again', () => {
		const created = { createdDateTime: '2026-11-20T10:30:00Z' };
		const cancelled = {
			...details({ reservationStatus: 'Cancelled' }),
			modifyDateTime: '2026-11-20T11:30:00Z',
		};
		const [active, gone] = [property({ listsTimes: true }), property({ listsTimes: true })];
		expect(look(active, details(), created)).toEqual(['new']);
		expect(look(gone, cancelled, { ...created, state: 'Cancelled' })).toEqual(['cancelled']);
		for (const at of [active, gone]) {
			boundReservationMemory({ version: 1, properties: { a: at } }, 20);
			expect(isLookedAt(recall(at, '1'))).toBe(false);
		}
		const later = { modifyDateTime: '2026-11-25T11:30:00Z' };
		expect(told(active, details(later), created)).toEqual(['changed']);
		expect(told(gone, { ...cancelled, ...later }, { ...created, state: 'Cancelled' })).toEqual(['changed']);
		// One that was made since, and is listed before it is looked at, is new.
		rememberListed(active, '2', false);
		const made = { number: '2', createdDateTime: '2026-11-24T10:30:00Z' };
		expect(told(active, details({ ...later, number: '2' }), made)).toEqual(['new']);
	});

	it('that is too small for the recorded times tells none of those that were forgotten', () => {
		const at = after(details({}, stay(IN)));
		boundReservationMemory({ version: 1, properties: { a: at } }, 30);
		expect(at.recorded).toEqual({});
		expect(told(at, details({ customerComment: 'paid' }, stay(IN)))).not.toContain('checkedIn');
	});
});

describe('what is told of an event', () => {
	const occurrences = (at: PropertyState, now: IDataObject, how: Partial<Listed> = {}) =>
		decide(at, now, listed(how), ZONE).occurrences;

	it.each<[string, PropertyState, IDataObject, string]>([
		['made', property(), details(), 'new'],
		['changed', after(details()), details({ customerComment: 'x' }), 'changed'],
		['cancelled', after(details()), details({ reservationStatus: 'Cancelled' }), 'cancelled'],
	])('a reservation that was %s is told as a whole', (_, at, now, event) => {
		expect(occurrences(at, now)).toEqual([{ event, stays: [] }]);
	});

	it('a check-in names the stay and its room, or that it has none', () => {
		const two = details({}, stay(), stay({ pmsRoomStayId: '71' }));
		const came = details({}, stay(IN), stay({ ...IN, pmsRoomStayId: '71', roomId: '5' }));
		const [{ stays } = { stays: [] }] = occurrences(after(two), came);
		expect(stays).toEqual([
			{ key: expect.stringMatching(/^.{8}$/) as string, pmsRoomStayId: '70', roomId: null },
			{ key: expect.stringMatching(/^.{8}$/) as string, pmsRoomStayId: '71', roomId: '5' },
		]);
	});

	it.each([
		['5', '6'],
		[null, '6'],
		['5', null],
	])('another room names that of before: %s, %s', (before, now) => {
		const [{ stays } = { stays: [] }] = occurrences(
			after(details({}, stay({ roomId: before }))),
			details({}, stay({ roomId: now })),
		);
		expect(stays).toEqual([
			{ key: expect.any(String) as string, pmsRoomStayId: '70', roomId: now, previousRoomId: before },
		]);
	});

	it('one that was looked at is not made, whatever its time of creation', () => {
		const now = details({ customerComment: 'x' });
		const how = { createdDateTime: '2026-11-20T10:30:00Z' };
		expect(occurrences(after(details()), now, how).map(({ event }) => event)).toEqual(['changed']);
	});

	it('a departure that was seen is not told again when its time is forgotten', () => {
		const at = after(details(), details({}, stay(OUT)));
		at.recorded = {};
		expect(told(at, details({ customerComment: 'x' }, stay(OUT)))).toEqual(['changed']);
	});
});

describe('what is remembered', () => {
	const decided = (at: PropertyState, now: IDataObject) => decide(at, now, listed(), ZONE);

	it('a check-in without a time has that of the look, as a hotel-local minute', () => {
		const { recorded } = decided(property(), details({}, stay({ status: 'CheckedIn' })));
		expect([...recorded.values()]).toEqual([{ in: '2026-11-20T13:00' }]);
	});

	it('times of a cancelled stay, and of a cancelled reservation, are none', () => {
		const one = details({}, stay(IN), stay({ ...IN, pmsRoomStayId: '71', status: 'Cancelled' }));
		expect(decided(property(), one).recorded.size).toBe(1);
		const all = details({ reservationStatus: 'Cancelled' }, stay(IN));
		expect(decided(property(), all).recorded.size).toBe(0);
	});

	it('the end and the stays are those of now, as long as it is there', () => {
		const now = details({}, stay({ checkOutDateTime: '2026-11-25T12:00', roomId: '9' }));
		expect(decided(after(details()), now).remembered).toMatchObject({
			until: '2026-11-25T12:00',
			stays: [{ status: 'new', roomId: '9' }],
		});
	});
});
