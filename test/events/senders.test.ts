import { event, hostOf, started, stopAll } from '../support/eventTrigger';
import type { HostOptions } from '../support/webhookHost';

afterEach(stopAll);

const apiKey = { authentication: { name: 'API-KEY', value: 'key-4711' } };
const basic = { authentication: { user: 'hotel', password: 'pass:wörd' } };
const basicOf = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('authentication', () => {
	it.each<[string, string, Partial<HostOptions>, Record<string, string>, number]>([
		['an API key', 'headerAuth', apiKey, { 'api-key': 'key-4711' }, 200],
		['no API key', 'headerAuth', apiKey, {}, 401],
		['a wrong API key', 'headerAuth', apiKey, { 'api-key': 'key-4712' }, 401],
		['a part of the API key', 'headerAuth', apiKey, { 'api-key': 'key-471' }, 401],
		['an API key where Basic is expected', 'basicAuth', basic, { 'api-key': 'key-4711' }, 401],
		['user and password', 'basicAuth', basic, { authorization: basicOf('hotel:pass:wörd') }, 200],
		['a wrong password', 'basicAuth', basic, { authorization: basicOf('hotel:pass') }, 401],
		['the pair as a bearer token', 'basicAuth', basic, { authorization: 'Bearer hotel:pass:wörd' }, 401],
		[
			'nothing where the credential is empty',
			'headerAuth',
			{ authentication: { name: 'API-KEY', value: '' } },
			{ 'api-key': '' },
			401,
		],
	])('%s', async (_, authentication, options, headers, status) => {
		const { host, deliver } = await started({ authentication }, options);
		const response = await deliver([event()], headers);
		expect(response.status).toBe(status);
		if (status === 401) expect(await response.text()).toBe('');
		expect(host.executions).toHaveLength(status === 200 ? 1 : 0);
	});
});

describe('a credential that authorizes nobody', () => {
	const HEADER = 'Choose a Header Auth credential whose name is API-KEY and whose value is the key.';
	const BASIC = 'Choose a Basic Auth credential with a user and a password.';

	it.each<[string, string, HostOptions['authentication'], Record<string, string>, string, string]>([
		[
			'no user and no password',
			'basicAuth',
			{ user: '', password: '' },
			{ authorization: 'Basic Og==' },
			'needs a user',
			BASIC,
		],
		[
			'no password',
			'basicAuth',
			{ user: 'hotel', password: ' ' },
			{ authorization: basicOf('hotel: ') },
			'needs a password',
			BASIC,
		],
		['no user', 'basicAuth', { password: 'x' }, { authorization: basicOf(':x') }, 'needs a user', BASIC],
		['an empty key', 'headerAuth', { name: 'API-KEY', value: '' }, { 'api-key': '' }, 'needs a key', HEADER],
		[
			'a blank key',
			'headerAuth',
			{ name: 'API-KEY', value: ' \t' },
			{ 'api-key': ' ' },
			'needs a key',
			HEADER,
		],
		[
			'no name',
			'headerAuth',
			{ name: ' ', value: 'key' },
			{ 'api-key': 'key' },
			'needs the name of the header',
			HEADER,
		],
		['the name of what every object has', 'headerAuth', { name: 'constructor', value: 'key' }, {}, '', ''],
	])('%s', async (_, authentication, credential, headers, problem, advice) => {
		const { host, deliver } = await started({ authentication }, { authentication: credential });
		expect((await deliver([event()], headers)).status).toBe(401);
		expect(host.executions).toEqual([]);
		if (problem === '') return;
		await expect(host.activate()).rejects.toMatchObject({
			message: `Authentication ${problem}`,
			description: advice,
		});
		expect(host.log).toEqual([
			`Partner Hotel: a delivery was refused (401). Authentication ${problem}. ${advice}`,
		]);
	});

	it('is none that is complete', async () => {
		await hostOf({ authentication: 'basicAuth' }, basic).activate();
		await hostOf({ authentication: 'headerAuth' }, apiKey).activate();
	});
});

describe('two keys at once', () => {
	const options = { acceptTwoKeys: true };
	const keys = { authentication: { name: 'API-KEY', value: ' new-key  old-key ' } };
	const passwords = { authentication: { user: 'hotel', password: 'new old' } };

	it.each<[string, string, Partial<HostOptions>, Record<string, string>, number]>([
		['the new key', 'headerAuth', keys, { 'api-key': 'new-key' }, 200],
		['the old key', 'headerAuth', keys, { 'api-key': 'old-key' }, 200],
		['both', 'headerAuth', keys, { 'api-key': 'new-key  old-key' }, 401],
		['another key', 'headerAuth', keys, { 'api-key': 'older-key' }, 401],
		['the only key', 'headerAuth', apiKey, { 'api-key': 'key-4711' }, 200],
		['the new password', 'basicAuth', passwords, { authorization: basicOf('hotel:new') }, 200],
		['the old password', 'basicAuth', passwords, { authorization: basicOf('hotel:old') }, 200],
		['the old password of another', 'basicAuth', passwords, { authorization: basicOf('inn:old') }, 401],
	])('%s', async (_, authentication, credential, headers, status) => {
		const { host, deliver } = await started({ authentication, options }, credential);
		await host.activate();
		expect((await deliver([event()], headers)).status).toBe(status);
	});

	it('are not read into a key with a space unless they are asked for', async () => {
		const { deliver } = await started({ authentication: 'headerAuth' }, keys);
		expect((await deliver([event()], { 'api-key': 'new-key' })).status).toBe(401);
		expect((await deliver([event()], { 'api-key': 'new-key  old-key' })).status).toBe(200);
	});

	it('are not three: the words of a passphrase are no keys', async () => {
		const passphrase = { authentication: { name: 'API-KEY', value: 'correct horse battery' } };
		const { host, deliver } = await started({ authentication: 'headerAuth', options }, passphrase);
		await expect(host.activate()).rejects.toMatchObject({
			message: 'Accept Two Keys found more than two keys in the credential',
			description: "Leave two of them, separated by a space, or remove 'Accept Two Keys'.",
		});
		expect((await deliver([event()], { 'api-key': 'horse' })).status).toBe(401);
	});
});

