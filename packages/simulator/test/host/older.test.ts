import type { IDataObject, IHttpRequestOptions, IPollFunctions } from 'n8n-workflow';

import { executeContext } from '../../src/host/contexts.mts';
import { OlderPoller } from '../../src/host/polling.mts';
import type { Process } from '../../src/host/process.mts';
import { authenticated, ModelHost, nodeWith, probe } from './bothHosts';

/**
 * What n8n 1.123.81 does otherwise. It is not installed here: the values are those of n8n-core 1.122.48, which the
 * scenarios of requests.test.ts were run through once.
 */

const type = probe({ execute: async () => await Promise.resolve([]) });

function older() {
	const host = new ModelHost({ version: 'older', polling: 'older' });
	host.store({ baseUrl: host.url, apiClientId: 'client', apiClientSecret: 'secret' });
	return host;
}

function requests(host: ModelHost, process: Process, more: Partial<IHttpRequestOptions>, times: number) {
	const node = nodeWith({});
	const workflow = process.workflow({ id: 'w', name: '', timezone: 'UTC', active: true, node });
	const run = { items: [], executeData: {}, cancelSignal: new AbortController().signal };
	const context = executeContext(process, workflow, node, run);
	const send = async () => await authenticated({ url: `${host.url}/thing`, ...more })(context);
	return async () => await Promise.all(Array.from({ length: times }, send));
}

async function request(
	host: ModelHost,
	process: Process,
	more: Partial<IHttpRequestOptions> = {},
	times = 1,
) {
	return await host.pass(process, requests(host, process, more, times));
}

/** A request that hangs: time must not pass until it ends. */
function begin(host: ModelHost, process: Process): void {
	host.time.runAs(process.machine, requests(host, process, {}, 1)).catch(() => undefined);
}

describe('the model of n8n 1.123', () => {
	it('stores a token as it came, and asks for it with an empty scope', async () => {
		const host = older();
		await request(host, host.process('p', type));
		expect(host.stored.oauthTokenData).toEqual({
			access_token: 'service-token-1',
			token_type: 'Bearer',
			expires_in: 900,
		});
		expect(new URLSearchParams(host.service.tokenRequests[0]?.body).get('scope')).toBe('');
	});

	it('renews a token for each request that is refused, and keeps nothing of the old one', async () => {
		const host = older();
		host.stored.oauthTokenData = { access_token: 'old', note: 'gone' };
		await request(host, host.process('p', type), {}, 3);
		expect(host.service.issued).toHaveLength(3);
		expect(host.stored.oauthTokenData).not.toHaveProperty('note');
	});

	it('takes any form of ignoreHttpStatusErrors for all statuses', async () => {
		const host = older();
		host.stored.oauthTokenData = { access_token: 'old' };
		const ignoreHttpStatusErrors = { ignore: true as const, except: [401] };
		const [response] = await request(host, host.process('p', type), {
			ignoreHttpStatusErrors,
			returnFullResponse: true,
		});
		expect(response).toMatchObject({ statusCode: 401 });
		expect(host.service.issued).toHaveLength(0);
	});

	it('throws errors without their cause', async () => {
		const host = older();
		host.service.token = () => ({ status: 400, body: { error: 'invalid_client' } });
		const error = await request(host, host.process('p', type)).catch((thrown: IDataObject) => thrown);
		expect(error).toMatchObject({
			httpCode: 'EAUTH',
			message:
				'Client authentication failed (e.g., unknown client, no client authentication included, or unsupported authentication method).',
		});
		expect((error as IDataObject).cause).toBeUndefined();
	});

	it('does not say how long a poll may take, and hands over what comes after a deactivation', async () => {
		const host = older();
		const budgets: boolean[] = [];
		const pollers: OlderPoller[] = [];
		const executions: unknown[] = [];
		host.database.onExecution = (execution) => executions.push(execution);
		const poll = async (context: IPollFunctions) => {
			budgets.push('getPollBudgetMs' in context);
			if (budgets.length > 1) pollers[0]?.deactivate();
			return await Promise.resolve(budgets.length > 1 ? [[{ json: { late: true } }]] : null);
		};
		const process = host.process('p', probe({ poll }));
		const trigger = nodeWith({});
		host.database.workflows.set('w', {
			id: 'w',
			name: '',
			timezone: 'UTC',
			active: true,
			trigger,
			staticData: {},
		});
		const poller = new OlderPoller(process, 'w', 'activate');
		pollers.push(poller);
		await host.pass(process, async () => await poller.activate());
		await host.pass(process, async () => await poller.poll());
		await host.time.runUntil(host.time.nowMs + 1000);
		expect(budgets).toEqual([false, false]);
		expect(executions).toHaveLength(1);
	});
});

describe('the lock of renewals between processes (n8n 2.41.1, scaling/redis-lock.service.js)', () => {
	const refused = () => {
		const host = new ModelHost();
		host.store({
			baseUrl: host.url,
			apiClientId: 'c',
			apiClientSecret: 's',
			oauthTokenData: { access_token: 'old' },
		});
		return host;
	};

	it('has one of two processes renew, and the other take what it finds', async () => {
		const host = refused();
		await Promise.all(['one', 'two'].map(async (name) => await request(host, host.process(name, type))));
		expect(host.service.issued).toHaveLength(1);
	});

	it('is waited for ten seconds when its holder hangs', async () => {
		const host = refused();
		const issue = host.service.token;
		host.service.token = () => 'hang';
		begin(host, host.process('one', type));
		await host.time.runUntil(host.time.nowMs + 100);
		host.service.token = issue;
		const startedAt = host.time.nowMs;
		await request(host, host.process('two', type));
		expect(host.time.nowMs - startedAt).toBeGreaterThan(10_000);
		expect(host.time.nowMs - startedAt).toBeLessThan(11_000);
	});

	it('of a process that died ends after thirty seconds', async () => {
		const host = refused();
		const issue = host.service.token;
		host.service.token = () => 'hang';
		const dying = host.process('one', type);
		begin(host, dying);
		await host.time.runUntil(host.time.nowMs + 100);
		dying.machine.kill();
		host.service.token = issue;
		await host.time.runUntil(host.time.nowMs + 30_000);
		const startedAt = host.time.nowMs;
		await request(host, host.process('two', type));
		expect(host.time.nowMs - startedAt).toBeLessThan(1000);
	});
});
