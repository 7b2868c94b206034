import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { allowManyTokens } from '../support/clients';
import { failureOf } from '../support/failures';
import { byId, pmsNode, records, reservations, stayIn } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;

beforeAll(async () => {
	// Which stays have a room before the check-in depends on the day.
	const time = { anchor: '2031-05-01T00:00:00Z', now: '2031-05-02T12:00:00Z' };
	sandbox = await startSandbox({ seed: 47, properties: 1, bookings: 200, ...time });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

async function bodies(path: string): Promise<unknown[]> {
	const requests = await sandbox.requests({ path });
	return requests.filter(({ method }) => method !== 'GET').map(({ body }) => body);
}

async function failed(parameters: INodeParameters, input?: IDataObject[]) {
	return await failureOf((await pmsNode(sandbox, parameters)).execute(input));
}

describe('the country of birth', () => {
	async function update(parameters: INodeParameters): Promise<INodeParameters> {
		const guest = (await stayIn(sandbox, 'CheckedOut')).stay.guestsIds[0] ?? '';
		await sandbox.resetReport();
		return {
			resource: 'guest',
			operation: 'updateBirthCountry',
			pmsPersonId: byId(guest),
			countryCode: byId(''),
			...parameters,
		};
	}

	it('is removed when that was asked for', async () => {
		const parameters = await update({ removeCountry: true });
		await records(await pmsNode(sandbox, { ...parameters, removeCountry: false, countryCode: byId('NLD') }));
		expect(await records(await pmsNode(sandbox, parameters))).toEqual([
			expect.objectContaining({ success: true }),
		]);
		expect(await bodies('/birth-address')).toEqual([{ countryCode: 'NLD' }, { countryCode: null }]);
		const { value } = parameters.pmsPersonId as { value: string };
		expect(await sandbox.guest('1024', String(value))).toMatchObject({
			birthCountryCode: null,
		});
	});

	it.each<[string, INodeParameters, RegExp]>([
		['an empty choice', {}, /^Change of the birth country: not made\. Country of Birth is not a country\.$/],
		[
			'an expression that finds nothing',
			{ countryCode: byId('={{ $json.missing }}') },
			/is not a country\.$/,
		],
		['an expression that gives null', { countryCode: byId('={{ null }}') }, /is not a country\.$/],
		[
			'a switch that finds nothing',
			{ removeCountry: '={{ $json.missing }}' },
			/^Change of the birth country: not made\. Remove Country .*is neither true nor false\.$/,
		],
	])('is not removed by %s', async (_, parameters, message) => {
		expect((await failed(await update(parameters))).message).toMatch(message);
		expect((await sandbox.report()).requests).toBe(0);
	});
});

describe('the room of a stay', () => {
	async function stayWithRoom(): Promise<{
		number: string;
		stay: { pmsRoomStayId: string; roomId: string };
	}> {
		for (const { number, roomStays } of await reservations(sandbox)) {
			const stay = roomStays.find(({ status, roomId }) => status === 'New' && roomId !== null);
			if (stay) return { number, stay: stay as { pmsRoomStayId: string; roomId: string } };
		}
		throw new Error('There is no stay with a room');
	}

	async function roomNow(pmsRoomStayId: string): Promise<string | null | undefined> {
		const stays = (await reservations(sandbox)).flatMap(({ roomStays }) => roomStays);
		return stays.find((stay) => stay.pmsRoomStayId === pmsRoomStayId)?.roomId;
	}

	it('is taken away by Assign Room, when that was asked for', async () => {
		const { number, stay } = await stayWithRoom();
		const parameters = {
			resource: 'roomStay',
			operation: 'assignRoom',
			number,
			pmsRoomStayId: byId(stay.pmsRoomStayId),
			removeRoom: true,
		};
		expect(await records(await pmsNode(sandbox, parameters))).toEqual([
			{
				outcome: 'done',
				success: true,
				propertyId: '1024',
				number,
				pmsRoomStayId: stay.pmsRoomStayId,
				roomId: null,
			},
		]);
		expect(await bodies('/room')).toEqual([{ roomId: null }]);
		expect(await roomNow(stay.pmsRoomStayId)).toBeNull();
	});

	it('is taken away by Assign Rooms, when that was asked for', async () => {
		const { number, stay } = await stayWithRoom();
		const assignment = [{ pmsRoomStayId: byId(stay.pmsRoomStayId), removeRoom: true, roomId: byId('') }];
		const parameters = {
			resource: 'reservation',
			operation: 'assignRooms',
			number,
			assignments: { assignment },
		} as INodeParameters;
		expect(await records(await pmsNode(sandbox, parameters))).toEqual([
			{
				outcome: 'done',
				success: true,
				propertyId: '1024',
				number,
				assignments: [{ pmsRoomStayId: stay.pmsRoomStayId, roomId: null }],
			},
		]);
		expect(await roomNow(stay.pmsRoomStayId)).toBeNull();
	});

	it.each<[string, unknown]>([
		['an empty choice', ''],
		['an expression that finds nothing', '={{ $json.missing }}'],
		['an expression that gives null', '={{ null }}'],
	])('is not taken away by %s', async (_, value) => {
		const room = { pmsRoomStayId: byId('7'), roomId: byId(value as string) };
		const one = { resource: 'roomStay', operation: 'assignRoom', number: '1', ...room };
		expect((await failed(one)).message).toBe('Room assignment: not made. Room is empty.');
		const several = {
			resource: 'reservation',
			operation: 'assignRooms',
			number: '1',
			assignments: { assignment: [room] },
		} as INodeParameters;
		expect((await failed(several)).message).toBe(
			'Room assignments: not made. Room of the room stay 7 is empty.',
		);
		expect((await sandbox.report()).requests).toBe(0);
	});
});

describe('a dropdown', () => {
	it.each<[string, INodeParameters, string]>([
		['null', { propertyId: null }, 'Property is not set yet'],
		[
			'a locator of null',
			{ propertyId: { __rl: true, mode: 'list', value: null } },
			'Property is not set yet',
		],
		['missing', { propertyId: undefined } as unknown as INodeParameters, 'Property is not set yet'],
	])('says what to choose first where that is %s', async (_, parameters, message) => {
		const node = await pmsNode(sandbox, parameters);
		expect((await failureOf(node.search('searchRooms'))).message).toBe(message);
	});
});
