import type { IDataObject } from 'n8n-workflow';

import { endOf, staysOf } from '../../nodes/PartnerHotelReservationTrigger/roomStays';

const of = (...roomStays: IDataObject[]): IDataObject => ({ roomStays });

it('a reservation that is gone, or has no stays, has none', () => {
	expect([staysOf('1', null), staysOf('1', of()), endOf(null), endOf(of())]).toEqual([[], [], '', '']);
});

it.each([
	['CheckedIn', 'in'],
	['checkedOut', 'out'],
	['CANCELLED', 'cancelled'],
	['New', 'new'],
	['NoShow', 'new'],
	[undefined, 'new'],
])('the status %s is %s', (status, expected) => {
	expect(staysOf('1', of({ status }))[0]?.status).toBe(expected);
});

it('recorded times are minutes; one that is not recorded is absent', () => {
	const [both, checkIn, none] = staysOf(
		'1',
		of(
			{ actualCheckInDateTime: '2026-11-20T15:00:59', actualCheckOutDateTime: '2026-11-22T11:30:00' },
			{ actualCheckInDateTime: '2026-11-20T15:00', actualCheckOutDateTime: null },
			{},
		),
	);
	expect(both?.recorded).toEqual({ in: '2026-11-20T15:00', out: '2026-11-22T11:30' });
	expect(Object.keys(checkIn?.recorded ?? {})).toEqual(['in']);
	expect(Object.keys(none?.recorded ?? { in: '' })).toEqual([]);
});

it('stays without an ID are told apart by their place, and by their reservation', () => {
	const keys = ['1', '2'].flatMap((number) => staysOf(number, of({}, {})).map(({ key }) => key));
	expect(new Set(keys).size).toBe(4);
	const [one] = staysOf('1', of({ pmsRoomStayId: '70' }));
	expect(staysOf('2', of({}, { pmsRoomStayId: '70' }))[1]?.key).toBe(one?.key);
});

it('ends with its last stay, in whatever order they are', () => {
	const ends = ['2026-11-22T11:00:00', '2026-11-24T11:00:00', '2026-11-21T11:00:00'];
	expect(endOf(of(...ends.map((checkOutDateTime) => ({ checkOutDateTime })), {}))).toBe('2026-11-24T11:00');
});
