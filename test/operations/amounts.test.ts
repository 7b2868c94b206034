import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { allowManyTokens } from '../support/clients';
import { failureOf } from '../support/failures';
import { byId, pmsNode, records, stayIn } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 47, properties: 1, bookings: 60 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

const SYSTEM = 'system==';

/** A payment in any currency: the service is told to take it. */
async function pay(parameters: INodeParameters, action = 'Payment') {
	const { number, stay } = await stayIn(sandbox, 'New');
	const paymentSystems = [{ pmsPaymentSystemId: SYSTEM, displayName: 'Cash' }];
	await sandbox.fault({
		kind: 'body',
		body: { paymentSystems, hasNextPage: false },
		match: { path: '/find-available-payment-systems' },
	});
	await sandbox.fault({ kind: 'status', status: 204, match: { path: `/process-${action.toLowerCase()}` } });
	await sandbox.resetReport();
	return await pmsNode(sandbox, {
		resource: 'roomStay',
		operation: `process${action}`,
		number,
		pmsRoomStayId: byId(stay.pmsRoomStayId),
		pmsPaymentSystemId: byId(SYSTEM),
		actionDateTime: '2026-11-20T14:00',
		currencyCode: 'EUR',
		...parameters,
	});
}

async function sentTotals(): Promise<unknown[]> {
	const requests = await sandbox.requests({ path: '/process-' });
	return requests.map(({ body }) => (body as IDataObject).total);
}

describe('the amount of a payment or refund', () => {
	it.each<[string, unknown, string, number]>([
		['a sum of an expression', '={{ 0.1 + 0.2 }}', 'EUR', 0.3],
		['a difference of an expression', '={{ 1000000.1 - 1000000 }}', 'EUR', 0.1],
		['a third decimal where the currency has one', 12.345, 'KWD', 12.345],
		['four decimals where the currency has them', 1.2345, 'CLF', 1.2345],
		['text of an expression', '={{ "12.50" }}', 'EUR', 12.5],
		['a whole number of a currency without decimals', 12500, 'JPY', 12500],
		['decimals that everyday use drops, and ISO 4217 has', 12345.67, 'HUF', 12345.67],
	])('%s is sent exactly', async (_, amount, currencyCode, value) => {
		const paid = await records(await pay({ amount: amount as number, currencyCode }));
		expect(paid).toEqual([expect.objectContaining({ success: true, value, currencyCode })]);
		expect(await sentTotals()).toEqual([{ value, currencyCode }]);
	});

	it('is rounded for a refund alike', async () => {
		await records(await pay({ amount: '={{ 0.1 + 0.2 }}' }, 'Refund'));
		expect(await sentTotals()).toEqual([{ value: 0.3, currencyCode: 'EUR' }]);
	});

	it.each<[string, unknown, string, RegExp, RegExp]>([
		[
			'12.345 EUR',
			12.345,
			'EUR',
			/^Payment: not made\. Amount '12.345' has more decimals than EUR allows\.$/,
			/at most 2 decimals/,
		],
		[
			'100.5 JPY',
			100.5,
			'jpy',
			/^Payment: not made\. Amount '100.5' has more decimals than JPY allows\.$/,
			/without decimals/,
		],
		[
			'1.2345 KWD',
			1.2345,
			'KWD',
			/^Payment: not made\. Amount '1.2345' has more decimals than KWD allows\.$/,
			/at most 3 decimals/,
		],
		['more than can be exact', 1e21, 'EUR', /^Payment: not made\. Amount '1e\+21' is too large/, /smaller/],
		[
			'noise around zero',
			'={{ 0.1 + 0.2 - 0.3 }}',
			'EUR',
			/^Payment: not made\. Amount '0' is not more than zero\.$/,
			/./,
		],
	])('%s is refused before any request', async (_, amount, currencyCode, message, advice) => {
		const failure = await failureOf((await pay({ amount: amount as number, currencyCode })).execute());
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(advice);
		expect((await sandbox.report()).requests).toBe(0);
	});
});
