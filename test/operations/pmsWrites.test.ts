import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { NOT_SHOWN } from '../../nodes/shared/transport/personalData';
import { allowManyTokens } from '../support/clients';
import { failureOf } from '../support/failures';
import { byId, pmsNode, records, stayIn, type StayFacts } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 47, properties: 3, bookings: 400 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

async function writes(path: string) {
	const all = await sandbox.requests({ path });
	return all
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path: address, body }) => ({ request: `${method} ${address}`, body }));
}

const roomStay = (
	operation: string,
	number: string,
	stay: StayFacts,
	more: INodeParameters = {},
): INodeParameters => ({
	resource: 'roomStay',
	operation,
	number,
	pmsRoomStayId: byId(stay.pmsRoomStayId),
	...more,
});

async function stayNow(number: string, pmsRoomStayId: string): Promise<IDataObject | undefined> {
	const parameters = { resource: 'reservation', operation: 'get', number, output: 'roomStays' };
	const stays = await records(await pmsNode(sandbox, parameters));
	return stays.find((stay) => stay.pmsRoomStayId === pmsRoomStayId);
}

const payments = async () => await sandbox.payments('1024');

async function paymentSystem(
	number: string,
	stay: StayFacts,
	action: string,
): Promise<{ id: string; currency: string }> {
	const systems = await records(
		await pmsNode(sandbox, roomStay('getPaymentSystems', number, stay, { paymentAction: action })),
	);
	const [reservation] = await records(
		await pmsNode(sandbox, { resource: 'reservation', operation: 'get', number, output: 'raw' }),
	);
	return { id: String(systems[0]?.pmsPaymentSystemId), currency: String(reservation?.currencyCode) };
}

async function payable(action = 'Payment') {
	const { number, stay } = await stayIn(sandbox, 'New');
	const { id, currency } = await paymentSystem(number, stay, action);
	const parameters = (changes: INodeParameters = {}) =>
		roomStay(`process${action}`, number, stay, {
			pmsPaymentSystemId: byId(id),
			amount: 12.5,
			currencyCode: currency,
			actionDateTime: '2026-11-20T14:00:00',
			options: { comment: 'Paid at the desk' },
			...changes,
		});
	return { number, stay, id, currency, parameters };
}

describe('check-in and check-out', () => {
	it("change the stay, with times as the hotel's clock shows them", async () => {
		const { number, stay } = await stayIn(sandbox, 'New');
		const checkedIn = await records(
			await pmsNode(
				sandbox,
				roomStay('checkIn', number, stay, { actualCheckInDateTime: '2026-11-20T15:05:30' }),
			),
		);
		expect(checkedIn).toEqual([
			{
				outcome: 'done',
				success: true,
				propertyId: '1024',
				number,
				pmsRoomStayId: stay.pmsRoomStayId,
				actualCheckInDateTime: '2026-11-20T15:05',
			},
		]);
		expect(await stayNow(number, stay.pmsRoomStayId)).toMatchObject({
			roomStayStatus: 'CheckedIn',
			actualCheckInDateTime: '2026-11-20T15:05',
		});

		const out = roomStay('checkOut', number, stay, { actualCheckOutDateTime: '2026-11-22T11:00' });
		expect(await records(await pmsNode(sandbox, out))).toEqual([
			expect.objectContaining({ success: true, actualCheckOutDateTime: '2026-11-22T11:00' }),
		]);
		expect((await writes('/check-out'))[0]?.request).toBe(
			`POST /api/pms/v2/properties/1024/reservations/${number}/room-stays/${stay.pmsRoomStayId}/check-out`,
		);
		expect(await stayNow(number, stay.pmsRoomStayId)).toMatchObject({ roomStayStatus: 'CheckedOut' });
	});

	it.each([
		['7291', '2026-06-30T12:30:00Z', '2026-07-01T02:30'],
		['5431', '2026-06-30T05:30:00Z', '2026-06-29T18:30'],
		['1024', '2026-03-29T00:59:00Z', '2026-03-29T00:59'],
		['1024', '2026-03-29T01:00:00Z', '2026-03-29T02:00'],
		['1024', '2026-10-25T01:30:00+02:00', '2026-10-25T00:30'],
	])('at %s the instant %s is %s on the clock', async (propertyId, instant, expected) => {
		const { number, stay } = await stayIn(sandbox, 'New', propertyId);
		await sandbox.fault({ kind: 'status', status: 204, match: { path: '/check-in' } });
		const parameters = {
			...roomStay('checkIn', number, stay, { actualCheckInDateTime: instant }),
			propertyId: byId(propertyId),
		};
		const [item] = await records(await pmsNode(sandbox, parameters));
		expect(item?.actualCheckInDateTime).toBe(expected);
	});

	it('$now of n8n is the moment at the hotel', async () => {
		const { number, stay } = await stayIn(sandbox, 'New', '7291');
		await sandbox.fault({ kind: 'status', status: 204, match: { path: '/check-in' } });
		const parameters = {
			...roomStay('checkIn', number, stay, { actualCheckInDateTime: '={{ $now }}' }),
			propertyId: byId('7291'),
		};
		const [item] = await records(await pmsNode(sandbox, parameters));
		const hour = 14 * 3_600_000;
		const there = new Date(Date.now() + hour).toISOString().slice(0, 15);
		expect(String(item?.actualCheckInDateTime).slice(0, 15)).toBe(there);
	});

	it('a stay that is checked in already: the API says no, and its words are not shown', async () => {
		const { number, stay } = await stayIn(sandbox, 'CheckedOut');
		const failure = await failureOf(
			(
				await pmsNode(
					sandbox,
					roomStay('checkIn', number, stay, { actualCheckInDateTime: '2026-11-20T15:05' }),
				)
			).execute(),
		);
		expect(failure.httpCode).toBe('400');
		expect(failure.message).toMatch(
			/^Check-in of room stay \d+: not made\. The partner API refused the request \(HTTP 400\)\.$/,
		);
		expect(failure.description).toContain(NOT_SHOWN);
		expect(failure.context.apiErrors).toEqual([]);
	});
});

