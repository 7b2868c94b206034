import type { INodeParameters } from 'n8n-workflow';

import { allowManyTokens, newClient } from '../support/clients';
import { failureOf } from '../support/failures';
import type { TestCredential } from '../support/n8n';
import { Payables, type Payable } from '../support/payments';
import { pmsNode, records } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

// So that reading back takes half a second.
jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastened'));

let sandbox: Sandbox;
let payables: Payables;
/** For those that are refused. */
let shared: Payable | undefined;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 67, properties: 1, bookings: 400 });
	await allowManyTokens(sandbox);
	payables = new Payables(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.clearFaults());

const moved = async () => (await sandbox.payments('1024')).map(({ value }) => value);
const pay = async (parameters: INodeParameters, credential?: TestCredential) =>
	await records(await pmsNode(sandbox, parameters, { credential }), [{}]);

async function refused(parameters: INodeParameters, credential?: TestCredential) {
	const before = await moved();
	const failure = await failureOf(pay(parameters, credential));
	expect(await moved()).toEqual(before);
	expect(failure.context.outcome).not.toBe('done');
	return failure;
}

describe('a payment', () => {
	it('above Max Amount is refused, one of exactly that is not', async () => {
		const { parameters } = await payables.next();
		const options = { maxAmount: 20 };
		const { message, description } = await refused(parameters(20.01, { options }));
		expect(message).toBe(
			"Payment: not made. Amount '20.01' is above the largest amount that is accepted, 20.",
		);
		expect(description).toContain("'Max Amount'");
		expect((await pay(parameters(20, { options })))[0]).toMatchObject({ outcome: 'done', value: 20 });
	});

	it('in a currency that is not in the list is refused', async () => {
		const { currency, parameters } = await payables.next();
		const { message, description } = await refused(parameters(5, { options: { currencies: 'XTS, XAU' } }));
		expect(message).toBe(`Payment: not made. Currency '${currency}' is not accepted.`);
		expect(description).toContain("Enter one of: XTS, XAU. They are set with 'Currencies' under Options.");
		const options = { currencies: `xts, ${currency.toLowerCase()}` };
		expect((await pay(parameters(5, { options })))[0]).toMatchObject({ outcome: 'done' });
	});

	it('of more than is payable is refused with both amounts, unless that is allowed', async () => {
		const { payAmount, currency, parameters } = await payables.next();
		const more = payAmount + 0.01;
		const { message, description } = await refused(parameters(more));
		expect(message).toBe(
			`Payment of ${more.toFixed(2)} ${currency}: not made. Amount '${more.toFixed(2)} ${currency}' is more than is payable for the room stay: ${payAmount.toFixed(2)} ${currency}.`,
		);
		expect(description).toContain("'Allow More Than Due'");
		const options = { allowMoreThanDue: true };
		expect((await pay(parameters(more, { options })))[0]).toMatchObject({ outcome: 'done' });
	});

	it('of all that is payable is made', async () => {
		const { payAmount, parameters } = await payables.next();
		expect((await pay(parameters(payAmount)))[0]).toMatchObject({ outcome: 'done', value: payAmount });
	});

	it.each<[string, INodeParameters, string]>([
		['Currency', { currencyCode: '={{ $json.nothing }}' }, 'Currency is empty'],
		['Currency (null)', { currencyCode: '={{ null }}' }, 'Currency is empty'],
		['Currency (blanks)', { currencyCode: '={{ "  " }}' }, 'Currency is empty'],
		['Idempotency Key', { options: { idempotencyKey: '={{ $json.nothing }}' } }, 'Idempotency Key is empty'],
		['Idempotency Key (blanks)', { options: { idempotencyKey: '  ' } }, 'Idempotency Key is empty'],
		['Idempotency Key (nothing entered)', { options: { idempotencyKey: '' } }, 'Idempotency Key is empty'],
		['Max Amount', { options: { maxAmount: '={{ $json.nothing }}' } }, 'Max Amount is empty'],
		['Max Amount (null)', { options: { maxAmount: '={{ null }}' } }, 'Max Amount is empty'],
		['Max Amount (a text)', { options: { maxAmount: '={{ "much" }}' } }, "Max Amount 'much' is not a number"],
		['Currencies', { options: { currencies: '={{ $json.nothing }}' } }, 'Currencies is empty'],
		['Currencies (an empty list)', { options: { currencies: '={{ [] }}' } }, 'Currencies is empty'],
		['Currencies (no entry)', { options: { currencies: ' , ,' } }, "Currencies ', ,' have no entry"],
		['Currencies (none)', { options: { currencies: 'Euro' } }, "Currencies 'Euro' is not a currency code"],
		[
			'Refuse Repeats For (Minutes)',
			{ options: { refuseRepeatsMinutes: '={{ $json.nothing }}' } },
			'Refuse Repeats For (Minutes) is empty',
		],
	])('is refused if there is nothing to take for %s: no default is used', async (_, changes, message) => {
		const { parameters } = (shared ??= await payables.next());
		expect((await refused(parameters(5, changes))).message).toBe(`Payment: not made. ${message}.`);
	});
});

