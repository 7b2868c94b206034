import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { credentialFor } from '../../src/n8n/credential.mts';
import type { CredentialData } from '../../src/n8n/types.mts';
import { stopAllChildren } from '../../src/processes/children.mts';
import type { Stack } from '../../src/n8n/stack.mts';
import { startTestStack } from './support/stack.mts';

describe('The credential, as saved and tested in the editor', () => {
	let stack: Stack;
	let right: CredentialData;

	before(async () => {
		// Every test of a credential takes two access tokens; the limits allow for three in a second.
		stack = await startTestStack('credential', { properties: 1, bookings: 1, limits: false });
		right = credentialFor(stack.sandbox);
	});
	after(stopAllChildren);

	/** Saves, then tests what was saved, as the editor does. */
	async function saveAndTest(data: CredentialData): Promise<{ status: string; message: string }> {
		const saved = await stack.client.createCredential('Hotel', data);
		return await stack.client.testCredential(saved, data);
	}

	test('is green with the right pair', async () => {
		const { status, message } = await saveAndTest(right);
		assert.equal(status, 'OK', message);
	});

	test('is green for an API connection that is granted no API area', async () => {
		const pair = { clientId: 'no-areas', clientSecret: 'no-areas-secret' };
		await stack.sandbox.control.addClient({ ...pair, apiAccesses: [] });
		const { status, message } = await saveAndTest(credentialFor({ ...stack.sandbox, ...pair }));
		assert.equal(status, 'OK', message);
	});

	test('is green with a pair that was pasted with spaces and line ends', async () => {
		const pasted = {
			...right,
			apiClientId: ` ${right.apiClientId}\t`,
			apiClientSecret: `\u00a0${right.apiClientSecret} \r\n`,
		};
		const { status, message } = await saveAndTest(pasted);
		assert.equal(status, 'OK', message);
	});

	test('is green with slashes at the end of Base URL', async () => {
		const { status, message } = await saveAndTest({ ...right, baseUrl: `${right.baseUrl}//` });
		assert.equal(status, 'OK', message);
	});

	test('is green with an address of this machine without http://', async () => {
		const { status, message } = await saveAndTest({
			...right,
			baseUrl: right.baseUrl.replace('http://', ''),
		});
		assert.equal(status, 'OK', message);
	});

	test('is red with a wrong secret, which the message does not show', async () => {
		const apiClientSecret = 'not-the-secret-4711';
		const { status, message } = await saveAndTest({ ...right, apiClientSecret });
		assert.equal(status, 'Error');
		assert.notEqual(message.trim(), '');
		assert.ok(!message.includes(apiClientSecret), message);
	});

	test('turns red when a secret that worked is replaced by a wrong one', async () => {
		const saved = await stack.client.createCredential('Hotel', right);
		const before = await stack.client.testCredential(saved, right);
		const wrong = { ...right, apiClientSecret: 'another-secret-4712' };
		await stack.client.updateCredential(saved, wrong);
		const { status, message } = await stack.client.testCredential(saved, wrong);
		assert.equal(before.status, 'OK', before.message);
		assert.equal(status, 'Error');
		assert.ok(!message.includes(wrong.apiClientSecret), message);
	});

	test('is red where nothing answers', async () => {
		const { status, message } = await saveAndTest({ ...right, baseUrl: 'http://127.0.0.1:1' });
		assert.equal(status, 'Error');
		assert.notEqual(message.trim(), '');
	});

	test('is red at an address that is not the partner API', async () => {
		const { status, message } = await saveAndTest({ ...right, baseUrl: `${right.baseUrl}/elsewhere` });
		assert.equal(status, 'Error');
		assert.notEqual(message.trim(), '');
	});
});
