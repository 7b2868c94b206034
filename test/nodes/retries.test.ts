import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { PartnerHotelReferenceData } from '../../nodes/PartnerHotelReferenceData/PartnerHotelReferenceData.node';
import { allowManyTokens, newClient } from '../support/clients';
import { callAsTool, runInEngine, type Ended } from '../support/engine';
import { byId, pmsNode, records, stayIn } from '../support/pms';
import type { FaultInput } from '../../packages/sandbox/src/client.mts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

// So that what became of a payment is read back within a second.
jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastened'));

let sandbox: Sandbox;
let payment: INodeParameters;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 47, properties: 2, bookings: 60 });
	await allowManyTokens(sandbox);
	const { number, stay } = await stayIn(sandbox, 'New');
	const about = { resource: 'roomStay', number, pmsRoomStayId: byId(stay.pmsRoomStayId) };
	const [system] = await records(
		await pmsNode(sandbox, { ...about, operation: 'getPaymentSystems', paymentAction: 'Payment' }),
	);
	const [reservation] = await records(
		await pmsNode(sandbox, { resource: 'reservation', operation: 'get', number }),
	);
	payment = {
		...about,
		propertyId: byId('1024'),
		operation: 'processPayment',
		pmsPaymentSystemId: byId(String(system?.pmsPaymentSystemId)),
		amount: '={{ $json.amount }}',
		currencyCode: `={{ $json.currency ?? '${String(reservation?.currency)}' }}`,
		actionDateTime: '={{ $now }}',
		options: { comment: '={{ $json.comment ?? "" }}' },
	};
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

const RETRY = { retryOnFail: true, maxTries: 3 };

async function pay(input: IDataObject[], settings: Partial<INode> = {}, runs = 1): Promise<Ended> {
	const credential = await newClient(sandbox);
	return await runInEngine(new PartnerHotelPms(), {
		parameters: payment,
		credential,
		settings: { ...RETRY, ...settings },
		input,
		runs,
	});
}

/** The amounts that were sent, whatever was answered. */
async function sent(path = '/process-payment'): Promise<unknown[]> {
	const requests = await sandbox.requests({ path });
	return requests
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => (body as { total?: IDataObject }).total?.value);
}

/** The reservation can be read before the payment, and not afterwards. */
async function unreadableAfterwards(): Promise<void> {
	const match = { method: 'GET', path: `/reservations/${String(payment.number)}` };
	await sandbox.fault({ kind: 'status', status: 403, skip: 2, times: 5, match });
}

async function carriedOut<T>(work: () => Promise<T>): Promise<{ result: T; amounts: number[] }> {
	const all = async () => await sandbox.payments('1024');
	const before = (await all()).length;
	const result = await work();
	return { result, amounts: (await all()).slice(before).map(({ value }) => value) };
}

