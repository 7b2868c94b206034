import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CredentialReference, Items } from '../../src/n8n/types.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import type { Stack } from '../../src/n8n/stack.mts';
import { CallableWorkflow } from '../../src/n8n/callable.mts';
import { byId, hotelNode } from '../../src/n8n/workflows.mts';
import { startTestStack } from './support/stack.mts';

interface Stay {
	pmsRoomStayId: string;
	status: string;
}

describe('the other nodes in n8n', () => {
	let stack: Stack;
	let credential: CredentialReference;
	let propertyId: string;
	let number: string;
	let stay: Stay;

	before(async () => {
		stack = await startTestStack('operations', { properties: 3, bookings: 150, limits: true });
		credential = await stack.sandboxCredential();
		propertyId = stack.sandbox.properties[0]?.id ?? '';
		({ number, stay } = await futureStay());
	});
	after(stopAllChildren);

	async function futureStay(): Promise<{ number: string; stay: Stay }> {
		const reservations = await stack.sandbox.control.reservations(propertyId, 1000);
		for (const reservation of reservations) {
			const found = reservation.roomStays.find(({ status }) => status === 'New');
			if (found) return { number: reservation.number, stay: found };
		}
		throw new Error('The sandbox has no stay that is still to come.');
	}

	async function run(
		area: Parameters<typeof hotelNode>[0],
		parameters: Record<string, unknown>,
	): Promise<Items> {
		const node = hotelNode(area, credential, { propertyId: byId(propertyId), ...parameters });
		return await (await CallableWorkflow.of(stack, [node])).call();
	}

	const roomStay = async (operation: string, parameters: Record<string, unknown>) =>
		await run('Pms', {
			resource: 'roomStay',
			operation,
			number,
			pmsRoomStayId: byId(stay.pmsRoomStayId),
			...parameters,
		});

	async function calledLast(pathPart: string): Promise<string> {
		const requests = await stack.sandbox.control.allRequests(pathPart);
		const { method, path, status } = requests.at(-1) ?? { method: '', path: '', status: 0 };
		return `${method} ${path} ${status}`;
	}

	const stayPath = () =>
		`/api/pms/v2/properties/${propertyId}/reservations/${number}/room-stays/${stay.pmsRoomStayId}`;

	test('Content reads the property, simplified', async () => {
		const [property] = await run('Content', { resource: 'property', operation: 'get' });
		assert.equal(property?.['id'], propertyId);
		assert.equal(typeof property?.['timeZone'], 'string');
	});

	test('Reference Data reads a dictionary', async () => {
		const methods = await run('ReferenceData', {
			resource: 'paymentMethod',
			operation: 'getAll',
			returnAll: true,
		});
		assert.ok(methods.some(({ code }) => code === 'BankCard'));
	});

	test('Search finds offers, with dates that n8n computes', async () => {
		const offers = await run('Search', {
			resource: 'roomStay',
			operation: 'getOffers',
			arrivalDate: '={{ $now.plus({ days: 40 }) }}',
			departureDate: '={{ $now.plus({ days: 42 }).toISODate() }}',
			adults: 2,
		});
		assert.ok(offers.length > 0);
		assert.ok(offers.every(({ nights, total }) => nights === 2 && typeof total === 'number'));
	});

	test('Room → Get Many reads the rooms of the property', async () => {
		const rooms = await run('Pms', { resource: 'room', operation: 'getAll', returnAll: true });
		assert.ok(rooms.length > 5);
		assert.equal(await calledLast('/rooms'), `GET /api/pms/v2/properties/${propertyId}/rooms 200`);
	});

	test('Reservation → Get Invoices reads the invoices', async () => {
		await run('Pms', { resource: 'reservation', operation: 'getInvoices', number });
		const path = `/api/pms/v2/properties/${propertyId}/reservations/${number}/invoices`;
		assert.equal(await calledLast('/invoices'), `GET ${path} 200`);
	});

	test('Occupancy → Get Daily reads more than 31 days, one item each', async () => {
		const days = await run('Pms', {
			resource: 'occupancy',
			operation: 'getDaily',
			period: 'custom',
			startStayDate: '2026-09-01',
			endStayDate: '2026-10-15',
		});
		assert.equal(days.length, 45);
		const path = `/api/pms-analytics/v1/properties/${propertyId}/daily-occupancy`;
		assert.equal(await calledLast('/daily-occupancy'), `GET ${path} 200`);
	});

	test('the storage is read: a booking by the ID of its event, its rooms and its stay units', async () => {
		const { control } = stack.sandbox;
		const booking = { arrivalDate: '2027-09-10', nights: 2, roomStays: 1, roomTypeCode: 'SUP' };
		const { id } = await control.createStorageBooking(propertyId, booking);
		const { id: inventoryBlockId } = await control.createStorageBlock(propertyId, {
			code: 'FAIR',
			startDate: '2027-09-10',
			nights: 2,
			rooms: 3,
		});
		const nights = await run('Pms', {
			resource: 'storageBooking',
			operation: 'get',
			bookingId: id,
			output: 'nights',
		});
		assert.deepEqual(
			nights.map(({ date, roomTypeCode }) => [date, roomTypeCode]),
			[
				['2027-09-10', 'SUP'],
				['2027-09-11', 'SUP'],
			],
		);
		const rooms = await run('Pms', {
			resource: 'storageInventory',
			operation: 'search',
			roomTypeCodes: "={{ ['STD', 'SUP'] }}",
			startDate: '2027-09-10',
			endDate: '2029-09-10',
			returnAll: true,
		});
		assert.equal(rooms.length, 2 * (2 * 365 + 1 + 1));
		const path = `/api/pms-integration-storage/v1/properties/${propertyId}`;
		assert.equal(await calledLast('/inventories/search'), `POST ${path}/inventories/search 200`);
		const [block] = await run('Pms', { resource: 'inventoryBlock', operation: 'get', inventoryBlockId });
		assert.equal(block?.['pmsSideCode'], 'FAIR');
		const [units] = await run('Pms', {
			resource: 'stayUnit',
			operation: 'calculate',
			firstStayDate: '2027-09-10',
			lastStayDate: '2027-09-11',
			pmsSideRatePlanCode: 'BAR1',
		});
		assert.equal(typeof units?.['stayUnits'], 'number');
	});

	test('Assign Room, payment, refund, check-in and check-out change one stay', async () => {
		const free = await run('Pms', { resource: 'reservation', operation: 'getAvailableRooms', number });
		const rooms = free.find(({ pmsRoomStayId }) => pmsRoomStayId === stay.pmsRoomStayId)?.['rooms'] as Array<{
			roomId: string;
		}>;
		await roomStay('assignRoom', { roomId: byId(rooms[0]?.roomId ?? '') });
		assert.equal(await calledLast('/room-stays/'), `PUT ${stayPath()}/room 204`);

		const [reservation] = await run('Pms', {
			resource: 'reservation',
			operation: 'get',
			number,
			output: 'raw',
		});
		for (const [action, value] of [
			['Payment', 20],
			['Refund', 5],
		] as const) {
			const [system] = await roomStay('getPaymentSystems', { paymentAction: action });
			const [done] = await roomStay(`process${action}`, {
				pmsPaymentSystemId: byId(String(system?.['pmsPaymentSystemId'])),
				amount: value,
				currencyCode: reservation?.['currencyCode'],
				actionDateTime: '={{ $now }}',
			});
			assert.deepEqual([done?.['success'], done?.['value']], [true, value]);
			assert.equal(await calledLast('/process-'), `POST ${stayPath()}/process-${action.toLowerCase()} 204`);
		}

		await roomStay('checkIn', { actualCheckInDateTime: '={{ $now }}' });
		assert.equal(await calledLast('/check-in'), `POST ${stayPath()}/check-in 204`);
		await roomStay('checkOut', { actualCheckOutDateTime: '={{ $now.plus({ minutes: 5 }) }}' });
		assert.equal(await calledLast('/check-out'), `POST ${stayPath()}/check-out 204`);

		const stays = await run('Pms', {
			resource: 'reservation',
			operation: 'get',
			number,
			output: 'roomStays',
		});
		const now = stays.find(({ pmsRoomStayId }) => pmsRoomStayId === stay.pmsRoomStayId);
		assert.equal(now?.['roomStayStatus'], 'CheckedOut');
		assert.equal(now?.['roomId'], rooms[0]?.roomId);
	});

	test('no request was answered 429', async () => {
		assert.equal((await stack.sandbox.control.report()).byStatus['429'], undefined);
	});
});
