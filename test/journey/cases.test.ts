import { inWords, type Anchor, type Moment } from '../../nodes/shared/journey/moment';
import type { Stay } from '../../nodes/shared/journey/stay';
import { verdictOn, type JourneyRules } from '../../nodes/shared/journey/verdict';

/** Each row of the table in docs/guestJourney.md. */

const ZONE = 'Europe/Berlin';
const at = (local: string) => Date.parse(`${local}:00+02:00`) / 1000;
const clock = (text: string) => Number(text.slice(0, 2)) * 3600 + Number(text.slice(3)) * 60;
const dayOf = (date: string) => Date.parse(date) / 86_400_000;

const moment = (anchor: Anchor, count: number, time = '10:00', unit: Moment['unit'] = 'days'): Moment => ({
	name: 'Mail',
	anchor,
	unit,
	count,
	time: clock(time),
});
const BEFORE = moment('beforeArrival', 3);

const STAY: Stay = {
	key: '20310501-1-1',
	isCancelled: false,
	bookedAt: at('2031-05-01T09:30'),
	arrival: '2031-05-20T14:00',
	departure: '2031-05-23T12:00',
	checkedIn: null,
	checkedOut: null,
	hasArrived: false,
	hasLeft: false,
	freeUntil: null,
	due: null,
};
const RULES: JourneyRules = {
	zone: ZONE,
	startedAt: at('2031-05-01T00:00'),
	lateSeconds: 12 * 3600,
	ifBookedLater: 'send',
	sendsAgain: false,
};

function look(
	one: Moment,
	now: string,
	{ stay, rules, sent }: { stay?: Partial<Stay>; rules?: Partial<JourneyRules>; sent?: string } = {},
) {
	const verdict = verdictOn(
		one,
		{ ...STAY, ...stay },
		{ ...RULES, ...rules },
		sent === undefined ? undefined : dayOf(sent),
		at(now),
	);
	const local = (seconds: number) => new Date((seconds + 7_200) * 1000).toISOString().slice(0, 16);
	return [verdict.state, verdict.dueAt === null ? null : local(verdict.dueAt), verdict.reason].filter(
		(part) => part !== '',
	);
}

const DUE = '2031-05-17T10:00';