describe('rooms', () => {
	it('are assigned to one stay and to several', async () => {
		const { number, stay } = await stayIn(sandbox, 'New');
		const free = await records(
			await pmsNode(sandbox, { resource: 'reservation', operation: 'getAvailableRooms', number }),
		);
		const found = free.find(({ pmsRoomStayId }) => pmsRoomStayId === stay.pmsRoomStayId);
		const [first = '', second = ''] = (found?.rooms as IDataObject[]).map(({ roomId }) => roomId as string);
		const one = await records(
			await pmsNode(sandbox, roomStay('assignRoom', number, stay, { roomId: byId(first) })),
		);
		expect(one).toEqual([
			{
				outcome: 'done',
				success: true,
				propertyId: '1024',
				number,
				pmsRoomStayId: stay.pmsRoomStayId,
				roomId: first,
			},
		]);
		expect((await stayNow(number, stay.pmsRoomStayId))?.roomId).toBe(first);

		const assignment = [{ pmsRoomStayId: byId(stay.pmsRoomStayId), roomId: byId(second) }];
		await records(
			await pmsNode(sandbox, {
				resource: 'reservation',
				operation: 'assignRooms',
				number,
				assignments: { assignment },
			}),
		);
		expect((await writes('/assign-rooms'))[0]?.body).toEqual([
			{ pmsRoomStayId: stay.pmsRoomStayId, roomId: second },
		]);
		expect((await stayNow(number, stay.pmsRoomStayId))?.roomId).toBe(second);
	});

	const row = (stay: string, room: string) => ({ pmsRoomStayId: byId(stay), roomId: byId(room) });

	it.each<[string, IDataObject[], RegExp]>([
		['no assignment', [], /^Room assignments: not made\. Assignments are empty/],
		[
			'a stay without a room',
			[row('7', '')],
			/^Room assignments: not made\. Room of the room stay 7 is empty/,
		],
		['a room without a stay', [row('', '7')], /^Room assignments: not made\. Room Stay is empty/],
		[
			'a stay twice',
			[row('7', '1'), row('7', '2')],
			/^Room assignments: not made\. Room Stay '7' is listed twice/,
		],
	])('%s is refused before any request', async (_, assignment, message) => {
		const parameters = {
			resource: 'reservation',
			operation: 'assignRooms',
			number: '1',
			assignments: { assignment },
		} as INodeParameters;
		expect((await failureOf((await pmsNode(sandbox, parameters)).execute())).message).toMatch(message);
		expect((await sandbox.report()).requests).toBe(0);
	});
});

