import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { resources } from '../../nodes/PartnerHotelPms/resources';
import { parameters as ofTrigger } from '../../nodes/PartnerHotelReservationTrigger/parameters';
import { failureOf } from '../support/failures';
import { byId, pmsTests, records, stayIn } from '../support/pms';

const { sandbox, pms, sent } = pmsTests();

const elsewhere = '/api/pms/v2/properties/{propertyId}/companies';
const ASSIGN = { resource: 'roomStay', operation: 'assignRoom' };
const options = { roomsRequestMethod: 'POST', roomsRequestPath: elsewhere };

/** A parameter with the fields of its collection, at any depth. */
function deep(parameter: INodeProperties): INodeProperties[] {
	const fields = (parameter.options ?? []).flatMap((option) =>
		'values' in option ? option.values : 'type' in option ? [option] : [],
	);
	return [parameter, ...fields.flatMap(deep)];
}

const operations = resources.flatMap(({ option, operations: all }) =>
	all.map((one) => ({ name: `${option.value} → ${one.option.value}`, fields: one.parameters.flatMap(deep) })),
);

/** Whether the user chooses a room or a room stay from a list, which shows rooms by name. */
function listsRooms(fields: INodeProperties[]): boolean {
	const methods = fields.flatMap(
		({ modes }) => modes?.map((mode) => mode.typeOptions?.searchListMethod) ?? [],
	);
	return methods.some((method) => method === 'searchRooms' || method === 'searchRoomStays');
}

describe('the address of the list of rooms', () => {
	it.each(operations.filter(({ fields }) => listsRooms(fields)))(
		'can be entered where rooms are shown by name: $name',
		({ fields }) => {
			const names = fields.map(({ name }) => name);
			expect(names).toEqual(expect.arrayContaining(['roomsRequestMethod', 'roomsRequestPath']));
		},
	);

	it.each([...operations, { name: 'the reservation trigger', fields: ofTrigger.flatMap(deep) }])(
		'is method and path: $name',
		({ fields }) => {
			const names = fields.map(({ name }) => name);
			expect(names.includes('roomsRequestMethod')).toBe(names.includes('roomsRequestPath'));
			const method = fields.find(({ name }) => name === 'roomsRequestMethod');
			if (!method) return;
			expect(method.displayName).toBe('Rooms Request Method');
			expect(method.options).toEqual([
				{ name: 'GET', value: 'GET' },
				{ name: 'POST', value: 'POST' },
			]);
			expect(method.default).toBe('GET');
		},
	);

	/** The list of rooms is answered there, with the room of a stay. */
	async function stayElsewhere(): Promise<{ number: string; pmsRoomStayId: INodeParameters }> {
		const { number, stay } = await stayIn(sandbox(), 'CheckedOut');
		await sandbox().fault({
			kind: 'body',
			body: { rooms: [{ id: stay.roomId, displayName: 'Attic' }], hasNextPage: false },
			match: { path: '/companies' },
			times: 9,
		});
		await sandbox().resetReport();
		return { number, pmsRoomStayId: byId(stay.pmsRoomStayId) };
	}

	async function expectRead(times = 1): Promise<void> {
		expect((await sent('/companies')).map(({ request }) => request.split(' ')[0])).toEqual(
			Array.from({ length: times }, () => 'POST'),
		);
		expect(await sent('/rooms')).toEqual([]);
	}

	it.each(['assignRoom', 'checkIn', 'checkOut', 'getPaymentSystems', 'processPayment', 'processRefund'])(
		'is that of the options in the list of room stays of %s',
		async (operation) => {
			const { number } = await stayElsewhere();
			const node = await pms({ resource: 'roomStay', operation, number, options });
			const { results } = await node.search('searchRoomStays');
			expect(results.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^Attic · /));
			await expectRead();
		},
	);

	it.each([
		['roomStay', 'assignRoom'],
		['reservation', 'assignRooms'],
		['reservation', 'search'],
	])('is that of the options in the list of rooms of %s → %s', async (resource, operation) => {
		await stayElsewhere();
		const node = await pms({ resource, operation, options });
		expect((await node.search('searchRooms')).results.map(({ name }) => name)).toEqual(['Attic']);
		await expectRead();
	});

	it.each(['get', 'search'])(
		'is that of the options for the names of reservations: %s',
		async (operation) => {
			const { number } = await stayElsewhere();
			await sandbox().fault({
				kind: 'body',
				body: { reservations: [{ number }], hasNextPage: false },
				match: { path: '/reservations/search' },
			});
			const chosen = { period: 'today', output: 'simplified' };
			const node = await pms({ resource: 'reservation', operation, number, ...chosen, options });
			const found = await records(node);
			expect(found.find((one) => one.number === number)?.roomNames).toContain('Attic');
			await expectRead();
		},
	);

	it('is that of the options for the names of available rooms and of the stays of a guest', async () => {
		const { stay } = await stayIn(sandbox(), 'CheckedOut');
		const { number } = await stayElsewhere();
		await records(await pms({ resource: 'reservation', operation: 'getAvailableRooms', number, options }));
		const pmsPersonId = byId(stay.guestsIds[0] ?? '');
		const stays = await records(
			await pms({ resource: 'guest', operation: 'getStays', pmsPersonId, options }),
		);
		expect(stays.map(({ roomName }) => roomName)).toContain('Attic');
		await expectRead(2);
	});

	it.each([
		['is none', 404],
		['takes another method', 405],
	])('that %s is said to be one that can be entered', async (_, status) => {
		await sandbox().fault({ kind: 'status', status, match: { path: '/rooms' } });
		const { description } = await failureOf((await pms(ASSIGN)).search('searchRooms'));
		expect(description).toContain("under Options as 'Rooms Request Method' and 'Rooms Request Path'");
	});

	it.each([
		['GET', 2],
		['POST', 1],
	])('is asked by %s after a failure as often as the operation that reads: %i', async (method, times) => {
		await sandbox().fault({ kind: 'status', status: 500, match: { path: '/companies' }, times: 9 });
		const node = await pms({ ...ASSIGN, options: { ...options, roomsRequestMethod: method } });
		await failureOf(node.search('searchRooms'));
		expect(await sent('/companies')).toHaveLength(times);
	});

	it('that is no path is refused', async () => {
		const node = await pms({ ...ASSIGN, options: { roomsRequestPath: 'api/pms' } });
		expect((await failureOf(node.search('searchRooms'))).message).toMatch(/^Rooms Request Path 'api\/pms' /);
	});

	it('read by one method is not taken for that of another', async () => {
		const { number } = await stayElsewhere();
		const shared = await pms({ resource: 'reservation', operation: 'get', number, options });
		await records(shared);
		shared.node.parameters.options = { roomsRequestPath: elsewhere };
		await records(shared);
		expect((await sent('/companies')).map(({ request }) => request.split(' ')[0])).toEqual(['POST', 'GET']);
	});
});