describe('what a moment is counted from', () => {
	const CHECKED = { checkedIn: '2031-05-20T15:10', hasArrived: true };
	it.each<[Moment, string | null, Partial<Stay>?]>([
		[moment('beforeArrival', 3), '2031-05-17T10:00'],
		[moment('beforeArrival', 0), '2031-05-20T10:00'],
		[moment('beforeArrival', 72, '00:00', 'hours'), '2031-05-17T14:00'],
		[moment('afterArrival', 1, '18:00'), '2031-05-21T18:00'],
		[moment('afterArrival', 2, '00:00', 'hours'), '2031-05-20T16:00'],
		[moment('beforeDeparture', 0, '08:00'), '2031-05-23T08:00'],
		[moment('afterDeparture', 1), '2031-05-24T10:00'],
		[moment('afterBooking', 1, '00:00', 'hours'), '2031-05-01T10:30'],
		[moment('afterBooking', 1), '2031-05-02T10:00'],
		[moment('afterBooking', 1), null, { bookedAt: null }],
		[moment('afterCheckIn', 2, '00:00', 'hours'), '2031-05-20T17:10', CHECKED],
		[moment('afterCheckIn', 2, '00:00', 'hours'), null],
		[moment('afterCheckOut', 1), '2031-05-24T10:00', { ...CHECKED, checkedOut: '2031-05-23T09:00' }],
		[moment('afterCheckOut', 1), null, CHECKED],
		[moment('duringStay', 2, '18:00'), '2031-05-22T18:00'],
		[moment('duringStay', 4, '18:00'), null],
		[moment('beforeFreeCancellationEnds', 1), '2031-05-16T10:00', { freeUntil: at('2031-05-17T23:59') }],
		[moment('beforeFreeCancellationEnds', 1), null],
		[moment('notArrived', 0, '22:00'), '2031-05-20T22:00'],
		[moment('notArrived', 0, '22:00'), null, CHECKED],
		[moment('notDeparted', 0, '13:00'), '2031-05-23T13:00', CHECKED],
		[moment('notDeparted', 0, '13:00'), null],
		[moment('notDeparted', 0, '13:00'), null, { ...CHECKED, hasLeft: true }],
		[moment('amountDue', 2), '2031-05-18T10:00', { due: 120 }],
		[moment('amountDue', 2), null, { due: 0 }],
		[moment('amountDue', 2), null],
	])('%j is due at %s (%j)', (one, dueAt, stay = {}) => {
		const [state, found] = look(one, '2031-05-01T10:00', { stay });
		expect([state, dueAt === null ? null : found]).toEqual([dueAt === null ? 'never' : 'waits', dueAt]);
	});

	const ARRIVED = { hasArrived: true };
	it.each<[Moment, string, Partial<Stay>?]>([
		[moment('afterBooking', 1), 'When it was booked is not known', { bookedAt: null }],
		[moment('afterArrival', 1), 'The time of arrival is not known', { arrival: null }],
		[moment('afterArrival', 1), 'The time of arrival is not known', { arrival: '2031-05-20' }],
		[moment('afterDeparture', 1), 'The time of departure is not known', { departure: null }],
		[moment('afterCheckIn', 1), 'Not checked in'],
		[moment('afterCheckIn', 1), 'No time of the check-in is recorded', ARRIVED],
		[moment('afterCheckOut', 1), 'Not checked out'],
		[moment('afterCheckOut', 1), 'No time of the check-out is recorded', { hasLeft: true }],
		[moment('amountDue', 1), 'The amount due is not known'],
		[moment('amountDue', 1), 'No amount is due', { due: 0 }],
		[moment('beforeArrival', 1), 'The guest has arrived', ARRIVED],
		[moment('beforeArrival', 1), 'The time of arrival is not known', { arrival: null }],
		[moment('beforeDeparture', 1), 'The guest has left', { hasLeft: true }],
		[moment('beforeDeparture', 1), 'The time of departure is not known', { departure: null }],
		[moment('beforeFreeCancellationEnds', 1), 'No end of a free cancellation is known'],
		[moment('duringStay', 4, '18:00'), 'The stay is too short'],
		[moment('duringStay', 1), 'The time of arrival is not known', { arrival: null }],
		[moment('notArrived', 0), 'The guest has arrived', ARRIVED],
		[moment('notArrived', 0), 'The guest has arrived', { hasLeft: true }],
		[moment('notDeparted', 0), 'The guest has not arrived'],
		[moment('notDeparted', 0), 'The guest has left', { hasLeft: true }],
		[moment('beforeArrival', 1), 'Cancelled', { isCancelled: true }],
		[moment('beforeArrival', 1), 'Left out', { excluded: 'Left out' }],
	])('%j is not sent: %s (%j)', (one, reason, stay = {}) => {
		const found = look(one, '2031-05-01T10:00', { stay });
		expect([found[0], found.at(-1)]).toEqual(['never', reason]);
	});

	it.each<[Moment, string, string, Partial<Stay>?]>([
		[moment('afterArrival', 2, '13:00'), '2031-05-22T13:00', '2031-05-23T11:59'],
		[moment('afterBooking', 20), '2031-05-21T10:00', '2031-05-23T11:59'],
		[
			moment('beforeFreeCancellationEnds', 0),
			...(['2031-05-17T10:00', '2031-05-17T18:00'] as const),
			{ freeUntil: at('2031-05-17T18:00') },
		],
		[moment('notArrived', 0, '22:00'), '2031-05-20T22:00', '2031-05-23T11:59'],
	])('%j is sent from %s to %s (%j)', (one, first, last, stay = {}) => {
		const rules = { lateSeconds: 90 * 86_400 };
		expect(look(one, first, { stay, rules })[0]).toBe('now');
		expect(look(one, last, { stay, rules })[0]).toBe('now');
		const after = new Date(Date.parse(`${last}Z`) + 60_000).toISOString().slice(0, 16);
		expect(look(one, after, { stay, rules })[0]).toBe('missed');
	});

	it('a day of the stay that begins with the departure is none', () => {
		const stay = { departure: '2031-05-22T18:00' };
		expect(look(moment('duringStay', 2, '18:00'), '2031-05-10T10:00', { stay })).toEqual([
			...['never', null, 'The stay is too short'],
		]);
	});

	it.each<[Moment, Partial<Stay>?]>([
		[moment('afterDeparture', 1)],
		[moment('afterCheckOut', 1), { hasArrived: true, hasLeft: true, checkedOut: '2031-05-23T09:00' }],
		[moment('notDeparted', 0), ARRIVED],
	])('%j makes sense for ever (%j)', (one, stay = {}) => {
		const rules = { lateSeconds: 90 * 86_400 };
		expect(look(one, '2031-07-20T10:00', { stay, rules })[0]).toBe('now');
	});

	it('a guest who checks in early is no longer before the arrival', () => {
		const early = { checkedIn: '2031-05-19T20:00', hasArrived: true };
		const dayBefore = moment('beforeArrival', 1, '19:00');
		expect(look(dayBefore, '2031-05-19T19:59', { stay: early })[0]).toBe('now');
		expect(look(dayBefore, '2031-05-19T20:00', { stay: early })).toEqual([
			...['missed', '2031-05-19T19:00', 'The guest has arrived'],
		]);
	});

	it.each<[Moment, string]>([
		[moment('beforeArrival', 3), '3 days before arrival, at 10:00'],
		[moment('beforeArrival', 1, '09:05'), '1 day before arrival, at 09:05'],
		[moment('beforeArrival', 0), 'On the day of arrival, at 10:00'],
		[moment('afterCheckIn', 1, '00:00', 'hours'), '1 hour after the check-in'],
		[moment('duringStay', 1, '18:00'), 'Each day of the stay, at 18:00'],
		[moment('duringStay', 2, '18:00'), 'Each 2nd day of the stay, at 18:00'],
		[moment('duringStay', 3, '18:00'), 'Each 3rd day of the stay, at 18:00'],
		[moment('duringStay', 5, '18:00'), 'Each 5th day of the stay, at 18:00'],
		[moment('afterCheckIn', 0, '00:00', 'hours'), '0 hours after the check-in'],
		[moment('notArrived', 0, '22:00'), 'On the day of arrival, if not arrived, at 22:00'],
		[moment('amountDue', 2), '2 days before arrival, if an amount is due, at 10:00'],
	])('%j in words: %s', (one, words) => expect(inWords(one)).toBe(words));
});

