import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { allowManyTokens } from '../support/clients';
import { CREDENTIAL_TYPE, harness } from '../support/n8n';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ bookings: 1 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());

/** Like n8n's HTTP Request node, or its test of a credential: nothing of this package is between it and the token. */
const anyNode = {
	description: { name: 'anyNode', properties: [], credentials: [{ name: CREDENTIAL_TYPE.name }] },
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const request = { url: `${sandbox.url}/api/content/v1/properties?limit=1`, json: true };
		const body: unknown = await this.helpers.httpRequestWithAuthentication.call(
			this,
			CREDENTIAL_TYPE.name,
			request,
		);
		return [[{ json: { body } as INodeExecutionData['json'] }]];
	},
} as unknown as INodeType;

const around: Array<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	['with spaces around it', (text) => `  ${text} `],
	['with a tab and line ends', (text) => `\t${text}\r\n`],
	['with spaces that look like none', (text) => `\u00a0${text}\u200a`],
];

describe.each([
	['newest', false],
	['older', true],
])('n8n itself fetches a token for a pair pasted (host: %s)', (_, isOlder) => {
	it.each(around)('%s', async (__, pasted) => {
		const credential = {
			baseUrl: sandbox.url,
			apiClientId: pasted(sandbox.clientId),
			apiClientSecret: pasted(sandbox.clientSecret),
		};
		const node = harness(anyNode, { credential, isOlder });
		expect(await node.execute()).toHaveLength(1);
		expect((await sandbox.requests({ path: '/auth/token' })).at(-1)).toMatchObject({
			status: 200,
			body: { client_id: sandbox.clientId },
		});
	});
});

describe("n8n's own fields", () => {
	const credential = (pair: Record<string, unknown>) => ({ baseUrl: sandbox.url, ...pair });
	const decrypted = async (pair: Record<string, unknown>) =>
		await harness(anyNode, { credential: credential(pair) as never }).decrypted();

	it.each<[string, Record<string, unknown>]>([
		['is missing', {}],
		['is empty', { apiClientId: '', apiClientSecret: '' }],
		['is blank', { apiClientId: ' ', apiClientSecret: '\n' }],
		['is nothing', { apiClientId: null, apiClientSecret: null }],
	])('are empty where the pair %s', async (_, pair) => {
		expect(await decrypted(pair)).toMatchObject({ clientId: '', clientSecret: '' });
	});

	it('follow an expression, as of a vault', async () => {
		const pair = { apiClientId: '={{ " the-" + "id " }}', apiClientSecret: '={{ "the-secret\\n" }}' };
		expect(await decrypted(pair)).toMatchObject({ clientId: 'the-id', clientSecret: 'the-secret' });
	});
});
