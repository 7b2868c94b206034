import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startWorker } from '../../src/n8n/n8nProcess.mts';
import {
	createDatabase,
	deleteKeys,
	dropDatabase,
	queueServers,
	queueSettings,
} from '../../src/n8n/queueServers.mts';
import type { Stack } from '../../src/n8n/stack.mts';
import type { Execution, Items, SavedWorkflow } from '../../src/n8n/types.mts';
import { byId, chain, hotelNode, node } from '../../src/n8n/workflows.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import { until } from './support/examples.mts';
import { startOwnStack } from './support/stack.mts';

const WORLD = { properties: 1, bookings: 60, limits: true };
const PAY = 'Pay';
const PAYMENTS = { path: '/process-payment' };
const NOT_KNOWN = /The one with the same Idempotency Key has no known outcome, so this one was not sent/;

/** Payments of one room stay, by workflows whose items name amount and key. */
class Desk {
	private constructor(
		private readonly stack: Stack,
		private readonly credential: Awaited<ReturnType<Stack['sandboxCredential']>>,
		private readonly propertyId: string,
		private readonly stay: Record<string, unknown>,
	) {}

	static async open(stack: Stack): Promise<Desk> {
		const propertyId = stack.sandbox.properties[0]?.id ?? '';
		const reservations = await stack.sandbox.control.reservations(propertyId, 1_000);
		const found = reservations.find(({ roomStays }) => roomStays[0]?.status === 'New');
		assert.ok(found?.roomStays[0]);
		const stay = {
			resource: 'roomStay',
			propertyId: byId(propertyId),
			number: found.number,
			pmsRoomStayId: byId(found.roomStays[0].pmsRoomStayId),
		};
		return new Desk(stack, await stack.sandboxCredential(), propertyId, stay);
	}

	async workflow(items: Items): Promise<SavedWorkflow> {
		const systems = { ...this.stay, operation: 'getPaymentSystems', paymentAction: 'Payment' };
		const list = { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} };
		const pay = {
			...this.stay,
			operation: 'processPayment',
			pmsPaymentSystemId: byId("={{ $('First').first().json.pmsPaymentSystemId }}"),
			amount: '={{ $json.amount }}',
			actionDateTime: '={{ $now }}',
			options: { idempotencyKey: '={{ $json.key }}' },
		};
		const nodes = [
			node({ name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} }),
			hotelNode('Pms', this.credential, systems, { name: 'Systems' }),
			node({ name: 'First', type: 'n8n-nodes-base.limit', parameters: { maxItems: 1 } }),
			node({ name: 'Items', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: list }),
			node({
				name: 'Split',
				type: 'n8n-nodes-base.splitOut',
				parameters: { fieldToSplitOut: 'items', options: {} },
			}),
			hotelNode('Pms', this.credential, pay, { name: PAY }),
		];
		return await this.stack.client.createWorkflow(chain(`Pay ${JSON.stringify(items)}`, nodes));
	}

	async start(workflow: SavedWorkflow): Promise<string> {
		return await this.stack.client.run(workflow, 'Start');
	}

	async run(workflow: SavedWorkflow): Promise<Execution> {
		const id = await this.start(workflow);
		return await until('the workflow to end', async () => {
			return (await this.stack.client.endedExecutions(workflow)).find((one) => one.id === id);
		});
	}

	/** Whether each payment of an execution was `repeated`. */
	async repeated(execution: Execution): Promise<unknown[]> {
		const items = await this.stack.client.outputOf(execution, PAY);
		const failure = await this.stack.client.failureOf(execution);
		assert.equal(failure, undefined, JSON.stringify(failure));
		assert.ok(items.every(({ outcome }) => outcome === 'done'));
		return items.map((item) => item['repeated'] ?? false);
	}

	async failure(execution: Execution): Promise<string> {
		return (await this.stack.client.failureOf(execution))?.message ?? '';
	}

	/** What the hotel has booked, of these amounts. */
	async booked(...amounts: number[]): Promise<number[]> {
		const payments = await this.stack.sandbox.control.payments(this.propertyId);
		return payments.map(({ value }) => value).filter((value) => amounts.includes(value));
	}
}

