import {
	forgetRecorded,
	keepLatestTimes,
	recordedNow,
	recordedOf,
	rememberRecorded,
	type Recorded,
	type RecordedTimes,
} from '../../nodes/PartnerHotelReservationTrigger/frontDesk';
import type { RoomStay, StayStatus } from '../../nodes/PartnerHotelReservationTrigger/roomStays';

const NOON = '2026-11-20T12:00';
const ONE = '2026-11-20T13:00';
const TWO = '2026-11-20T14:00';

const stay = (status: StayStatus, recorded: Recorded = {}): RoomStay => ({
	key: 'a',
	pmsRoomStayId: '70',
	status,
	roomId: '',
	recorded,
});

function timesOf(entries: Record<string, Recorded>): RecordedTimes {
	const times: RecordedTimes = {};
	for (const [key, recorded] of Object.entries(entries)) rememberRecorded(times, key, recorded);
	return times;
}

it.each<[string, Recorded]>([
	['nothing', {}],
	['a check-in', { in: NOON }],
	['a check-out without a check-in', { out: NOON }],
	['both', { in: NOON, out: ONE }],
])('remembers %s', (_, recorded) => {
	const times = timesOf({ a: recorded });
	expect(recordedOf(times, 'a')).toEqual(recorded);
	expect(Object.keys(times)).toHaveLength(Object.keys(recorded).length > 0 ? 1 : 0);
});

it('a withdrawn time replaces what was remembered', () => {
	const times = timesOf({ a: { in: NOON, out: ONE } });
	rememberRecorded(times, 'a', { in: NOON });
	expect(recordedOf(times, 'a')).toEqual({ in: NOON });
	rememberRecorded(times, 'a', {});
	expect(times).toEqual({});
});

it('knows nothing of a stay with a name that every object has', () => {
	expect(recordedOf({}, 'constructor')).toEqual({});
});

it.each<[StayStatus, Recorded, Recorded, Recorded]>([
	['new', {}, {}, {}],
	['new', { in: NOON }, { in: NOON }, {}],
	['cancelled', { in: NOON }, { in: NOON }, {}],
	['in', { in: NOON }, {}, { in: NOON }],
	['in', { in: NOON, out: ONE }, {}, { in: NOON }],
	['in', {}, { in: NOON }, { in: NOON }],
	['in', {}, {}, { in: TWO }],
	['out', { in: NOON, out: ONE }, {}, { in: NOON, out: ONE }],
	['out', { out: ONE }, { in: NOON }, { in: NOON, out: ONE }],
	['out', {}, { in: NOON }, { in: NOON, out: TWO }],
])('a stay that is %s, recorded %j, known %j: %j', (status, recorded, before, expected) => {
	expect(recordedNow(stay(status, recorded), before, TWO)).toEqual(expected);
});

it('forgets a stay when both its times are earlier', () => {
	const times = timesOf({ early: { in: NOON }, late: { in: NOON, out: TWO }, onlyOut: { out: ONE } });
	forgetRecorded(times, ONE);
	expect(Object.keys(times)).toEqual(['late', 'onlyOut']);
	forgetRecorded(times, TWO);
	expect(Object.keys(times)).toEqual(['late']);
});

it.each<[number, string[], string | undefined]>([
	[4, ['second', 'first', 'third'], undefined],
	[3, ['second', 'first', 'third'], undefined],
	[2, ['second', 'third'], NOON],
	[1, ['third'], ONE],
	[0, [], TWO],
])('of three keeps the latest %i', (most, kept, forgotten) => {
	const times = timesOf({ second: { in: ONE }, first: { in: NOON }, third: { in: NOON, out: TWO } });
	expect(keepLatestTimes(times, most)).toBe(forgotten);
	expect(Object.keys(times)).toEqual(kept);
});
