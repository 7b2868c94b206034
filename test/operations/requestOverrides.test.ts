import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { resources } from '../../nodes/PartnerHotelPms/resources';
import { allowManyTokens } from '../support/clients';
import { failureOf } from '../support/failures';
import { byId, pmsNode, records } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ seed: 47, properties: 1, bookings: 20 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

const PATH = '/api/pms/v2/elsewhere/{propertyId}/rooms';

const rooms = (options: INodeParameters): INodeParameters => ({
	resource: 'room',
	operation: 'getAll',
	simplify: false,
	options,
});

const assignRoom = (options: INodeParameters): INodeParameters => ({
	resource: 'roomStay',
	operation: 'assignRoom',
	number: '20260101-1024-1',
	pmsRoomStayId: byId('7'),
	roomId: byId('8'),
	options,
});

async function refused(parameters: INodeParameters): Promise<{ message: string; description?: string }> {
	const failure = await failureOf((await pmsNode(sandbox, parameters)).execute());
	expect((await sandbox.report()).requests).toBe(0);
	return failure;
}

describe('Request Method', () => {
	it.each(['DELETE', 'PATCH', 'PUT'])('%s is refused for an operation that reads', async (requestMethod) => {
		const { message, description } = await refused(rooms({ requestMethod }));
		expect(message).toBe(`Request Method '${requestMethod}' is not one of the options`);
		expect(description).toBe('Choose one of: GET, POST.');
	});

	it('GET is refused for an operation that changes something', async () => {
		const { message, description } = await refused(assignRoom({ requestMethod: 'GET' }));
		expect(message).toBe("Room assignment: not made. Request Method 'GET' is not one of the options.");
		expect(description).toBe(
			'Choose one of: DELETE, PATCH, POST, PUT. Nothing was carried out before in this run.',
		);
	});

	it.each([
		['room', 'getAll', 'GET'],
		['reservation', 'getInvoices', 'GET'],
		['occupancy', 'getDaily', 'GET'],
		['roomStay', 'assignRoom', 'PUT'],
		['roomStay', 'checkOut', 'POST'],
		['roomStay', 'processPayment', 'POST'],
		['roomStay', 'processRefund', 'POST'],
	])('%s → %s offers the published one, %s, at first', (resource, operation, published) => {
		const { parameters = [] } =
			resources
				.find(({ option }) => option.value === resource)
				?.operations.find(({ option }) => option.value === operation) ?? {};
		const options = parameters.find(({ name }) => name === 'options')?.options as INodeProperties[];
		expect(options.find(({ name }) => name === 'requestMethod')?.default).toBe(published);
	});

	it('POST of an operation that reads is sent once: nobody knows what it does there', async () => {
		await sandbox.fault({ kind: 'status', status: 503, times: 9, match: { method: 'POST', path: '/rooms' } });
		const failure = await failureOf((await pmsNode(sandbox, rooms({ requestMethod: 'POST' }))).execute());
		expect(await sandbox.requests({ path: '/rooms' })).toHaveLength(1);
		expect(failure.description).toContain('unknown whether the request changed anything');
		expect(failure.description).toContain('Do not repeat it');
		expect(failure.description).not.toContain('Run the workflow again');
	});

	it('POST of an operation that reads gives what is answered', async () => {
		const body = { rooms: [{ id: '1' }], hasNextPage: false };
		await sandbox.fault({ kind: 'body', body, match: { method: 'POST', path: '/elsewhere' } });
		const parameters = rooms({ requestMethod: 'POST', requestPath: PATH });
		expect(await records(await pmsNode(sandbox, parameters))).toEqual([{ id: '1' }]);
	});
});

describe('Request Path', () => {
	it.each([
		'/api/pms/../secret',
		'/api/./rooms',
		'/api/pms/%2e%2e/secret',
		'/api/pms?propertyId=2',
		'/api/pms#rooms',
		'/api\\pms',
		'/api//rooms',
		'//elsewhere.example/rooms',
		'/api/ro\u0007oms',
		'/api/ro oms',
		'/api/{propertyId',
		'/api/{}',
		'/',
	])('%j is refused', async (requestPath) => {
		const { message, description } = await refused(rooms({ requestPath }));
		expect(message).toMatch(/^Request Path '.+' is not a path relative to Base URL/);
		expect(description).toContain('/api/pms/v2/');
	});

	it.each(['constructor', '__proto__', 'number', 'toString', 'PropertyId'])(
		'the placeholder {%s} is refused, and those there are are named',
		async (placeholder) => {
			const { message } = await refused(rooms({ requestPath: `/api/{${placeholder}}/rooms` }));
			expect(message).toMatch(/^Request Path '.+' has the placeholder /);
			expect(message).toContain(`{${placeholder}}; this operation has {propertyId}`);
		},
	);

	it('takes the placeholders of its operation, filled as in the published path', async () => {
		const body = { rooms: [], hasNextPage: false };
		await sandbox.fault({ kind: 'body', body, match: { path: '/elsewhere' } });
		await records(await pmsNode(sandbox, rooms({ requestPath: `${PATH}/` })));
		const [request] = (await sandbox.requests({ path: '/elsewhere' })) as unknown as IDataObject[];
		expect(request?.path).toBe('/api/pms/v2/elsewhere/1024/rooms/');
	});
});
