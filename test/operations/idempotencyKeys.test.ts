import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { allowManyTokens, newClient } from '../support/clients';
import { deduplicationStore } from '../support/deduplicationStore';
import { failureOf } from '../support/failures';
import type { TestCredential } from '../support/n8n';
import { byId, pmsNode, records, stayIn } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

/* What an Idempotency Key does for the user. How it is remembered: test/shared/writes. */

let sandbox: Sandbox;
let credential: TestCredential;
let stay: INodeParameters;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 51, properties: 1, bookings: 400 });
	await allowManyTokens(sandbox);
	credential = await newClient(sandbox);
	const found = await stayIn(sandbox, 'New');
	stay = { resource: 'roomStay', number: found.number, pmsRoomStayId: byId(found.stay.pmsRoomStayId) };
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	deduplicationStore();
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

/** A node of one workflow in an execution of its own. */
const node = async (parameters: INodeParameters, nodeId = 'pay') =>
	await pmsNode(sandbox, { ...stay, ...parameters }, { credential, nodeId, workflowId: 'workflow' });

async function payment(parameters: INodeParameters, key = 'INV-1'): Promise<INodeParameters> {
	const [system] = await records(await node({ operation: 'getPaymentSystems', paymentAction: 'Payment' }));
	return {
		operation: 'processPayment',
		pmsPaymentSystemId: byId(String(system?.pmsPaymentSystemId)),
		actionDateTime: '2026-11-20T14:00:00',
		options: { idempotencyKey: key },
		...parameters,
	};
}

async function due(): Promise<number> {
	const [reservation] = await records(
		await node({ resource: 'reservation', operation: 'get', output: 'raw' }),
	);
	const stays = reservation?.roomStays as Array<{
		totalPrice: { payAmount: { value: number } };
		pmsRoomStayId: string;
	}>;
	const { value } = stay.pmsRoomStayId as { value: string };
	return Number(stays.find((one) => one.pmsRoomStayId === value)?.totalPrice.payAmount.value);
}

const booked = async () => (await sandbox.payments('1024')).length;

/** n8n no longer has the credential. */
function remove(stored: object): void {
	const get = () => {
		throw new Error('Credential with ID "credential-1" does not exist.');
	};
	Object.defineProperty(stored, 'apiClientId', { enumerable: true, get });
}

describe('a payment with an Idempotency Key', () => {
	it('is sent once, and the second execution says so', async () => {
		const before = await booked();
		const parameters = await payment({ amount: 1 });
		const [first] = await records(await node(parameters));
		const [second] = await records(await node(parameters, 'another node'));
		expect(first).toMatchObject({ outcome: 'done', value: 1 });
		expect(first).not.toHaveProperty('repeated');
		expect(second).toEqual({ ...first, repeated: true });
		expect(await booked()).toBe(before + 1);
	});

	it.each<[string, (pay: Awaited<ReturnType<typeof node>>) => Promise<unknown>]>([
		[
			'its reservation cannot be read',
			async () =>
				await sandbox.fault({ kind: 'status', status: 404, times: 10, match: { path: '/reservations/' } }),
		],
		['the credential is gone', async ({ stored }) => await Promise.resolve(void remove(stored))],
	])('that was sent before is not called "not made" if %s', async (_, breakIt) => {
		const parameters = await payment({ amount: 1, currencyCode: '' }, 'INV-gone');
		const again = await node(parameters);
		await records(await node(parameters));
		const other = await node({ ...parameters, options: { idempotencyKey: 'INV-other' } });
		for (const one of [again, other]) await breakIt(one);
		const failure = await failureOf(again.execute());
		expect(failure.message).toContain('unknown whether it was made. Do not repeat it');
		expect(failure.context).toMatchObject({ outcome: 'unknown' });
		expect(failure.description).toContain('A write with this Idempotency Key was sent before.');
		expect((await failureOf(other.execute())).context).toMatchObject({ outcome: 'notDone' });
	});

	it('is sent once for two items of one execution', async () => {
		const before = await booked();
		const pay = await node(await payment({ amount: 1 }));
		const items = (await pay.execute([{}, {}])).map(({ json }) => json.repeated);
		expect(items).toEqual([undefined, true]);
		expect(await booked()).toBe(before + 1);
	});

	it('says so, too, when nothing is left to pay', async () => {
		const parameters = await payment({ amount: await due() });
		const [first] = await records(await node(parameters));
		expect(await due()).toBe(0);
		const [second] = await records(await node(parameters));
		expect(second).toEqual({ ...first, repeated: true });
	});

	it('says so, too, when its payment system is offered no more', async () => {
		const parameters = await payment({
			amount: 1,
			options: { idempotencyKey: 'INV-1', allowMoreThanDue: true },
		});
		await records(await node(parameters));
		const none: IDataObject = { paymentSystems: [] };
		await sandbox.fault({
			kind: 'body',
			status: 200,
			body: none,
			match: { path: '/find-available-payment-systems' },
		});
		const [second] = await records(await node(parameters));
		expect(second).toMatchObject({ outcome: 'done', repeated: true });
	});

	it('may be corrected after it was refused before it was sent', async () => {
		const options = { idempotencyKey: 'INV-1' };
		const tooMuch = await payment({ amount: (await due()) + 1, options });
		expect((await failureOf((await node(tooMuch)).execute())).message).toContain('not made');
		const corrected = { ...tooMuch, amount: 2, options: { ...options, allowMoreThanDue: true } };
		expect(await records(await node(corrected))).toMatchObject([{ outcome: 'done', value: 2 }]);
	});

	it('is refused with another amount, and not sent', async () => {
		const options = { idempotencyKey: 'INV-1', allowMoreThanDue: true };
		await records(await node(await payment({ amount: 1, options })));
		const before = await booked();
		const failure = await failureOf((await node(await payment({ amount: 2, options }))).execute());
		expect(failure.message).toContain("Idempotency Key 'INV-1' was used for another write in this workflow");
		expect(await booked()).toBe(before);
	});

	it('is not sent when n8n cannot store the key', async () => {
		const parameters = await payment({
			amount: 1,
			options: { idempotencyKey: 'INV-1', allowMoreThanDue: true },
		});
		const before = await booked();
		deduplicationStore().isAway = true;
		const failure = await failureOf((await node(parameters)).execute());
		expect(failure.message).toMatch(/not made.*Idempotency Key 'INV-1' could not be stored by n8n/);
		expect(failure.description).toContain('Nothing was sent.');
		expect(await booked()).toBe(before);
	});
});
