import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CallableWorkflow } from '../../src/n8n/callable.mts';
import { credentialFor } from '../../src/n8n/credential.mts';
import type { N8nClient } from '../../src/n8n/n8nClient.mts';
import type { Stack } from '../../src/n8n/stack.mts';
import type { CredentialData, CredentialReference, WorkflowNode } from '../../src/n8n/types.mts';
import { byId, hotelNode, node } from '../../src/n8n/workflows.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import { bodiesWith, formsOf, GUEST_VALUES, tracesIn } from '../../../../test/support/repeatedValues.mts';
import { startOwnStack } from './support/stack.mts';

const CONTENT = 'n8n-nodes-partner-hotel.partnerHotelContent';

describe('Guests and other users of one n8n', () => {
	let stack: Stack;
	let right: CredentialData;
	let owner: CredentialReference;
	let propertyId: string;

	before(async () => {
		stack = await startOwnStack('strangers', { properties: 1, bookings: 20, limits: false });
		right = credentialFor(stack.sandbox);
		propertyId = stack.sandbox.properties[0]?.id ?? '';
		owner = await stack.client.createCredential('Hotel', right);
	});
	after(stopAllChildren);

	const pms = (resource: string, operation: string, parameters: Record<string, unknown> = {}) =>
		hotelNode('Pms', owner, { ...asked(), resource, operation, ...parameters });
	const asked = () => ({
		propertyId: byId(propertyId),
		number: byId('4711'),
		pmsPersonId: byId('4712'),
		options: { maxWaitSeconds: 1 },
	});

	describe('what the service repeats of a guest', () => {
		const text = Object.values(GUEST_VALUES).flatMap(formsOf).join(' | ');
		const nodes: Array<[string, string, () => WorkflowNode]> = [
			['a guest', '/guests/', () => pms('guest', 'get')],
			['a search', '/guests/search', () => pms('guest', 'search', { filters: { name: 'o' } })],
			[
				'a country of birth',
				'/birth-address',
				() => pms('guest', 'updateBirthCountry', { countryCode: byId('NLD') }),
			],
			['a reservation', '/reservations/', () => pms('reservation', 'get')],
			[
				'a booking',
				'/bookings/',
				() =>
					hotelNode('Bookings', owner, { ...asked(), resource: 'booking', operation: 'get', number: '4711' }),
			],
		];

		for (const [name, path, made] of nodes) {
			test(`shows nowhere: ${name}`, async () => {
				const workflow = await CallableWorkflow.of(stack, [made()]);
				for (const status of [400, 404, 409, 422, 200]) {
					for (const body of bodiesWith(text)) {
						await stack.sandbox.control.fault({ kind: 'body', status, body, match: { path }, times: 9 });
						const { message, description } = await workflow.callToFail();
						assert.deepEqual(tracesIn(`${message} ${description ?? ''}`), []);
						await stack.sandbox.control.clearFaults();
					}
				}
			});
		}

		test('is not in the database of n8n, which has executions and states, nor in its log', async () => {
			await stack.stopN8n();
			const folder = stack.n8nPlan.userFolder;
			const database = readFileSync(join(folder, '.n8n', 'database.sqlite'));
			const log = readFileSync(stack.n8nPlan.logFile);
			await stack.startN8nAgain();
			assert.ok(database.includes('The partner API refused the request (HTTP 422)'));
			assert.deepEqual(tracesIn(database.toString('latin1')), []);
			assert.deepEqual(tracesIn(database.toString('utf8')), []);
			assert.deepEqual(tracesIn(log.toString('utf8')), []);
		});
	});

	describe('another user, who knows Base URL and Client ID', () => {
		let stranger: N8nClient;
		let server: Server;
		let rogueUrl: string;
		let answer: { status: number; headers: Record<string, string>; body: unknown };
		const tokensSeen: string[] = [];

		before(async () => {
			stranger = await stack.client.addUser({ email: 'other@hotel.example', password: 'Other-hotel-1' });
			server = createServer((request, response) => {
				tokensSeen.push(request.headers.authorization ?? '');
				response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
				response.end(JSON.stringify(answer.body));
			});
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
			rogueUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
			const forged = [{ id: propertyId, name: 'Forged' }];
			answer = { status: 200, headers: {}, body: { properties: forged } };
		});
		after(() => {
			server.closeAllConnections();
			server.close();
		});

		const namesFor = async (client: N8nClient, credential: CredentialReference) =>
			(await client.listSearch(CONTENT, 'searchProperties', credential)).map(({ name }) => name);
		const strangers = async (changes: Partial<CredentialData> & Record<string, unknown>) =>
			await stranger.createCredential('Mine', { ...right, ...changes });

		test('has no use of the credential itself', async () => {
			await assert.rejects(namesFor(stranger, owner));
		});

		test('reads nothing that was cached for others with a wrong secret', async () => {
			assert.notDeepEqual(await namesFor(stack.client, owner), []);
			const guessed = await strangers({ apiClientSecret: 'guessed-4711' });
			await assert.rejects(namesFor(stranger, guessed), /Client ID or Client Secret was not accepted/);
		});

		test('fills no cache of others with an area of his own', async () => {
			await stack.restartN8n();
			await stranger.signIn({ email: 'other@hotel.example', password: 'Other-hotel-1' });
			const own = await strangers({ useAreaBaseUrls: true, contentBaseUrl: rogueUrl });
			assert.deepEqual(await namesFor(stranger, own), ['Forged']);
			const names = await namesFor(stack.client, owner);
			assert.ok(names.length > 0 && !names.includes('Forged'), names.join());
		});

		test('stops no requests of others with a 429 of his own', async () => {
			await stack.restartN8n();
			await stranger.signIn({ email: 'other@hotel.example', password: 'Other-hotel-1' });
			answer = { status: 429, headers: { 'retry-after': '86400' }, body: {} };
			const own = await strangers({ useAreaBaseUrls: true, contentBaseUrl: rogueUrl });
			await assert.rejects(namesFor(stranger, own), /rate limit/);
			assert.notDeepEqual(await namesFor(stack.client, owner), []);
		});

		test('sees no token that was issued with the secret of others', async () => {
			assert.ok(tokensSeen.length > 0);
			assert.ok(!JSON.stringify(tokensSeen).includes(right.apiClientSecret));
		});
	});

	describe('an address', () => {
		test('with http is red on saving, and nothing is sent', async () => {
			const data = { ...right, baseUrl: 'http://hotel.example' };
			const saved = await stack.client.createCredential('Unencrypted', data);
			const { status, message } = await stack.client.testCredential(saved, data);
			assert.equal(status, 'Error');
			assert.match(message, /refused-base-url/);
		});

		test('with a password is red on saving, and the password is not shown', async () => {
			const data = { ...right, baseUrl: right.baseUrl.replace('http://', 'http://name:p4ss-word@') };
			const saved = await stack.client.createCredential('With password', data);
			const { status, message } = await stack.client.testCredential(saved, data);
			assert.equal(status, 'Error');
			assert.ok(!message.includes('p4ss-word'), message);
		});
	});

	test('an HTTP Request node gets no token of the credential as it is preset', async () => {
		const credentials = { partnerHotelOAuth2Api: owner };
		const request = node({
			name: 'Elsewhere',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url: `${right.baseUrl}/api/content/v1/meal-plans`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'partnerHotelOAuth2Api',
			},
			credentials,
		});
		const { message } = await (await CallableWorkflow.of(stack, [request])).callToFail();
		assert.match(message, /configured to prevent use within an HTTP Request/);
	});
});