describe('booked after the moment', () => {
	const stay = { bookedAt: at('2031-05-19T20:00') };
	it('is sent at once', () => {
		expect(look(BEFORE, '2031-05-19T20:01', { stay })).toEqual(['now', '2031-05-19T20:00']);
	});
	it('or skipped', () => {
		const rules = { ifBookedLater: 'skip' } as const;
		expect(look(BEFORE, '2031-05-19T20:01', { stay, rules })).toEqual([
			...['never', '2031-05-19T20:00', 'Booked after this moment'],
		]);
	});
	it('never after arrival', () => {
		const walkIn = { bookedAt: at('2031-05-20T16:00') };
		expect(look(BEFORE, '2031-05-20T16:01', { stay: walkIn })).toEqual([
			...['never', '2031-05-20T16:00', 'The guest has arrived'],
		]);
	});
});

describe('what days and hours mean', () => {
	// The clocks go back on 26 October, so these 3 days have 73 hours.
	const stay = { bookedAt: null, arrival: '2031-10-27T14:00', departure: '2031-10-29T12:00' };
	it('days are dates of the hotel', () => {
		expect(look(moment('beforeArrival', 3, '14:00'), '2031-10-01T00:00', { stay })[1]).toBe(
			'2031-10-24T14:00',
		);
	});
	it('hours are hours', () => {
		const hours = moment('beforeArrival', 72, '00:00', 'hours');
		expect(look(hours, '2031-10-01T00:00', { stay })[1]).toBe('2031-10-24T15:00');
	});
	it.each([
		['that comes twice is the later one', '2031-10-26', '02:30', '2031-10-26T03:30'],
		['that is skipped is as much later', '2031-03-30', '02:30', '2031-03-30T03:30'],
	])('a time %s', (_, date, time, dueAt) => {
		const found = look(moment('beforeArrival', 0, time), '2031-03-01T00:00', {
			stay: { bookedAt: null, arrival: `${date}T14:00`, departure: '2031-12-01T12:00' },
			rules: { startedAt: 0 },
		});
		expect(found[1]).toBe(dueAt);
	});
});

