import type { IDataObject } from 'n8n-workflow';

import {
	actualTimeReadBack,
	roomsReadBack,
	seenRooms,
	seenTime,
	stayIn,
} from '../../nodes/PartnerHotelPms/resources/stayReadBack';
import type { Seen } from '../../nodes/shared/writes/readBack';
import { apiThatAnswers } from '../support/api';

const TIME = '2026-11-20T14:05';
const ids = { propertyId: '1024', number: 'R1', pmsRoomStayId: '7' };

describe('the actual time of a stay', () => {
	it.each<[string, string | undefined, Seen]>([
		['is not there', undefined, { outcome: 'notDone' }],
		['is what was sent', TIME, { outcome: 'done' }],
		['is what was sent, with seconds', `${TIME}:00`, { outcome: 'done' }],
		[
			'is another one',
			'2026-11-20T14:06',
			{ outcome: 'unknown', figures: 'The hotel has 2026-11-20T14:06, and 2026-11-20T14:05 was sent.' },
		],
	])('%s', (_, now, expected) => {
		expect(seenTime(now, TIME)).toEqual(expected);
	});

	const hotel = (stay: IDataObject) => ({ reservation: { roomStays: [{ pmsRoomStayId: '6' }, stay] } });

	it.each<[string, IDataObject, Seen]>([
		['in its own field', { pmsRoomStayId: '7', actualCheckInDateTime: TIME }, { outcome: 'done' }],
		['not in another field', { pmsRoomStayId: '7', actualCheckOutDateTime: TIME }, { outcome: 'notDone' }],
		['of the stay itself', { pmsRoomStayId: '8', actualCheckInDateTime: TIME }, { outcome: 'unknown' }],
	])('is looked for %s', async (_, stay, expected) => {
		const { api, sent } = apiThatAnswers(hotel(stay));
		expect(await actualTimeReadBack(ids, 'actualCheckInDateTime', TIME)(api)).toEqual(expected);
		expect(sent).toEqual([
			expect.objectContaining({ method: 'GET', pathParameters: { propertyId: '1024', number: 'R1' } }),
		]);
	});
});

describe('the rooms of stays', () => {
	const stays = (...rooms: Array<string | null>) => ({
		roomStays: rooms.map((roomId, index) => ({ pmsRoomStayId: String(index), roomId })),
	});
	const wanted = (...rooms: Array<string | null>) =>
		rooms.map((roomId, index) => ({ pmsRoomStayId: String(index), roomId }));

	it.each<[string, IDataObject, ReturnType<typeof wanted>, Seen]>([
		['is what was sent', stays('11'), wanted('11'), { outcome: 'done' }],
		['is another one', stays('12'), wanted('11'), { outcome: 'notDone' }],
		['is none yet', stays(null), wanted('11'), { outcome: 'notDone' }],
		['is none, as wanted', stays(null), wanted(null), { outcome: 'done' }],
		['was not removed', stays('11'), wanted(null), { outcome: 'notDone' }],
		['are all as sent', stays('11', '12'), wanted('11', '12'), { outcome: 'done' }],
		['are not as sent', stays('12', '11'), wanted('11', '12'), { outcome: 'notDone' }],
		[
			'are in part as sent',
			stays('11', '13', '14'),
			wanted('11', '12', '14'),
			{ outcome: 'unknown', figures: '2 of 3 room stays have the room that was sent.' },
		],
		['cannot be seen: a stay is gone', stays('11'), wanted('11', '12'), { outcome: 'unknown' }],
	])('%s', (_, reservation, rooms, expected) => {
		expect(seenRooms(reservation, rooms)).toEqual(expected);
	});

	it('are read from the reservation', async () => {
		const { api, sent } = apiThatAnswers({ reservation: stays('11') });
		expect(await roomsReadBack(ids, wanted('11'))(api)).toEqual({ outcome: 'done' });
		expect(sent).toHaveLength(1);
	});
});

it('a stay is found by its ID, whether a text or a number', () => {
	const reservation = { roomStays: [{ pmsRoomStayId: 6 }, { pmsRoomStayId: '7', roomId: '1' }] };
	expect(stayIn(reservation, '7')).toEqual({ pmsRoomStayId: '7', roomId: '1' });
	expect(stayIn(reservation, '6')).toEqual({ pmsRoomStayId: 6 });
	expect(stayIn(reservation, '5')).toBeUndefined();
	expect(stayIn({}, '5')).toBeUndefined();
});