describe('a payment, with Retry On Fail', () => {
	const refusedSecond = [{ amount: 1 }, { amount: 2, currency: 'XTS' }, { amount: 3 }];

	it('that succeeded is not sent again when a later one is refused', async () => {
		const { result, amounts } = await carriedOut(async () => await pay(refusedSecond));
		expect(amounts).toEqual([1]);
		expect(await sent()).toEqual([1, 2, 2, 2]);
		expect(result.error?.message).toContain('HTTP 400');
	});

	it('that succeeded is not sent again when the first item fails and the node continues', async () => {
		const input = [{ amount: 2, currency: 'XTS' }, { amount: 1 }, { amount: 3 }];
		const settings = { onError: 'continueRegularOutput' as const };
		const { result, amounts } = await carriedOut(async () => await pay(input, settings));
		expect(amounts).toEqual([1, 3]);
		expect(await sent()).toEqual([2, 1, 3, 2, 2]);
		const items = result.outputs[0]?.[0] ?? [];
		expect(items.map(({ json }) => json.value ?? json.httpCode)).toEqual(['400', 1, 3]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	it('gives its result although nothing is asked again, once the item that failed succeeds', async () => {
		await sandbox.fault({ kind: 'status', status: 400, skip: 1, match: { path: '/process-payment' } });
		const { result, amounts } = await carriedOut(
			async () => await pay([{ amount: 1 }, { amount: 2 }, { amount: 3 }]),
		);
		expect(amounts).toEqual([1, 2, 3]);
		expect(result.outputs[0]?.[0]?.map(({ json }) => json.value)).toEqual([1, 2, 3]);
		const reads = await sandbox.requests({ path: '/find-available-payment-systems' });
		expect(reads).toHaveLength(4);
	});

	it.each<[string, FaultInput]>([
		['500', { kind: 'status', status: 500 }],
		['a connection that breaks before the answer', { kind: 'reset', when: 'after' }],
		['an answer that is cut off', { kind: 'cutOff' }],
		['a redirect', { kind: 'status', status: 302 }],
	])(
		'whose outcome is unknown after %s fails again with the same words and is not sent',
		async (_, fault) => {
			await sandbox.fault({ ...fault, match: { path: '/process-payment' } });
			await unreadableAfterwards();
			const result = await pay([{ amount: 4 }]);
			expect(await sent()).toEqual([4]);
			expect(result.error?.message).toMatch(/^Payment of 4\.00 [A-Z]{3}: unknown whether it was made\./);
		},
	);

	it('that was not made, as the hotel shows after a lost answer, is tried again', async () => {
		await sandbox.fault({ kind: 'status', status: 503, match: { path: '/process-payment' } });
		const { result, amounts } = await carriedOut(async () => await pay([{ amount: 9 }]));
		expect(result.error).toBeUndefined();
		expect(amounts).toEqual([9]);
		expect(await sent()).toEqual([9, 9]);
	});

	it('names the items that an earlier try carried out, also those behind it', async () => {
		const input = [{ amount: 2, currency: 'XTS' }, { amount: 1.25 }, { amount: 3.25 }];
		const { outputs } = await pay(input, { onError: 'continueRegularOutput' });
		const [failed] = outputs[0]?.[0] ?? [];
		expect(failed?.json).toMatchObject({ outcome: 'notDone', doneItems: [1, 2], unknownItems: [] });
		expect(failed?.json.description).toContain('Carried out before in this run: items 1 and 2.');
	});

	it.each<[string, FaultInput[], unknown[]]>([
		['a refusal', [{ kind: 'status', status: 422, match: { path: '/process-payment' } }], [5, 5]],
		[
			'a refused access token',
			[{ kind: 'status', status: 401, times: 2, match: { path: '/process-' } }],
			[5, 5, 5],
		],
		[
			'a read before it that fails',
			[{ kind: 'status', status: 404, match: { path: '/find-available' } }],
			[5],
		],
	])('that was surely not carried out, because of %s, is tried again', async (_, faults, expected) => {
		for (const fault of faults) await sandbox.fault(fault);
		const { result, amounts } = await carriedOut(async () => await pay([{ amount: 5 }]));
		expect(result.error).toBeUndefined();
		expect(amounts).toEqual([5]);
		expect(await sent()).toEqual(expected);
	});

	it('is sent once for each item of each run, though two runs get the very same objects', async () => {
		const { amounts } = await carriedOut(async () => await pay([{ amount: 6 }, { amount: 7 }], {}, 2));
		expect(amounts).toEqual([6, 7, 6, 7]);
	});

	it('of an agent is not sent again by the tries of one call', async () => {
		await sandbox.fault({ kind: 'reset', when: 'after', match: { path: '/process-payment' } });
		await unreadableAfterwards();
		const amount = "={{ $fromAI('amount', 'how much', 'number') }}";
		const credential = await newClient(sandbox);
		const { result, amounts } = await carriedOut(
			async () =>
				await callAsTool(new PartnerHotelPms(), {
					parameters: { ...payment, amount },
					credential,
					settings: RETRY,
					calls: [{ amount: 8 }],
				}),
		);
		expect(amounts).toEqual([8]);
		expect(await sent()).toEqual([8]);
		expect(result[0]).toMatch(/Payment of 8\.00 [A-Z]{3}: unknown whether it was made\./);
	});
});

it('a corporate client whose answer cannot be read is not created again', async () => {
	await sandbox.fault({
		kind: 'body',
		body: { corporate: null },
		when: 'after',
		match: { path: '/corporates' },
	});
	const { error } = await runInEngine(new PartnerHotelReferenceData(), {
		parameters: {
			resource: 'corporateClient',
			operation: 'create',
			taxpayerIdentificationNumber: '770493581',
			registrationReasonCode: '771401001',
		},
		credential: await newClient(sandbox),
		settings: RETRY,
		input: [{}],
	});
	expect(await sent('/corporates')).toHaveLength(1);
	expect(error?.message).toMatch(/^New corporate client: unknown whether it was made\. Do not repeat it;/);
	expect(error?.message).toContain("has no record 'corporate'");
});