describe('n8n was down, or the workflow off', () => {
	it.each([
		['2031-05-17T09:59', ['waits', DUE]],
		['2031-05-17T10:00', ['now', DUE]],
		['2031-05-17T22:00', ['now', DUE]],
		['2031-05-17T22:01', ['missed', DUE, 'More than 12 hours late']],
	])('at %s', (now, expected) => expect(look(BEFORE, now)).toEqual(expected));

	it('not later than makes sense', () => {
		const morning = moment('beforeDeparture', 0, '08:00');
		expect(look(morning, '2031-05-23T11:59')).toEqual(['now', '2031-05-23T08:00']);
		expect(look(morning, '2031-05-23T12:00')).toEqual(['missed', '2031-05-23T08:00', 'The guest has left']);
	});
	it('nor after a guest who left early', () => {
		const stay = { hasArrived: true, hasLeft: true, checkedOut: '2031-05-23T07:00' };
		expect(look(moment('beforeDeparture', 0, '08:00'), '2031-05-23T08:00', { stay })[0]).toBe('never');
	});
});

describe('moved', () => {
	const stay = { arrival: '2031-05-25T14:00', departure: '2031-05-28T12:00' };
	it('before it was sent: moves along', () => {
		expect(look(BEFORE, '2031-05-17T10:00', { stay })).toEqual(['waits', '2031-05-22T10:00']);
	});
	it('after it was sent: not again', () => {
		expect(look(BEFORE, '2031-05-22T10:00', { stay, sent: '2031-05-17' })).toEqual([
			'sent',
			'2031-05-22T10:00',
		]);
	});
	it('or again, when its date has changed', () => {
		const rules = { sendsAgain: true };
		expect(look(BEFORE, '2031-05-22T10:00', { stay, rules, sent: '2031-05-17' })[0]).toBe('now');
		expect(look(BEFORE, '2031-05-22T10:00', { stay, rules, sent: '2031-05-22' })[0]).toBe('sent');
	});
});

describe('a condition that becomes true later', () => {
	it.each<[string, Moment, Partial<Stay>]>([
		['a filter', BEFORE, { excluded: "Filtered: 'Status' is Unconfirmed" }],
		['an amount', moment('amountDue', 3), { due: 0 }],
		['a cancellation that is taken back', BEFORE, { isCancelled: true }],
	])('%s: sent then, as long as the window is open', (_, one, stay) => {
		expect(look(one, '2031-05-17T12:00', { stay })[0]).toBe('never');
		expect(look(one, '2031-05-17T20:00', { stay: { due: 90 } })[0]).toBe('now');
		expect(look(one, '2031-05-17T23:00', { stay: { due: 90 } })[0]).toBe('missed');
	});
});

it('first activation: moments of the past do not count', () => {
	const rules = { startedAt: at('2031-05-17T10:01') };
	expect(look(BEFORE, '2031-05-17T10:02', { rules })).toEqual([
		...['never', DUE, 'Due before the workflow was switched on'],
	]);
	expect(look(moment('beforeArrival', 2), '2031-05-17T10:02', { rules })[0]).toBe('waits');
	const exactly = { startedAt: at('2031-05-17T10:00') };
	expect(look(BEFORE, '2031-05-17T10:02', { rules: exactly })[0]).toBe('now');
});

it('a stay that does not match is looked at again when it would be due, if another one can make it match', () => {
	const verdict = (stay: Partial<Stay>, now: string) =>
		verdictOn(BEFORE, { ...STAY, excluded: 'Left out', ...stay }, RULES, undefined, at(now));
	expect(verdict({ canMatchLater: true }, '2031-05-17T09:59').lookAt).toBe(at(DUE));
	expect(verdict({ canMatchLater: true }, DUE).lookAt).toBeUndefined();
	expect(verdict({}, '2031-05-17T09:59').lookAt).toBeUndefined();
});

it('an extended stay has its message on the new day', () => {
	const stay = { departure: '2031-05-25T12:00' };
	const morning = moment('beforeDeparture', 0, '08:00');
	expect(look(morning, '2031-05-23T08:00', { stay })).toEqual(['waits', '2031-05-25T08:00']);
});