describe('payments and refunds', () => {
	it('move exactly the money that was asked for, once', async () => {
		const before = (await payments()).length;
		const { number, stay, id, currency, parameters } = await payable();
		const paid = await records(await pmsNode(sandbox, parameters()));
		expect(paid).toEqual([
			{
				outcome: 'done',
				success: true,
				propertyId: '1024',
				number,
				pmsRoomStayId: stay.pmsRoomStayId,
				action: 'Payment',
				value: 12.5,
				currencyCode: currency,
				actionDateTime: '2026-11-20T14:00',
				pmsPaymentSystemId: id,
			},
		]);
		expect((await writes('/process-payment'))[0]?.body).toEqual({
			actionDateTime: '2026-11-20T14:00',
			pmsPaymentSystemId: id,
			total: { value: 12.5, currencyCode: currency },
			comment: 'Paid at the desk',
		});
		expect(await payments()).toHaveLength(before + 1);

		const refund = await paymentSystem(number, stay, 'Refund');
		const back = roomStay('processRefund', number, stay, {
			pmsPaymentSystemId: byId(refund.id),
			amount: 2.5,
			currencyCode: currency.toLowerCase(),
			actionDateTime: '2026-11-20T14:10',
		});
		expect(await records(await pmsNode(sandbox, back))).toEqual([
			expect.objectContaining({ success: true, action: 'Refund', value: 2.5 }),
		]);
		expect(await payments()).toHaveLength(before + 2);
	});

	it('are in the currency of the room stay, unless another one is entered', async () => {
		const { currency, parameters } = await payable();
		const [paid] = await records(await pmsNode(sandbox, parameters({ currencyCode: '' })));
		expect(paid).toMatchObject({ success: true, value: 12.5, currencyCode: currency });
	});

	it('without a currency anywhere are refused before money moves', async () => {
		const { number, parameters } = await payable();
		const reservation = { number, currencyCode: null, roomStays: [] };
		const match = { path: `/reservations/${number}` };
		await sandbox.fault({ kind: 'body', body: { reservation }, match });
		const failure = await failureOf((await pmsNode(sandbox, parameters({ currencyCode: '' }))).execute());
		expect(failure.message).toBe('Payment: not made. Currency is empty, and the reservation has none.');
		expect(await writes('/process-payment')).toEqual([]);
	});

	it('are sent again after a 429, which was not processed, and move money once', async () => {
		const before = (await payments()).length;
		const { parameters } = await payable();
		await sandbox.fault({
			kind: 'status',
			status: 429,
			retryAfterSeconds: 1,
			match: { path: '/process-payment' },
		});
		await records(await pmsNode(sandbox, parameters()));
		expect(await payments()).toHaveLength(before + 1);
	});

	it('are sent again after the token had expired, and move money once', async () => {
		const before = (await payments()).length;
		const { parameters } = await payable();
		const node = await pmsNode(sandbox, parameters());
		await sandbox.fault({ kind: 'status', status: 401, match: { path: '/process-payment' } });
		await records(node);
		expect(await payments()).toHaveLength(before + 1);
	});

	it('with a payment system that the API does not offer are refused, and those offered are named', async () => {
		const { parameters } = await payable();
		const failure = await failureOf(
			(await pmsNode(sandbox, parameters({ pmsPaymentSystemId: byId('0000') }))).execute(),
		);
		expect(failure.message).toMatch(
			/^Payment of 12\.50 [A-Z]{3}: not made\. Payment System '0000' is not offered for a payment of this room stay/,
		);
		expect(failure.description).toMatch(/^Choose one from the list: .+\./);
		expect(await writes('/process-payment')).toEqual([]);
	});

	it.each<[string, INodeParameters, RegExp]>([
		['nothing', { amount: 0 }, /^Payment: not made\. Amount '0' is not more than zero/],
		['less than nothing', { amount: -5 }, /^Payment: not made\. Amount '-5' is out of range/],
		[
			'a currency that is none',
			{ currencyCode: 'Euro' },
			/^Payment: not made\. Currency 'Euro' is not a currency code/,
		],
		['no payment system', { pmsPaymentSystemId: byId('') }, /^Payment: not made\. Payment System is empty/],
		['no time', { actionDateTime: 'now' }, /^Payment: not made\. Date and Time 'now' is not a date and time/],
		['no reservation', { number: '' }, /^Payment of 12\.50 [A-Z]{3}: not made\. Reservation Number is empty/],
		[
			'a reservation that leads elsewhere',
			{ number: '../1' },
			/^Payment of 12\.50 [A-Z]{3}: not made\. Reservation Number '..\/1' is not a valid identifier/,
		],
	])('of or with %s are refused before any request', async (_, changes, message) => {
		const { parameters } = await payable();
		await sandbox.resetReport();
		expect((await failureOf((await pmsNode(sandbox, parameters(changes))).execute())).message).toMatch(
			message,
		);
		expect((await sandbox.report()).requests).toBe(0);
	});

	it('several input items are paid one after another', async () => {
		const before = (await payments()).length;
		const { parameters } = await payable();
		const node = await pmsNode(sandbox, parameters({ amount: '={{ $json.amount }}' }));
		const items = await node.execute([{ amount: 1 }, { amount: 2 }, { amount: 3 }]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect((await payments()).slice(before).map(({ value }) => value)).toEqual([1, 2, 3]);
		expect((await sandbox.report()).highestConcurrency).toBe(1);
	});
});

describe('guests', () => {
	async function guest(): Promise<string> {
		return (await stayIn(sandbox, 'CheckedOut')).stay.guestsIds[0] ?? '';
	}

	const stored = async (id: string) => await sandbox.guest('1024', id);

	it('get a new identity document', async () => {
		const id = await guest();
		const documentFields = {
			series: '50AB',
			effectiveDate: '2020-11-11',
			expiryDate: '2040-12-22T00:00:00',
			departmentCode: '1234',
			issueAuthority: 'City office',
		};
		const parameters = {
			resource: 'guest',
			operation: 'updateIdentityDocument',
			pmsPersonId: byId(id),
			documentType: byId('Passport'),
			documentNumber: '999999',
			documentFields,
		};
		expect(await records(await pmsNode(sandbox, parameters))).toEqual([
			{ outcome: 'done', success: true, propertyId: '1024', pmsPersonId: id },
		]);
		expect(await writes('/personal-document')).toEqual([
			{
				request: `PUT /api/pms/v2/properties/1024/guests/${id}/personal-document`,
				body: {
					type: 'Passport',
					series: '50AB',
					number: '999999',
					effectiveDate: '2020-11-11',
					expiryDate: '2040-12-22',
					departmentCode: '1234',
					issueAuthority: 'City office',
				},
			},
		]);
		expect(JSON.stringify(await stored(id))).toContain('999999');
	});

	it.each<[string, INodeParameters, RegExp]>([
		[
			'a number with a dash',
			{ documentNumber: '99-99' },
			/^Change of the identity document: not made\. Document Number is not 1 to 64 letters and digits/,
		],
		[
			'a number of 65 digits',
			{ documentNumber: '9'.repeat(65) },
			/^Change of the identity document: not made\. Document Number is not 1 to 64/,
		],
		[
			'a series with a blank',
			{ documentFields: { series: '5 0' } },
			/^Change of the identity document: not made\. Series is not 1 to 64/,
		],
		[
			'a department code of 17 characters',
			{ documentFields: { departmentCode: 'x'.repeat(17) } },
			/^Change of the identity document: not made\. Department Code has 17 characters/,
		],
		[
			'an authority of 2049 characters',
			{ documentFields: { issueAuthority: 'y'.repeat(2049) } },
			/^Change of the identity document: not made\. Issuing Authority has 2049 characters/,
		],
		[
			'an expiry before the issue',
			{ documentFields: { effectiveDate: '2030-01-01', expiryDate: '2020-01-01' } },
			/^Change of the identity document: not made\. Expiry Date is before the date of issue/,
		],
		[
			'an issue date that is none',
			{ documentFields: { effectiveDate: '11.11.2020' } },
			/^Change of the identity document: not made\. Issue Date is not a date/,
		],
		[
			'no type',
			{ documentType: byId('') },
			/^Change of the identity document: not made\. Document Type is empty/,
		],
	])('a document with %s is refused before any request', async (_, changes, message) => {
		const parameters = {
			resource: 'guest',
			operation: 'updateIdentityDocument',
			pmsPersonId: byId('1'),
			documentType: byId('Passport'),
			documentNumber: '1',
			...changes,
		};
		expect((await failureOf((await pmsNode(sandbox, parameters)).execute())).message).toMatch(message);
		expect((await sandbox.report()).requests).toBe(0);
	});

	it('get a country of birth', async () => {
		const id = await guest();
		const parameters = {
			resource: 'guest',
			operation: 'updateBirthCountry',
			pmsPersonId: byId(id),
			countryCode: byId('nld'),
		};
		expect(await records(await pmsNode(sandbox, parameters))).toEqual([
			{ outcome: 'done', success: true, propertyId: '1024', pmsPersonId: id },
		]);
		expect((await writes('/birth-address'))[0]?.body).toEqual({ countryCode: 'NLD' });
	});

	it.each(['QQQ', 'NL', 'Netherlands', ''])('the country %j is refused before any request', async (code) => {
		const parameters = {
			resource: 'guest',
			operation: 'updateBirthCountry',
			pmsPersonId: byId('1'),
			countryCode: byId(code),
		};
		expect((await failureOf((await pmsNode(sandbox, parameters)).execute())).message).toMatch(
			/^Change of the birth country: not made\. Country of Birth.* is not a country/,
		);
		expect((await sandbox.report()).requests).toBe(0);
	});

	const file = (fileName: string, content: Buffer) => ({
		fileName,
		mimeType: 'application/octet-stream',
		data: content.toString('base64'),
	});
	const withFiles = (binary: INodeExecutionData['binary']): INodeExecutionData => ({ json: {}, binary });

	it('get scans, several at once, with their names as given', async () => {
		const id = await guest();
		const node = await pmsNode(sandbox, {
			resource: 'guest',
			operation: 'uploadDocumentScans',
			pmsPersonId: byId(id),
			binaryFields: 'front, back',
		});
		const largest = Buffer.alloc((2 * 1024 * 1024 * 3) / 4, 7);
		const items = await node.execute([
			withFiles({ front: file('Páss front.JPG', Buffer.from('one')), back: file('back.pdf', largest) }),
		]);
		expect(items[0]?.json).toEqual({
			outcome: 'done',
			success: true,
			propertyId: '1024',
			pmsPersonId: id,
			files: ['Páss front.JPG', 'back.pdf'],
		});
		expect(JSON.stringify(await stored(id))).toContain('Páss front.JPG');
	});

	it.each<[string, string, INodeExecutionData['binary'], RegExp]>([
		[
			'another kind of file',
			'scan',
			{ scan: file('scan.docx', Buffer.from('x')) },
			/^Upload of document scans: not made\. Input Data Field Names name a file \(number 1\) whose name does not end in .pdf/,
		],
		[
			'a file without a name',
			'scan',
			{ scan: { mimeType: 'image/png', data: 'eA==' } },
			/number 1\) whose name/,
		],
		[
			'a file that is too large',
			'scan',
			{ scan: file('a.png', Buffer.alloc((2 * 1024 * 1024 * 3) / 4 + 1)) },
			/number 1\) that has 2.00 MB as Base64/,
		],
		['an empty file', 'scan', { scan: file('a.png', Buffer.alloc(0)) }, /number 1\) that is empty/],
		[
			'no field named',
			' ',
			{ scan: file('a.png', Buffer.from('x')) },
			/^Upload of document scans: not made\. Input Data Field Names contain no field name/,
		],
	])('scans: %s is refused before any request', async (_, binaryFields, binary, message) => {
		const node = await pmsNode(sandbox, {
			resource: 'guest',
			operation: 'uploadDocumentScans',
			pmsPersonId: byId('1'),
			binaryFields,
		});
		expect((await failureOf(node.execute([withFiles(binary)]))).message).toMatch(message);
		expect((await sandbox.report()).requests).toBe(0);
	});

	it('a binary field that the item does not have is told by its place', async () => {
		const node = await pmsNode(sandbox, {
			resource: 'guest',
			operation: 'uploadDocumentScans',
			pmsPersonId: byId('1'),
			binaryFields: 'other, front',
		});
		expect(
			(await failureOf(node.execute([withFiles({ other: file('a.png', Buffer.from('x')) })]))).message,
		).toBe(
			'Upload of document scans: not made. Input Data Field Names name a file (number 2) that the input item does not have.',
		);
	});
});

describe('when the node is set to continue', () => {
	it('one failing input gives one error item, and the others are carried out', async () => {
		const good = await guestIds(2);
		const parameters = {
			resource: 'guest',
			operation: 'updateBirthCountry',
			pmsPersonId: byId('={{ $json.guest }}'),
			countryCode: byId('FRA'),
		};
		const node = await pmsNode(sandbox, parameters, { onError: 'continueRegularOutput' });
		const items = await node.execute([{ guest: good[0] }, { guest: '999' }, { guest: good[1] }]);
		expect(items.map(({ json, pairedItem }) => [json.success ?? json.error, pairedItem])).toEqual([
			[true, { item: 0 }],
			[
				"Change of the birth country: not made. The guest '999' was not found at the property '1024'.",
				{ item: 1 },
			],
			[true, { item: 2 }],
		]);
	});

	async function guestIds(count: number): Promise<string[]> {
		const guests = await records(
			await pmsNode(sandbox, { resource: 'guest', operation: 'search', limit: count }),
		);
		return guests.map(({ pmsPersonId }) => String(pmsPersonId));
	}
});
