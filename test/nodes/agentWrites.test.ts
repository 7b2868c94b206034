import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { allowManyTokens, newClient } from '../support/clients';
import { callAsTool, callThroughEngine } from '../support/engine';
import { Payables, type Payable } from '../support/payments';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

// So that reading back takes half a second.
jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastened'));

let sandbox: Sandbox;
let payables: Payables;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 61, properties: 1, bookings: 300 });
	await allowManyTokens(sandbox);
	payables = new Payables(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => await sandbox.clearFaults());

const AMOUNT = "={{ $fromAI('amount', 'how much', 'number') }}";

/** Each of n8n's ways to run a tool, and the text that the agent gets. */
const WAYS: Array<[string, typeof asTool]> = [
	['n8n makes a tool of the node', asTool],
	['the engine runs the node', throughEngine],
];

async function asTool(parameters: INodeParameters, calls: IDataObject[]): Promise<string[]> {
	const told = await callAsTool(new PartnerHotelPms(), {
		parameters,
		credential: await newClient(sandbox),
		calls,
	});
	return told.map((text) => text.replace(/^failed: /, ''));
}

async function throughEngine(parameters: INodeParameters, calls: IDataObject[]): Promise<string[]> {
	const credential = await newClient(sandbox);
	const told = await callThroughEngine(new PartnerHotelPms(), { parameters, credential, calls });
	return told.map((json) => {
		const { error, ...rest } = json as IDataObject;
		if (error === undefined) return JSON.stringify([json]);
		expect(rest).toEqual({});
		return String(error);
	});
}

/** The next payment is made, and nobody can see it. */
async function undecidable({ number }: Payable): Promise<void> {
	await sandbox.fault({ kind: 'reset', when: 'after', match: { path: '/process-payment' } });
	const match = { method: 'GET', path: `/reservations/${number}` };
	await sandbox.fault({ kind: 'status', status: 403, skip: 2, times: 5, match });
}

const moved = async () => (await sandbox.payments('1024')).length;

describe.each(WAYS)('an agent, where %s,', (_, call) => {
	const UNKNOWN = /^Payment of 8\.00 [A-Z]{3}: unknown whether it was made\. Do not repeat it; compare /;

	it('that pays twice after an unknown outcome has paid once', async () => {
		const payable = await payables.next();
		await undecidable(payable);
		const before = await moved();
		const [first = '', second = ''] = await call(payable.parameters(AMOUNT), [{ amount: 8 }, { amount: 8 }]);
		expect((await moved()) - before).toBe(1);
		expect(first).toMatch(UNKNOWN);
		expect(second).toMatch(UNKNOWN);
		expect(second).toContain('An identical one has no known outcome, so this one was not sent.');
		expect(`${first} ${second}`.replaceAll('Do not repeat it', '')).not.toMatch(/again|\brepeat\b|run the/i);
	});

	it("pays a second time with 'Refuse Repeats For (Minutes)' = 0", async () => {
		const payable = await payables.next();
		await undecidable(payable);
		const before = await moved();
		const parameters = payable.parameters(AMOUNT, { options: { refuseRepeatsMinutes: 0 } });
		const [first = '', second = ''] = await call(parameters, [{ amount: 8 }, { amount: 8 }]);
		expect((await moved()) - before).toBe(2);
		expect(first).toMatch(UNKNOWN);
		expect(JSON.parse(second)).toEqual([expect.objectContaining({ outcome: 'done', value: 8 })]);
	});

	it('may pay another amount after an unknown outcome', async () => {
		const payable = await payables.next();
		await undecidable(payable);
		const before = await moved();
		const [, second = ''] = await call(payable.parameters(AMOUNT), [{ amount: 8 }, { amount: 9 }]);
		expect((await moved()) - before).toBe(2);
		expect(second).toContain('"outcome":"done"');
	});

	it.each<[string, string, string, unknown]>([
		['Idempotency Key', 'idempotencyKey', 'string', 'K-1'],
		['Max Amount', 'maxAmount', 'number', 1_000],
		['Currencies', 'currencies', 'string', 'EUR, GBP, USD'],
		['Allow More Than Due', 'allowMoreThanDue', 'boolean', true],
		['Refuse Repeats For (Minutes)', 'refuseRepeatsMinutes', 'number', 0],
	])('does not fill %s', async (label, option, type, value) => {
		const payable = await payables.next();
		for (const spelling of ['$fromAI', '$fromai', '$fromAi']) {
			const options = { [option]: `={{ ${spelling}('own', 'what', '${type}') }}` };
			const before = await moved();
			const [told = ''] = await call(payable.parameters(8, { options }), [{ own: value as string }]);
			expect(told).toMatch(/^Payment: not made\. /);
			expect(told).toContain(`${label} is filled by the AI model`);
			expect(await moved()).toBe(before);
		}
	});
});