describe('during the stay', () => {
	const daily = moment('duringStay', 1, '18:00');
	it('comes once a day', () => {
		expect(look(daily, '2031-05-21T18:00')).toEqual(['now', '2031-05-21T18:00']);
		expect(look(daily, '2031-05-21T18:01', { sent: '2031-05-21' })).toEqual(['waits', '2031-05-22T18:00']);
		expect(look(daily, '2031-05-22T18:00', { sent: '2031-05-22' })[0]).toBe('sent');
	});
	it('was sent for the last day, and not for those before', () => {
		expect(look(daily, '2031-05-23T18:00', { sent: '2031-05-22' })).toEqual(['sent', '2031-05-22T18:00']);
		expect(look(daily, '2031-05-22T18:00', { sent: '2031-05-21' })).toEqual(['now', '2031-05-22T18:00']);
	});
	it('ends with the departure', () => {
		const stay = { departure: '2031-05-22T18:00' };
		expect(look(daily, '2031-05-21T18:01', { stay, sent: '2031-05-21' })[0]).toBe('sent');
	});
	it('is looked at again for its first day while another guest could make it match', () => {
		const stay = { excluded: 'Left out', canMatchLater: true };
		const verdict = (now: string) => verdictOn(daily, { ...STAY, ...stay }, RULES, undefined, at(now));
		expect(verdict('2031-05-10T10:00')).toMatchObject({ state: 'never', lookAt: at('2031-05-21T18:00') });
		expect(verdict('2031-05-22T10:00')).toMatchObject({ state: 'never', lookAt: at('2031-05-22T18:00') });
		expect(verdict('2031-05-22T18:00').lookAt).toBeUndefined();
	});
	it('of several that are late, the last one', () => {
		expect(look(daily, '2031-05-22T19:00', { rules: { lateSeconds: 48 * 3600 } })).toEqual([
			...['now', '2031-05-22T18:00'],
		]);
	});
});

describe('sending hours', () => {
	const hours = (move: 'earlier' | 'later') => ({
		rules: { hours: { notBefore: clock('08:00'), notAfter: clock('21:00'), move } },
	});
	const night = moment('beforeArrival', 1, '23:00');
	it('move a message later', () => {
		expect(look(night, '2031-05-19T10:00', hours('later'))).toEqual(['waits', '2031-05-20T08:00']);
	});
	it('or earlier', () => {
		expect(look(night, '2031-05-19T10:00', hours('earlier'))).toEqual(['waits', '2031-05-19T21:00']);
	});
	it('never out of its time: then the other way', () => {
		const stay = { arrival: '2031-05-20T06:00' };
		expect(look(night, '2031-05-19T10:00', { ...hours('later'), stay })).toEqual([
			'waits',
			'2031-05-19T21:00',
		]);
	});
	it('or not at all', () => {
		const stay = { arrival: '2031-05-20T06:00', bookedAt: at('2031-05-20T01:00') };
		expect(look(night, '2031-05-20T01:01', { ...hours('later'), stay })).toEqual([
			...['never', '2031-05-20T01:00', 'None of the sending hours lies within its time'],
		]);
	});
	it.each([
		['20:00', 'later', '2031-05-19T20:00'],
		['23:00', 'later', '2031-05-19T23:00'],
		['05:00', 'later', '2031-05-19T05:00'],
		['06:00', 'later', '2031-05-19T06:00'],
		['06:01', 'later', '2031-05-19T20:00'],
		['19:59', 'earlier', '2031-05-19T06:00'],
	] as const)('over midnight: %s, moved %s, is %s', (time, move, dueAt) => {
		const rules = { hours: { notBefore: clock('20:00'), notAfter: clock('06:00'), move } };
		expect(look(moment('beforeArrival', 1, time), '2031-05-10T10:00', { rules })).toEqual(['waits', dueAt]);
	});
	it('also hold what is late', () => {
		const evening = moment('beforeArrival', 1, '20:00');
		expect(look(evening, '2031-05-19T22:00', hours('later'))).toEqual([
			...['waits', '2031-05-19T20:00', 'Outside of the sending hours'],
		]);
		expect(look(evening, '2031-05-20T08:00', hours('later'))[0]).toBe('now');
	});
});