describe('a refund', () => {
	it('of more than is refundable is refused with both amounts, unless that is allowed', async () => {
		const { refundAmount, currency, parameters } = await payables.next('Refund');
		const more = refundAmount + 0.01;
		const { message } = await refused(parameters(more));
		expect(message).toBe(
			`Refund of ${more.toFixed(2)} ${currency}: not made. Amount '${more.toFixed(2)} ${currency}' is more than is refundable for the room stay: ${refundAmount.toFixed(2)} ${currency}.`,
		);
		// The sandbox has a limit of its own, so it is asked at all.
		await sandbox.resetReport();
		await pay(parameters(more, { options: { allowMoreThanDue: true } })).catch(() => undefined);
		expect(await sandbox.requests({ path: '/process-refund' })).toHaveLength(1);
	});
});

describe('an Idempotency Key', () => {
	let nextKey = 1;
	const keyed = (minutes?: number) => ({
		options: {
			idempotencyKey: `INV-${nextKey++}`,
			...(minutes !== undefined && { refuseRepeatsMinutes: minutes }),
		},
	});

	/** Two executions of the same node of the same workflow. */
	async function twice(first: INodeParameters, second: INodeParameters) {
		const credential = await newClient(sandbox);
		const node = await pmsNode(sandbox, first, { credential });
		const before = await moved();
		const one = await node.execute([{}]).catch((error: unknown) => error as Error);
		node.node.parameters = { ...node.node.parameters, ...second };
		const other = await node.execute([{}]).catch((error: unknown) => error as Error);
		const now = await moved();
		return { one, other, amounts: now.slice(before.length) };
	}

	it('makes a payment once: the second gives an item that says so', async () => {
		const { parameters } = await payables.next();
		const both = parameters(11, keyed());
		const { one, other, amounts } = await twice(both, both);
		expect(amounts).toEqual([11]);
		expect(one).toEqual([
			expect.objectContaining({ json: expect.not.objectContaining({ repeated: true }) as unknown }),
		]);
		expect(other).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({ outcome: 'done', repeated: true, value: 11 }) as unknown,
			}),
		]);
	});

	it('is for one payment: with another amount it is refused', async () => {
		const { parameters } = await payables.next();
		const key = keyed();
		const { other, amounts } = await twice(parameters(12, key), parameters(13, key));
		expect(amounts).toEqual([12]);
		expect((other as Error).message).toMatch(
			/^Payment of 13\.00 [A-Z]{3}: not made\. Idempotency Key 'INV-\d+' was used for another write in this workflow\.$/,
		);
	});

	it('refuses the payment after an unknown outcome, for however long', async () => {
		const { number, parameters } = await payables.next();
		await sandbox.fault({ kind: 'reset', when: 'after', match: { path: '/process-payment' } });
		const match = { method: 'GET', path: `/reservations/${number}` };
		await sandbox.fault({ kind: 'status', status: 403, skip: 2, times: 5, match });
		const both = parameters(14, keyed(0));
		const { one, other, amounts } = await twice(both, both);
		expect(amounts).toEqual([14]);
		for (const failure of [one, other] as Error[])
			expect(failure.message).toMatch(/^Payment of 14\.00 [A-Z]{3}: unknown whether it was made\./);
		expect((other as Error).message).toContain('The one with the same Idempotency Key has no known outcome');
	});

	it('can be used again for a payment that was certainly not made', async () => {
		const { parameters } = await payables.next();
		await sandbox.fault({ kind: 'status', status: 400, match: { path: '/process-payment' } });
		const both = parameters(15, keyed());
		const { one, other, amounts } = await twice(both, both);
		expect((one as Error).message).toContain('not made');
		expect(other).toEqual([
			expect.objectContaining({ json: expect.not.objectContaining({ repeated: true }) as unknown }),
		]);
		expect(amounts).toEqual([15]);
	});
});
