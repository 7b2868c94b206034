import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { CREDENTIAL_TYPE } from '../../src/n8n/n8nClient.mts';
import { byId, chain, hotelNode, node } from '../../src/n8n/workflows.mts';
import type { CredentialReference, Execution, Items, WorkflowNode } from '../../src/n8n/types.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import type { Stack } from '../../src/n8n/stack.mts';
import { until } from './support/examples.mts';
import { ChatModel } from './support/model.mts';
import { startTestStack } from './support/stack.mts';

const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
/** Not the currency of any reservation. */
const REFUSED = { currency: 'XTS' };

describe('payments with Retry On Fail', () => {
	let stack: Stack;
	let credential: CredentialReference;
	let propertyId: string;
	let payment: Record<string, unknown>;

	before(async () => {
		stack = await startTestStack('retries', { properties: 1, bookings: 60, limits: true, longTokens: true });
		credential = await stack.sandboxCredential();
		propertyId = stack.sandbox.properties[0]?.id ?? '';
		payment = await payable();
	});
	after(stopAllChildren);

	/** What the sandbox has booked since. */
	async function amounts(): Promise<number[]> {
		return (await stack.sandbox.control.payments(propertyId)).map(({ value }) => value);
	}

	/** Parameters that pay what an input item says. */
	async function payable(): Promise<Record<string, unknown>> {
		const reservations = await stack.sandbox.control.reservations(propertyId, 1000);
		const found = reservations.find(({ roomStays }) => roomStays[0]?.status === 'New');
		assert.ok(found?.roomStays[0]);
		const { number } = found;
		const about = {
			resource: 'roomStay',
			propertyId: byId(propertyId),
			number,
			pmsRoomStayId: byId(found.roomStays[0].pmsRoomStayId),
		};
		const systems = { ...about, operation: 'getPaymentSystems', paymentAction: 'Payment' };
		const [system] = (await run([{}], systems)).outputs[0] ?? [];
		const read = {
			resource: 'reservation',
			operation: 'get',
			output: 'raw',
			propertyId: byId(propertyId),
			number,
		};
		const [reservation] = (await run([{}], read)).outputs[0] ?? [];
		return {
			...about,
			operation: 'processPayment',
			pmsPaymentSystemId: byId(String(system?.['pmsPaymentSystemId'])),
			amount: '={{ $json.amount }}',
			currencyCode: `={{ $json.currency ?? '${String(reservation?.['currencyCode'])}' }}`,
			actionDateTime: '={{ $now }}',
		};
	}

	async function run(
		items: Items,
		parameters: Record<string, unknown>,
		settings: Partial<WorkflowNode> = {},
	): Promise<{ execution: Execution; outputs: Items[] }> {
		const trigger = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
		const list = { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} };
		const set = { name: 'Items', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: list };
		const split = { fieldToSplitOut: 'items', options: {} };
		const splitOut = { name: 'Split', type: 'n8n-nodes-base.splitOut', parameters: split };
		const hotel = hotelNode('Pms', credential, parameters, settings);
		const nodes = [node(trigger), node(set), node(splitOut), hotel];
		const workflow = await stack.client.createWorkflow(chain(`Run ${randomUUID()}`, nodes));
		await stack.client.run(workflow, 'Start');
		const execution = await until('the workflow to end', async () => {
			return (await stack.client.endedExecutions(workflow))[0];
		});
		return { execution, outputs: await stack.client.outputsOf(execution, 'Pms') };
	}

	async function paid(items: Items, settings: Partial<WorkflowNode>) {
		const before = (await amounts()).length;
		const { execution, outputs } = await run(items, payment, { ...RETRY, ...settings });
		const failure = await stack.client.failureOf(execution);
		return { outputs, failure, amounts: (await amounts()).slice(before) };
	}

	test('On Error = Stop: the first is paid once though the second is refused three times', async () => {
		const items = [{ amount: 1 }, { amount: 2, ...REFUSED }, { amount: 3 }];
		const { failure, amounts: booked } = await paid(items, {});
		assert.deepEqual(booked, [1]);
		assert.match(failure?.message ?? '', /HTTP 400/);
		const requests = await stack.sandbox.control.allRequests('/process-payment');
		assert.equal(requests.length, 4);
	});

	test('On Error = Continue: the others are paid once though the first is refused three times', async () => {
		const items = [{ amount: 2, ...REFUSED }, { amount: 1 }, { amount: 3 }];
		const before = (await stack.sandbox.control.allRequests('/process-payment')).length;
		const { outputs, amounts: booked } = await paid(items, { onError: 'continueRegularOutput' });
		assert.deepEqual(booked, [1, 3]);
		assert.equal((await stack.sandbox.control.allRequests('/process-payment')).length - before, 5);
		const [failed, ...others] = outputs[0] ?? [];
		assertFailed(failed, items[0] ?? {});
		assert.deepEqual(
			others.map(({ value }) => value),
			[1, 3],
		);
	});

	test('On Error = Continue (using error output): what failed goes there, with its own fields', async () => {
		const items = [{ amount: 2, ...REFUSED }, { amount: 1, row: 7 }, { amount: 3 }];
		const { outputs, amounts: booked } = await paid(items, { onError: 'continueErrorOutput' });
		assert.deepEqual(booked, [1, 3]);
		assert.deepEqual(
			outputs[0]?.map(({ value }) => value),
			[1, 3],
		);
		assert.equal(outputs[1]?.length, 1);
		assertFailed(outputs[1][0], items[0] ?? {});
	});

	test('a lost response is looked up: it was paid once', async () => {
		const { control } = stack.sandbox;
		await control.fault({ kind: 'reset', when: 'after', times: 1, match: { path: '/process-payment' } });
		const { failure, amounts: booked, outputs } = await paid([{ amount: 4 }], {});
		assert.equal(failure, undefined);
		assert.deepEqual(booked, [4]);
		const [item] = outputs[0] ?? [];
		assert.deepEqual([item?.['outcome'], item?.['readBack']], ['done', true]);
	});

	test('an unknown outcome fails with the same words and is not sent again', async () => {
		const { control } = stack.sandbox;
		await control.fault({ kind: 'reset', when: 'after', times: 1, match: { path: '/process-payment' } });
		// The payment systems and the account are read before the payment, and the account five times after it.
		const match = { method: 'GET', path: '/reservations/' };
		await control.fault({ kind: 'status', status: 503, skip: 2, times: 5, match });
		const before = (await control.allRequests('/process-payment')).length;
		const { failure, amounts: booked } = await paid([{ amount: 4.5 }], {});
		assert.deepEqual(booked, [4.5]);
		assert.equal((await control.allRequests('/process-payment')).length - before, 1);
		assert.match(
			failure?.message ?? '',
			/^Payment of 4\.50 [A-Z]{3}: unknown whether it was made\. Do not repeat it/,
		);
	});

	for (const [words, typeVersion, says] of [
		['that hands tools to n8n', 3, /^The hotel offers: .*"outcome":"done","readBack":true/s],
		// It does not pass on what a tool returned.
		['that calls tools itself', 2, /^The hotel offers: /],
	] as const) {
		test(`an agent ${words}: the tries of one call of its tool pay once`, async () => {
			const model = await ChatModel.start('Pay', { amount: 5 });
			try {
				await stack.sandbox.control.fault({
					kind: 'reset',
					when: 'after',
					times: 1,
					match: { path: '/process-payment' },
				});
				const before = (await amounts()).length;
				const requests = (await stack.sandbox.control.allRequests('/process-payment')).length;
				const said = await asked(model, typeVersion);
				assert.equal((await stack.sandbox.control.allRequests('/process-payment')).length - requests, 1);
				assert.deepEqual((await amounts()).slice(before), [5]);
				assert.match(said, says);
			} finally {
				model.close();
			}
		});
	}

	function assertFailed(item: Items[number] | undefined, input: Items[number]): void {
		const { error, description, httpCode, apiErrors, outcome, doneItems, unknownItems, ...own } = item ?? {};
		assert.match(
			String(error),
			/^Payment of 2\.00 [A-Z]{3}: not made\. The partner API refused the request \(HTTP 400\)/,
		);
		assert.match(String(description), /The API gave a reason that is not known here/);
		assert.equal(httpCode, '400');
		assert.equal(apiErrors, undefined);
		assert.equal(outcome, 'notDone');
		assert.deepEqual([doneItems, unknownItems], [[1, 2], []]);
		assert.deepEqual(own, input);
	}

	/** What the agent answers when its one tool is the payment. */
	async function asked(model: ChatModel, typeVersion: number): Promise<string> {
		const openAiApi = await stack.client.createCredential('Model', model.credentialData, 'openAiApi');
		const langchain = (name: string, type: string, version: number, parameters: Record<string, unknown>) =>
			node({ name, type: `@n8n/n8n-nodes-langchain.${type}`, typeVersion: version, parameters });
		const agentParameters = { promptType: 'define', text: 'Pay', options: {} };
		const chatModel = {
			...langchain('Model', 'lmChatOpenAi', 1.3, {
				model: { __rl: true, mode: 'id', value: 'stand-in' },
				responsesApiEnabled: false,
				options: {},
			}),
			credentials: { openAiApi },
		};
		const tool = node({
			name: 'Pay',
			type: 'n8n-nodes-partner-hotel.partnerHotelPmsTool',
			parameters: {
				...payment,
				amount: "={{ $fromAI('amount', 'how much', 'number') }}",
			},
			credentials: { [CREDENTIAL_TYPE]: credential },
			// In n8n 1, a tool that fails otherwise ends the execution.
			onError: 'continueRegularOutput',
			...RETRY,
		});
		const trigger = node({ name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} });
		const agent = {
			...langchain('Agent', 'agent', typeVersion, agentParameters),
			onError: 'continueRegularOutput' as const,
		};
		const { connections, ...rest } = chain(`Agent ${typeVersion}`, [trigger, agent]);
		const to = (type: string) => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
		const workflow = await stack.client.createWorkflow({
			...rest,
			nodes: [...rest.nodes, chatModel, tool],
			connections: { ...connections, Model: to('ai_languageModel'), Pay: to('ai_tool') },
		});
		await stack.client.run(workflow, 'Start');
		const execution = await until('the agent to answer', async () => {
			return (await stack.client.endedExecutions(workflow))[0];
		});
		const [answer] = await stack.client.outputOf(execution, 'Agent');
		return String(answer?.['output'] ?? JSON.stringify(answer));
	}
});
