import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { CREDENTIAL_TYPE } from '../../src/n8n/n8nClient.mts';
import type { Stack } from '../../src/n8n/stack.mts';
import type { CredentialReference, Items, SavedWorkflow } from '../../src/n8n/types.mts';
import { RESULT_NAME, taking } from '../../src/n8n/workflows.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import type { SandboxClient, WebhookInput } from '../../../sandbox/src/client.mts';
import { waitFor } from '../../src/util/waiting.mts';
import { startOwnStack } from './support/stack.mts';

const KEY = 'invented-key-of-the-events';
const USER = { user: 'events', password: 'invented-password' };

describe('Partner Hotel Event Trigger in n8n', () => {
	let stack: Stack;
	let control: SandboxClient;
	let credential: CredentialReference;
	let propertyId: string;
	/** Where the sandbox sends the events. */
	let address: string;

	before(async () => {
		const world = { properties: 2, bookings: 20, limits: false };
		// n8n stands behind one proxy: this test, which says for whom it asks.
		stack = await startOwnStack('events', world, { N8N_PROXY_HOPS: '1' });
		control = stack.sandbox.control;
		await control.settings({ eventFirstPauseMs: 200, eventPauseFactor: 1.5, eventTimeoutMs: 15_000 });
		credential = await stack.sandboxCredential();
		propertyId = stack.sandbox.properties[0]?.id ?? '';
	});
	after(stopAllChildren);

	/** An active workflow to which the sandbox sends the events from now on. */
	async function listening(
		name: string,
		parameters: Record<string, unknown>,
		credentials: Record<string, CredentialReference> = {},
		authentication?: WebhookInput['authentication'],
	): Promise<SavedWorkflow> {
		const { workflow, path } = taking(name, parameters, credentials);
		const started = await stack.client.startWorkflow(workflow);
		address = `${stack.url}${path}`;
		await control.setWebhook(stack.sandbox.clientId, { url: address, authentication });
		return started;
	}

	/** The items of all executions, as soon as there are so many. */
	async function items(workflow: SavedWorkflow, count: number): Promise<Items> {
		return await waitFor({ for: `${count} events of '${workflow.name}'`, timeoutMs: 60_000 }, async () => {
			const executions = await stack.client.endedExecutions(workflow);
			const outputs = await Promise.all(
				executions.map(async (execution) => await stack.client.outputOf(execution, RESULT_NAME)),
			);
			return outputs.flat().length >= count ? outputs.flat() : undefined;
		});
	}

	async function allAcknowledged(): Promise<void> {
		await waitFor({ for: 'all events to be acknowledged', timeoutMs: 60_000 }, async () => {
			const { pending } = await control.events(stack.sandbox.clientId);
			return pending.length === 0 ? true : undefined;
		});
	}

	/** Delivers an event as the proxy of a sender would. */
	async function deliver(eventId: string, headers: Record<string, string> = {}): Promise<[number, unknown]> {
		const event = {
			eventId,
			eventType: 'webpms:check_in',
			creationTime: '2026-03-01T10:00:00Z',
			payload: {},
		};
		const response = await fetch(address, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify([event]),
		});
		const text = await response.text();
		return [response.status, text === '' ? undefined : JSON.parse(text)];
	}

	const shown = (all: Items) => all.map(({ event, bookingNumber }) => [event, bookingNumber]);

	async function apiKey(value = KEY): Promise<Record<string, CredentialReference>> {
		const data = { name: 'API-KEY', value };
		return { httpHeaderAuth: await stack.client.createCredential('Events', data, 'httpHeaderAuth') };
	}

	test('each change starts the workflow once, in order, with an API key', async () => {
		const workflow = await listening('API key', { authentication: 'headerAuth' }, await apiKey(), {
			kind: 'apiKey',
			key: KEY,
		});
		const { number } = await control.createBooking(propertyId);
		await control.cancelBooking(propertyId, number);
		assert.deepEqual(shown(await items(workflow, 2)), [
			['bookingCreated', number],
			['bookingCancelled', number],
		]);
	});

	test('a wrong API key is answered with 401, and the events come when it is right', async () => {
		const wrong = await apiKey('another key');
		const workflow = await listening('Wrong key', { authentication: 'headerAuth' }, wrong, {
			kind: 'apiKey',
			key: KEY,
		});
		const { number } = await control.createBooking(propertyId);
		const { delivery } = await waitFor({ for: 'a refused delivery', timeoutMs: 20_000 }, async () => {
			const events = await control.events(stack.sandbox.clientId);
			return events.delivery?.lastFailure ? events : undefined;
		});
		assert.match(delivery?.lastFailure ?? '', /401/);
		assert.deepEqual(await stack.client.endedExecutions(workflow), []);
		const reference = wrong['httpHeaderAuth'] as CredentialReference;
		await stack.client.updateCredential(reference, { name: 'API-KEY', value: KEY }, 'httpHeaderAuth');
		assert.deepEqual(shown(await items(workflow, 1)), [['bookingCreated', number]]);
	});

	test('a credential without a password cannot be used', async () => {
		const empty = { user: '', password: '' };
		const basic = await stack.client.createCredential('Empty', empty, 'httpBasicAuth');
		await assert.rejects(
			listening('Empty', { authentication: 'basicAuth' }, { httpBasicAuth: basic }),
			/Authentication needs a user/,
		);
	});

	test('two keys are valid at once while hotels change from one to the other', async () => {
		const options = { acceptTwoKeys: true };
		const both = await apiKey(`new-${KEY} ${KEY}`);
		const workflow = await listening('Two keys', { authentication: 'headerAuth', options }, both);
		assert.equal((await deliver('old', { 'api-key': KEY }))[0], 200);
		assert.equal((await deliver('new', { 'api-key': `new-${KEY}` }))[0], 200);
		assert.deepEqual(await deliver('none', { 'api-key': `old-${KEY}` }), [401, undefined]);
		const received = await items(workflow, 2);
		assert.deepEqual(
			received.map(({ eventId }) => eventId),
			['old', 'new'],
		);
		const log = readFileSync(stack.n8nPlan.logFile, 'utf8');
		assert.match(log, /a delivery was refused \(401\)\. The header 'api-key' does not have/);
	});

	test('only allowed addresses may send, by the address that n8n gets from its proxy', async () => {
		const options = { allowedIps: '203.0.113.0/24, 2001:db8::7' };
		const workflow = await listening('Addresses', { authentication: 'none', options });
		const from = (ip: string) => ({ 'x-forwarded-for': ip });
		assert.deepEqual(await deliver('direct'), [403, undefined]);
		assert.deepEqual(await deliver('stranger', from('198.51.100.1')), [403, undefined]);
		assert.deepEqual(await deliver('forged', from('203.0.113.9, 198.51.100.1')), [403, undefined]);
		assert.equal((await deliver('ipv4', from('203.0.113.9')))[0], 200);
		assert.equal((await deliver('ipv6', from('2001:db8::7')))[0], 200);
		const received = await items(workflow, 2);
		assert.deepEqual(
			received.map(({ eventId }) => eventId),
			['ipv4', 'ipv6'],
		);
	});

	test('with Basic authentication and the booking, through the limiter', async () => {
		const basic = await stack.client.createCredential('Events', USER, 'httpBasicAuth');
		const workflow = await listening(
			'Basic',
			{ authentication: 'basicAuth', output: 'booking', events: ['webpms:create_booking'] },
			{ httpBasicAuth: basic, [CREDENTIAL_TYPE]: credential },
			{ kind: 'basic', ...USER },
		);
		const { number } = await control.createBooking(propertyId);
		await control.cancelBooking(propertyId, number);
		await allAcknowledged();
		const [item, ...others] = await items(workflow, 1);
		assert.deepEqual(others, []);
		assert.equal((item?.['details'] as { number: string }).number, number);
	});

	test('a delivery that is sent twice starts the workflow once', async () => {
		const workflow = await listening('Repeated', { authentication: 'none' });
		await control.eventFault({ kind: 'repeat', times: 1 });
		const { number } = await control.createBooking(propertyId);
		const next = await control.createBooking(propertyId);
		await allAcknowledged();
		assert.deepEqual(shown(await items(workflow, 2)), [
			['bookingCreated', number],
			['bookingCreated', next.number],
		]);
	});

	test('deliveries that are repeated after a kill do not start the workflow again', async () => {
		const workflow = await listening('Repeated later', { authentication: 'none' });
		const eventIds = ['a', 'b', 'c', 'd'];
		const sentBefore = eventIds.slice(0, -1);
		const answer = (emitted: number) => [200, { received: 1, emitted }];
		for (const eventId of sentBefore) assert.deepEqual(await deliver(eventId), answer(1));
		await items(workflow, sentBefore.length);
		await stack.killN8n();
		await stack.startN8nAgain();
		for (const eventId of sentBefore) assert.deepEqual(await deliver(eventId), answer(0));
		assert.deepEqual(await deliver('d'), answer(1));
		const received = await items(workflow, eventIds.length);
		assert.deepEqual(
			received.map(({ eventId }) => eventId),
			eventIds,
		);
	});

	test('while the workflow is not active, n8n answers 404, and the events wait', async () => {
		const workflow = await listening('Not active', { authentication: 'none' });
		await stack.client.deactivate(workflow);
		await waitFor({ for: 'the webhook to be gone', timeoutMs: 20_000 }, async () => {
			const headers = { 'content-type': 'application/json' };
			const { status } = await fetch(address, { method: 'POST', headers, body: '[]' });
			return status === 404 ? true : undefined;
		});
		const { number } = await control.createBooking(propertyId);
		await waitFor({ for: 'a refused delivery', timeoutMs: 20_000 }, async () => {
			const { delivery } = await control.events(stack.sandbox.clientId);
			return delivery?.lastFailure?.includes('404') ? true : undefined;
		});
		await stack.client.activate(workflow);
		assert.deepEqual(shown(await items(workflow, 1)), [['bookingCreated', number]]);
	});

	test('what happened while n8n was down comes once it is up again', async () => {
		const workflow = await listening('Down', { authentication: 'none' });
		await stack.killN8n();
		const numbers: string[] = [];
		for (let count = 0; count < 3; count++) numbers.push((await control.createBooking(propertyId)).number);
		await stack.startN8nAgain();
		const received = await items(workflow, 3);
		assert.deepEqual(
			received.map(({ bookingNumber }) => bookingNumber),
			numbers,
		);
	});

	test('no secret of a delivery reaches the log of n8n', () => {
		const log = readFileSync(stack.n8nPlan.logFile, 'utf8');
		for (const secret of [KEY, USER.password]) assert.ok(!log.includes(secret));
	});
});