describe('the log', () => {
	afterEach(() => jest.restoreAllMocks());

	it('has a line for refused deliveries, at most one a minute, and nothing of what was sent', async () => {
		const { host, deliver } = await started({ authentication: 'headerAuth' }, apiKey);
		const now = jest.spyOn(performance, 'now');
		const at = (seconds: number) => now.mockReturnValue(1_000_000 + seconds * 1_000);
		at(0);
		await deliver([event()], { 'api-key': 'guessed-key' });
		at(59);
		await deliver([event()], { 'api-key': 'guessed-key' });
		await deliver([event()], {});
		at(60);
		await deliver([event()], {});
		at(119);
		await deliver([event()], { 'api-key': 'key-4711' });
		await deliver([event()], {});
		expect(host.log).toEqual([
			"Partner Hotel: a delivery was refused (401). The header 'api-key' does not have the value of the credential.",
			"Partner Hotel: a delivery was refused (401). The header 'api-key' is missing. 2 more were refused since the last such line.",
		]);
		expect(host.log.join()).not.toMatch(/guessed|4711/);
	});

	it('tells that a scheme is not the expected one', async () => {
		const { host, deliver } = await started({ authentication: 'basicAuth' }, basic);
		await deliver([event()], { authorization: 'Bearer hotel' });
		expect(host.log).toEqual([
			"Partner Hotel: a delivery was refused (401). The header 'authorization' does not have the value of the credential.",
		]);
	});
});

describe('Allowed IP Addresses', () => {
	const restricted = (allowedIps: string) => ({ options: { allowedIps } });

	it.each([
		['203.0.113.7', '203.0.113.7', 200],
		['203.0.113.7', '203.0.113.8', 403],
		['203.0.113.7', '::ffff:203.0.113.7', 200],
		['198.51.100.1, 203.0.113.0/24', '203.0.113.255', 200],
		['198.51.100.1, 203.0.113.0/24', '203.0.114.0', 403],
		['2001:db8::/32', '2001:db8:1::5', 200],
		['2001:db8::/32', '2001:db9::5', 403],
		['127.0.0.1', '', 403],
	])('%s with a delivery from %s', async (allowed, ip, status) => {
		const { host, deliver } = await started(restricted(allowed), { ip });
		await host.activate();
		const response = await deliver([event()]);
		expect(response.status).toBe(status);
		if (status === 403) expect(await response.text()).toBe('');
		expect(host.executions).toHaveLength(status === 200 ? 1 : 0);
	});

	it('is the address of the connection', async () => {
		expect((await (await started(restricted('127.0.0.1'))).deliver([event()])).status).toBe(200);
		expect((await (await started(restricted('127.0.0.2'))).deliver([event()])).status).toBe(403);
	});

	it('decides before the key, and tells in the log which address was refused', async () => {
		const parameters = { authentication: 'headerAuth', ...restricted('203.0.113.7') };
		const { host, deliver } = await started(parameters, { ...apiKey, ip: '198.51.100.9' });
		expect((await deliver([event()], { 'api-key': 'key-4711' })).status).toBe(403);
		expect(host.log).toEqual([
			"Partner Hotel: a delivery was refused (403). The address 198.51.100.9 is not among 'Allowed IP Addresses'. If it is that of your own proxy, set N8N_PROXY_HOPS.",
		]);
	});

	it('writes no text into the log that is no address', async () => {
		const { host, deliver } = await started(restricted('203.0.113.7'), { ip: 'forged\nline' });
		await deliver([event()]);
		expect(host.log.join()).toMatch(/The address unknown is not/);
	});

	it.each(['203.0.113', '203.0.113.0/33', '2001:db8::/129', '203.0.113.7/', 'provider.example', ','])(
		'%s is refused when the workflow is activated, and nobody is let in',
		async (allowed) => {
			const { host, deliver } = await started(restricted(allowed));
			await expect(host.activate()).rejects.toMatchObject({
				message: expect.stringMatching(/^Allowed IP Addresses /),
				description: expect.stringMatching(/^Enter addresses such as 203\.0\.113\.7/),
			});
			expect((await deliver([event()])).status).toBe(403);
		},
	);
});

describe('the panel', () => {
	it('warns of a trigger that everybody can start', () => {
		const { properties } = hostOf().description;
		const warning = properties.find(({ name }) => name === 'openNotice');
		expect(warning).toMatchObject({ type: 'notice', displayOptions: { show: { authentication: ['none'] } } });
		const after = properties.findIndex(({ name }) => name === 'authentication') + 1;
		expect(properties[after]).toBe(warning);
	});
});
