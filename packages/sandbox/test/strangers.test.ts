/* eslint-disable @n8n/community-nodes/no-restricted-imports -- requests as no fetch sends them: any path, any Host */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

import { startSandbox, type Sandbox } from './support/sandbox';
import { signIn } from './partner';

let sandbox: Sandbox;
let token: string;

beforeAll(async () => {
	sandbox = await startSandbox({ bookings: 5 });
	({ token } = await signIn(sandbox));
});
afterAll(async () => await sandbox.stop());

interface Sent {
	method?: string;
	path: string;
	headers?: Record<string, string>;
	body?: string;
}

async function statusOf({ method = 'GET', path, headers = {}, body = '' }: Sent): Promise<[number, string]> {
	const { port } = new URL(sandbox.url);
	return await new Promise((resolve, reject) => {
		const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
			text(response).then((answered) => resolve([response.statusCode ?? 0, answered]), reject);
		});
		sent.on('error', reject);
		sent.end(body);
	});
}

const ELSEWHERE = JSON.stringify({ url: 'http://127.0.0.1:1/elsewhere' });
const FOREIGN = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
const webhookPath = () => `_sandbox/clients/${sandbox.clientId}/webhook`;
const webhook = async () => (await sandbox.events(sandbox.clientId)).webhook;

describe('A page of another origin', () => {
	it.each([
		['as it is', '/_'],
		['with an encoded character', '/%5f'],
		['with another encoded character', '/%5F'],
		['with a whole address', 'http://127.0.0.1/_'],
		['with a whole address and an encoded character', 'http://127.0.0.1/%5f'],
	])('does not set where events go: path %s', async (_, start) => {
		const path = start + webhookPath();
		const [status] = await statusOf({ method: 'PUT', path, headers: FOREIGN, body: ELSEWHERE });
		expect(status).toBe(403);
		const simple = await statusOf({ method: 'POST', path, headers: FOREIGN, body: ELSEWHERE });
		expect(simple[0]).toBe(403);
		expect(await webhook()).toBeNull();
	});

	it.each(['/page/book', '/%70age/book', '/pag%65/book', '/page/boo%6b'])(
		'presses no button: %s',
		async (path) => {
			const bookings = (await sandbox.propertySummaries())[0]?.bookings;
			const body = new URLSearchParams({ property: '1024', guest: 'Ada Example' }).toString();
			expect((await statusOf({ method: 'POST', path, headers: FOREIGN, body }))[0]).toBe(403);
			expect((await sandbox.propertySummaries())[0]?.bookings).toBe(bookings);
		},
	);

	it('gets nothing of the API either, not even with a token, and is not counted', async () => {
		await sandbox.resetReport();
		const path = '/api/content/v1/properties/1024';
		const authorization = `Bearer ${token}`;
		expect((await statusOf({ path, headers: { authorization } }))[0]).toBe(200);
		expect((await statusOf({ path, headers: { authorization, ...FOREIGN } }))[0]).toBe(403);
		expect((await statusOf({ path: '/api/%zz', headers: FOREIGN }))[0]).toBe(403);
		expect((await sandbox.report()).requests).toBe(1);
	});

	it('can link to the page, and to nothing else', async () => {
		const headers = {
			'sec-fetch-site': 'cross-site',
			'sec-fetch-mode': 'navigate',
			'sec-fetch-dest': 'document',
		};
		expect((await statusOf({ path: '/', headers }))[0]).toBe(200);
		expect((await statusOf({ path: '/?property=1024', headers }))[0]).toBe(200);
		expect((await statusOf({ path: '/__sandbox/report', headers }))[0]).toBe(403);
		expect((await statusOf({ path: '/%5f_sandbox/report', headers }))[0]).toBe(403);
	});
});

describe('A name that is not that of this machine', () => {
	const host = 'evil.example';

	it.each([
		'/',
		'/__sandbox/report',
		'/%5f_sandbox/report',
		'/api/content/v1/properties',
		'/nothing',
		'/%zz',
	])('gets no answer from %s', async (path) => {
		const [status, body] = await statusOf({ path, headers: { host } });
		expect(status).toBe(403);
		expect(JSON.parse(body)).toEqual({
			error: "The sandbox answers under addresses, 'localhost' and the name of --host only",
		});
	});

	it('is none of those that programs use', async () => {
		const { port } = new URL(sandbox.url);
		for (const name of ['127.0.0.1', 'localhost', `localhost:${port}`, '[::1]', '192.0.2.7:4010']) {
			expect([name, (await statusOf({ path: '/__sandbox/health', headers: { host: name } }))[0]]).toEqual([
				name,
				200,
			]);
		}
	});
});

describe('An encoded path', () => {
	it('of the control interface is not counted as a request for the API', async () => {
		await sandbox.resetReport();
		expect((await statusOf({ path: '/%5f_sandbox/health' }))[0]).toBe(200);
		expect((await statusOf({ path: '/%5f_sandbox/nothing' }))[1]).toContain(
			'The control interface has no GET',
		);
		expect((await sandbox.report()).requests).toBe(0);
	});

	it('of the page has its headers', async () => {
		const [, body] = await statusOf({ path: '/%70age/nothing' });
		expect(body).toContain('The page has no GET');
	});
});