describe('a payment with an Idempotency Key', () => {
	let stack: Stack;
	let desk: Desk;

	before(async () => {
		stack = await startOwnStack('idempotency', WORLD);
		desk = await Desk.open(stack);
	});
	after(stopAllChildren);

	test('is sent once, in several executions, before and after a restart of n8n', async () => {
		const workflow = await desk.workflow([{ amount: 1, key: 'INV-1' }]);
		assert.deepEqual(await desk.repeated(await desk.run(workflow)), [false]);
		assert.deepEqual(await desk.repeated(await desk.run(workflow)), [true]);
		await stack.restartN8n();
		assert.deepEqual(await desk.repeated(await desk.run(workflow)), [true]);
		assert.deepEqual(await desk.booked(1), [1]);
	});

	test('is sent again by another workflow', async () => {
		const workflow = await desk.workflow([{ amount: 1, key: 'INV-1' }]);
		assert.deepEqual(await desk.repeated(await desk.run(workflow)), [false]);
		assert.deepEqual(await desk.booked(1), [1, 1]);
	});

	test('is not sent with another amount', async () => {
		const workflow = await desk.workflow([
			{ amount: 2, key: 'INV-2' },
			{ amount: 3, key: 'INV-2' },
		]);
		assert.match(
			await desk.failure(await desk.run(workflow)),
			/'INV-2' was used for another write in this workflow/,
		);
		assert.deepEqual(await desk.booked(2, 3), [2]);
	});

	test('of a failed execution that is retried: only what was not made is sent', async () => {
		const workflow = await desk.workflow([
			{ amount: 4, key: 'INV-4' },
			{ amount: 5, key: 'INV-5' },
		]);
		await stack.sandbox.control.fault({ kind: 'status', status: 400, skip: 1, match: PAYMENTS });
		const failed = await desk.run(workflow);
		assert.match(await desk.failure(failed), /not made/);
		assert.deepEqual(await desk.booked(4, 5), [4]);

		await stack.client.retry(failed);
		const retried = await until('the retry to end', async () => {
			return (await stack.client.endedExecutions(workflow)).find(({ id }) => id !== failed.id);
		});
		assert.deepEqual(await desk.repeated(retried), [true, false]);
		assert.deepEqual(await desk.booked(4, 5), [4, 5]);
	});

	test('is sent once by executions that start at the same time', async () => {
		const workflow = await desk.workflow([{ amount: 7, key: 'INV-7' }]);
		const executions = await Promise.all(Array.from({ length: 5 }, async () => await desk.run(workflow)));
		assert.deepEqual(await desk.booked(7), [7]);
		const failures = await Promise.all(executions.map(async (one) => await desk.failure(one)));
		for (const failure of failures.filter((one) => one !== '')) assert.match(failure, NOT_KNOWN);
		const paid = executions.filter((_, index) => failures[index] === '');
		const repeated = await Promise.all(paid.map(async (one) => await desk.repeated(one)));
		assert.equal(repeated.flat().filter((one) => one === false).length, 1);
	});

	test('is refused when n8n was killed before it knew the outcome', async () => {
		const workflow = await desk.workflow([{ amount: 6, key: 'INV-6' }]);
		await stack.sandbox.control.fault({ kind: 'delay', delayMs: 60_000, when: 'after', match: PAYMENTS });
		await desk.start(workflow);
		await until('the hotel to book it', async () => ((await desk.booked(6)).length > 0 ? true : undefined));
		await stack.killN8n();
		await stack.startN8nAgain();
		assert.match(await desk.failure(await desk.run(workflow)), NOT_KNOWN);
		assert.deepEqual(await desk.booked(6), [6]);
	});
});

const servers = queueServers();
const database = `partner_hotel_e2e_${randomBytes(4).toString('hex')}`;
const noServers = await deleteKeys(servers, database).then(
	() => false as const,
	(error: Error) => error.message,
);

describe('a payment with an Idempotency Key in queue mode', { skip: noServers }, () => {
	let stack: Stack;
	let desk: Desk;

	before(async () => {
		await createDatabase(servers, database);
		stack = await startOwnStack('idempotencyQueue', WORLD, {
			...queueSettings(servers, database),
			N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
		});
		desk = await Desk.open(stack);
	});
	after(async () => {
		await stopAllChildren();
		await dropDatabase(servers, database);
		await deleteKeys(servers, database);
	});

	const worker = async (name: string) =>
		await startWorker({
			...stack.n8nPlan,
			logFile: join(stack.n8nPlan.userFolder, 'logs', `${name}.log`),
		});

	test('is sent once by two workers', async () => {
		const workflow = await desk.workflow([{ amount: 1, key: 'INV-1' }]);
		const first = await worker('first');
		assert.deepEqual(await desk.repeated(await desk.run(workflow)), [false]);
		await first.stop();
		await worker('second');
		assert.deepEqual(await desk.repeated(await desk.run(workflow)), [true]);
		assert.deepEqual(await desk.booked(1), [1]);
	});
});
