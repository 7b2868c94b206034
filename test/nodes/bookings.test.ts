import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { allowManyTokens, newClient, newClientWithoutToken } from '../support/clients';
import { failureOf } from '../support/failures';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 11, properties: 120, bookings: 230 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
});

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

async function node(
	parameters: INodeParameters,
	options: { credential?: TestCredential; onError?: 'continueRegularOutput'; timezone?: string } = {},
): Promise<NodeHarness> {
	const credential = options.credential ?? (await newClient(sandbox));
	const all = {
		resource: 'booking',
		operation: 'getAll',
		propertyId: byId('1024'),
		period: 'everything',
		output: parameters.operation === 'get' ? 'raw' : 'summary',
		...parameters,
	};
	return harness(new PartnerHotelBookings(), {
		parameters: all,
		credential,
		onError: options.onError,
		timezone: options.timezone,
	});
}

/** What the API itself has, read without the node. */
async function allNumbers(propertyId: string): Promise<string[]> {
	const { token } = await fetchToken(await newClient(sandbox));
	const response = await fetch(`${sandbox.url}/api/read-reservation/v1/properties/${propertyId}/bookings`, {
		headers: { Authorization: `Bearer ${token}` },
	});
	const { bookingSummaries } = (await response.json()) as { bookingSummaries: Array<{ number: string }> };
	return bookingSummaries.map(({ number }) => number);
}

async function fetchToken({ apiClientId, apiClientSecret }: TestCredential): Promise<{ token: string }> {
	const body = new URLSearchParams({
		grant_type: 'client_credentials',
		client_id: apiClientId,
		client_secret: apiClientSecret,
	});
	const response = await fetch(`${sandbox.url}/auth/token`, { method: 'POST', body });
	return { token: ((await response.json()) as { access_token: string }).access_token };
}

describe('Booking → Get', () => {
	it('gives the booking itself, with its room stays, paired to the input item', async () => {
		const [number = ''] = await allNumbers('1024');
		const items = await (
			await node({ operation: 'get', number: '={{ $json.number }}' })
		).execute([{ number }]);
		expect(items).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			number,
			propertyId: '1024',
			roomStays: expect.any(Array) as unknown,
		});
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
	});

	it('an unknown booking is named, with what to check', async () => {
		const failure = await failureOf((await node({ operation: 'get', number: '20990101-1024-1' })).execute());
		expect(failure.message).toBe("The booking '20990101-1024-1' was not found at the property '1024'");
		expect(failure.description).toContain("Check that 'Booking Number' and 'Property' belong together");
		expect(failure.httpCode).toBe('404');
		expect(failure.context.apiErrors).toEqual([]);
	});
});

describe('Booking → Get Many', () => {
	it('reads everything over several pages, each booking once', async () => {
		const items = await (await node({ returnAll: true, options: { pageSize: 50 } })).execute();
		expect(items.map(({ json }) => json.number)).toEqual((await allNumbers('1024')).reverse());
		expect(new Set(items.map(({ pairedItem }) => JSON.stringify(pairedItem)))).toEqual(
			new Set(['{"item":0}']),
		);
		const [first, second] = await sandbox.requests({ path: '/bookings' });
		expect(first?.query).toEqual({ count: '50' });
		expect(Object.keys(second?.query ?? {}).sort()).toEqual(['continueToken', 'count']);
	});

	it('with a limit, gives those changed last, the newest first', async () => {
		const items = await (await node({ limit: 7 })).execute();
		expect(items.map(({ json }) => json.number)).toEqual((await allNumbers('1024')).slice(-7).reverse());
	});

	it('with a limit and details, reads only the details that are wanted', async () => {
		await (await node({ limit: 7, output: 'raw' })).execute();
		expect(await sandbox.requests({ path: '/bookings/' })).toHaveLength(7);
	});

	it('sends the date as UTC with Z, in the time zone of the workflow', async () => {
		const since = { period: 'custom', modifiedSince: '2026-03-01T14:30:00' };
		await (await node({ returnAll: true, ...since }, { timezone: 'America/New_York' })).execute();
		expect((await sandbox.requests({ path: '/bookings' }))[0]?.query.lastModification).toBe(
			'2026-03-01T19:30:00Z',
		);
	});

	it('takes a luxon date from an expression', async () => {
		const modifiedSince = '={{ DateTime.fromISO("2026-03-01T14:30:00+05:45") }}';
		await (await node({ returnAll: true, period: 'custom', modifiedSince })).execute();
		expect((await sandbox.requests({ path: '/bookings' }))[0]?.query.lastModification).toBe(
			'2026-03-01T08:45:00Z',
		);
	});

	describe('records without a booking number', () => {
		const body = {
			continueToken: 'next',
			hasMoreData: false,
			bookingSummaries: [{ number: null, guest: 'Eve Example' }, null, { number: 'good', status: 'Active' }],
		};
		const hint = {
			message:
				'The bookings feed of property 1024 contains records without a booking number (2), which were skipped. Report it to the provider of the API.',
			type: 'warning',
			location: 'outputPane',
		};

		it.each<[string, INodeParameters, unknown[]]>([
			['the list', { returnAll: true }, [{ number: 'good', status: 'Active' }]],
			[
				'the page',
				{ operation: 'getPage', pageSize: 3 },
				[{ ...body, bookingSummaries: [{ number: 'good', status: 'Active' }] }],
			],
		])('do not cost the rest of %s, and a hint says so once', async (_, parameters, expected) => {
			await sandbox.fault({ kind: 'body', body, times: 2, match: { scope: 'bookingList' } });
			const bookings = await node(parameters);
			const items = await bookings.execute([{}, {}]);
			expect(items.map(({ json }) => json)).toEqual([...expected, ...expected]);
			expect(bookings.hints).toEqual([hint]);
		});
	});

	describe('a page that announces another one without a token', () => {
		const body = {
			hasMoreData: true,
			continueToken: null,
			bookingSummaries: [{ number: 'a' }, { number: 'b' }],
		};
		beforeEach(async () => await sandbox.fault({ kind: 'body', body, match: { scope: 'bookingList' } }));

		it.each([{ limit: 2 }, { returnAll: true }])(
			'is refused: those changed last are missing',
			async (much) => {
				const all = await node(much);
				await expect(all.execute()).rejects.toThrow('announces another page but has no token');
			},
		);

		it('is refused by Get Page, which promises the token', async () => {
			const page = await node({ operation: 'getPage', pageSize: 3 });
			await expect(page.execute()).rejects.toThrow("announces more bookings but has no 'continueToken'");
		});
	});

	it('a booking changed while the list is read comes once, in its newest state', async () => {
		const [number = ''] = await allNumbers('7291');
		await sandbox.fault({
			kind: 'delay',
			delayMs: 400,
			match: { path: '/7291/bookings' },
			skip: 1,
			times: 1,
		});
		const reading = (
			await node({ propertyId: byId('7291'), returnAll: true, options: { pageSize: 100 } })
		).execute();
		await until(async () => (await sandbox.report()).requests >= 2);
		const changed = await sandbox.changeBooking('7291', number);
		const items = await reading;
		const found = items.filter(({ json }) => json.number === number);
		expect(found.map(({ json }) => json.modifiedDateTime)).toEqual([changed.modifiedDateTime]);
		expect(items).toHaveLength(230);
	});

	it('adds the details of each booking', async () => {
		const items = await (await node({ limit: 3, output: 'raw' })).execute();
		for (const { json } of items)
			expect(json.booking).toMatchObject({ number: json.number, status: json.status });
	});

	it('a booking whose details are gone keeps its summary', async () => {
		const number = (await allNumbers('5431')).at(-1) ?? '';
		await sandbox.removeDetail('5431', number);
		for (const output of ['raw', 'simplified']) {
			const [item] = await (await node({ propertyId: byId('5431'), limit: 1, output })).execute();
			expect(item?.json).toMatchObject({ number, booking: null });
		}
	});

	it('works through several input items, each paired', async () => {
		const many = await node({ propertyId: byId('={{ $json.hotel }}'), limit: 2 });
		const items = await many.execute([{ hotel: '1024' }, { hotel: 7291 }]);
		expect(items.map(({ json, pairedItem }) => [json.propertyId, pairedItem])).toEqual([
			['1024', { item: 0 }],
			['1024', { item: 0 }],
			['7291', { item: 1 }],
			['7291', { item: 1 }],
		]);
	});
});

describe('Booking → Get Page', () => {
	it('gives one page as it is, with the token and whether there is more', async () => {
		const [first] = await (await node({ operation: 'getPage', pageSize: 100 })).execute();
		expect(first?.json).toMatchObject({ hasMoreData: true, continueToken: expect.any(String) as string });
		expect(first?.json.bookingSummaries).toHaveLength(100);
	});

	it('with a continue token, gives what comes after it', async () => {
		const credential = await newClient(sandbox);
		const get = { operation: 'getPage', pageSize: 200 };
		const [page] = await (await node(get, { credential })).execute();
		const filters = { continueFrom: page?.json.continueToken as string };
		const [next] = await (await node({ ...get, filters }, { credential })).execute();
		expect((next?.json.bookingSummaries as IDataObject[]).map(({ number }) => number)).toEqual(
			(await allNumbers('1024')).slice(200),
		);
	});

	it('gives a token on the last page, too', async () => {
		const [page] = await (await node({ operation: 'getPage', pageSize: 1000 })).execute();
		expect(page?.json).toMatchObject({ hasMoreData: false, continueToken: expect.any(String) as string });
	});
});

describe('what is refused before any request', () => {
	const both = { continueFrom: 'abc', modifiedSince: '2026-03-01' };

	it.each<[string, INodeParameters, RegExp, RegExp]>([
		[
			'a token and a date for a page',
			{ operation: 'getPage', filters: both },
			/^Filters contain both a continue token and a date/,
			/'Continue Token' or 'Modified Since'/,
		],
		[
			'a date before 2009',
			{ period: 'custom', modifiedSince: '2008-12-31T23:59:59Z' },
			/^Modified Since '2008-12-31T23:59:59Z' is before 2009-01-01T00:00:00Z/,
			/later date/,
		],
		[
			'a date that is none',
			{ period: 'custom', modifiedSince: '2026-13-40' },
			/^Modified Since '2026-13-40' is not a date and time/,
			/2026-03-01T14:30:00Z/,
		],
		[
			'no property',
			{ propertyId: { __rl: true, mode: 'list', value: '' } },
			/^Property is empty/,
			/Choose it from the list/,
		],
		[
			'a property that leads elsewhere',
			{ propertyId: byId('../x') },
			/^Property '..\/x' is not a valid identifier/,
			/exactly as the hotel system shows it/,
		],
		['a limit of zero', { returnAll: false, limit: 0 }, /^Limit '0' is out of range/, /1 or more/],
		[
			'a page size above the limit',
			{ options: { pageSize: 1001 } },
			/^Page Size '1001' is out of range/,
			/from 1 to 1000/,
		],
	])('%s', async (_, parameters, message, description) => {
		const failure = await failureOf((await node(parameters)).execute());
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(description);
		expect(failure.context.itemIndex).toBe(0);
		expect((await sandbox.report()).requests).toBe(0);
	});
});

describe('what the API answers', () => {
	it('an unknown property is named', async () => {
		const failure = await failureOf((await node({ propertyId: byId('999999') })).execute());
		expect(failure.message).toBe("The property '999999' was not found");
		expect(failure).toMatchObject({ httpCode: '404', failure: { cause: 'configuration-invalid' } });
	});

	it('an unknown continue token is explained', async () => {
		const failure = await failureOf(
			(await node({ operation: 'getPage', filters: { continueFrom: 'bm9uc2Vuc2U=' } })).execute(),
		);
		expect(failure.message).toBe('The partner API rejected the continue token');
		expect(failure.description).toContain("'Modified Since'");
		expect(failure.httpCode).toBe('400');
	});

	it('a missing area is named, and the granted ones', async () => {
		const credential = await newClient(sandbox, { apiAccesses: ['content', 'search'] });
		const failure = await failureOf((await node({}, { credential })).execute());
		expect(failure.message).toBe('This API connection has no access to Bookings (Read Reservation)');
		expect(failure.description).toContain('It has access to: Content (content), Search (search).');
		expect(failure).toMatchObject({ httpCode: '403', failure: { cause: 'configuration-invalid' } });
	});

	it.each<[string, object, RegExp]>([
		['a web page', { kind: 'html' }, /returned a web page instead of data/],
		[
			'a list under another name',
			{ kind: 'body', body: { bookings: [], hasMoreData: false } },
			/has no list 'bookingSummaries'/,
		],
		[
			'more data without a token',
			{ kind: 'body', body: { bookingSummaries: [], hasMoreData: true, continueToken: null } },
			/announces another page but has no token/,
		],
		[
			'no end mark',
			{ kind: 'body', body: { bookingSummaries: [], continueToken: 'x' } },
			/has no 'hasMoreData'/,
		],
		[
			'the same token for ever',
			{ kind: 'body', times: 5, body: { bookingSummaries: [], hasMoreData: true, continueToken: 'x' } },
			/same page token twice/,
		],
	])('%s is refused', async (_, fault, message) => {
		await sandbox.fault({ ...(fault as Parameters<Sandbox['fault']>[0]), match: { path: '/bookings' } });
		expect((await failureOf((await node({ returnAll: true })).execute())).message).toMatch(message);
	});

	it.each<[string, object]>([
		['500', { kind: 'status', status: 500, times: 2 }],
		['503', { kind: 'status', status: 503, times: 2 }],
		['a connection that breaks', { kind: 'reset', times: 2 }],
		['JSON that is cut off', { kind: 'cutOff', times: 2 }],
		['a body shorter than announced', { kind: 'cutOff', abrupt: true, times: 2 }],
	])('a read is repeated after %s, until it succeeds', async (_, fault) => {
		await sandbox.fault({ ...(fault as Parameters<Sandbox['fault']>[0]), match: { path: '/bookings' } });
		expect(await (await node({ limit: 5 })).execute()).toHaveLength(5);
		expect(
			(await sandbox.report()).byEndpoint['GET /api/read-reservation/v1/properties/{propertyId}/bookings'],
		).toBe(3);
	});

	it('a 429 is waited out as long as the service says', async () => {
		await sandbox.fault({
			kind: 'status',
			status: 429,
			retryAfterSeconds: 2,
			match: { path: '/bookings' },
			times: 1,
		});
		expect(await (await node({ limit: 5 })).execute()).toHaveLength(5);
		const [refused, accepted] = await sandbox.requests({ path: '/bookings' });
		expect((accepted?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(2000);
	});

	it('a 429 that would last longer than the node waits ends with the time it lasts', async () => {
		await sandbox.fault({
			kind: 'status',
			status: 429,
			retryAfterSeconds: 1800,
			match: { path: '/bookings' },
			times: 1,
		});
		const failure = await failureOf((await node({ limit: 5 })).execute());
		expect(failure.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 1_800_000 });
		expect(failure.description).toContain('30 minutes');
	});

	it('an execution that is cancelled stops waiting at once', async () => {
		await sandbox.fault({
			kind: 'status',
			status: 429,
			retryAfterSeconds: 60,
			match: { path: '/bookings' },
			times: 1,
		});
		const cancel = new AbortController();
		const running = (await node({ limit: 5 })).execute([{}], cancel.signal);
		await until(async () => (await sandbox.report()).byStatus['429'] === 1);
		cancel.abort();
		await expect(running).rejects.toThrow();
		expect((await sandbox.requests({ path: '/bookings' })).length).toBe(1);
	});
});

describe('the access token', () => {
	const forToken = { path: '/auth/token' };
	const nodeWithoutToken = async (parameters: INodeParameters) =>
		await node(parameters, { credential: await newClientWithoutToken(sandbox) });

	it('a wrong secret is called that, and is not shown', async () => {
		const credential = { ...(await newClientWithoutToken(sandbox)), apiClientSecret: 'wrong-secret-1' };
		const failure = await failureOf((await node({}, { credential })).execute());
		expect(failure.message).toBe('The Client ID or Client Secret was not accepted');
		expect(failure).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
		expect(JSON.stringify(failure)).not.toContain('wrong-secret-1');
	});

	it('is fetched once and used again', async () => {
		const booking = await nodeWithoutToken({ returnAll: true, options: { pageSize: 100 } });
		await booking.execute();
		await booking.execute();
		expect((await sandbox.report()).tokensIssued).toBe(1);
	});

	it.each<[string, object]>([
		['is down', { kind: 'status', status: 503, times: 1 }],
		['breaks the connection', { kind: 'reset', times: 1 }],
		['had too many requests', { kind: 'status', status: 429, times: 1 }],
	])('is fetched again when its address %s', async (_, fault) => {
		await sandbox.fault({ ...(fault as Parameters<Sandbox['fault']>[0]), match: forToken });
		expect(await (await nodeWithoutToken({ limit: 2 })).execute()).toHaveLength(2);
	});

	it.each<[string, object]>([
		['a web page', { kind: 'html' }],
		['JSON without a token', { kind: 'body', body: { hello: 'world' } }],
	])('a token address that answers with %s points to the Base URL', async (_, fault) => {
		await sandbox.fault({ ...(fault as Parameters<Sandbox['fault']>[0]), match: forToken });
		const failure = await failureOf((await nodeWithoutToken({})).execute());
		expect(failure.message).toMatch(/^No access token could be fetched from http/);
		expect(failure.description).toContain('without /auth/token');
	});

	it('is renewed when it has expired, and the request repeated', async () => {
		const booking = await node({ limit: 3 });
		await booking.execute();
		await sandbox.revokeTokens({ accessTokens: true });
		expect(await booking.execute()).toHaveLength(3);
		expect((await sandbox.report()).byStatus).toMatchObject({ '401': 1 });
	});

	it('a token that is refused again and again ends with a clear error', async () => {
		await sandbox.fault({ kind: 'status', status: 401, match: { path: '/bookings' }, times: 5 });
		const failure = await failureOf((await node({})).execute());
		expect(failure.message).toBe('The partner API did not accept the access token');
		expect(failure).toMatchObject({ httpCode: '401', failure: { cause: 'credential-invalid' } });
	});

	it('nothing at the Base URL: said without any secret', async () => {
		const credential = { baseUrl: 'http://127.0.0.1:9', apiClientId: 'id', apiClientSecret: 'hidden-secret' };
		const failure = await failureOf((await node({}, { credential })).execute());
		expect(failure.message).toBe('Could not reach the partner API at http://127.0.0.1:9');
		expect(failure.description).toContain('connection refused');
		expect(JSON.stringify(failure)).not.toContain('hidden-secret');
	});
});

describe('the rate limits', () => {
	it('are kept by the node itself: never a 429, over several executions at once', async () => {
		const credential = await newClient(sandbox);
		const runs = await Promise.all(
			[1, 2, 3].map(async () => await node({ returnAll: true, options: { pageSize: 60 } }, { credential })),
		);
		const results = await Promise.all(runs.map(async (run) => await run.execute()));
		expect(results.map((items) => items.length)).toEqual([230, 230, 230]);
		const report = await sandbox.report();
		expect(report.byStatus['429']).toBeUndefined();
		expect(report.byScope.bookingList).toBe(12);
	});
});

describe('an item that fails when the node is set to continue', () => {
	it('becomes an error item, paired, and the others go on', async () => {
		const parameters = { propertyId: byId('={{ $json.hotel }}'), limit: 1 };
		const items = await (
			await node(parameters, { onError: 'continueRegularOutput' })
		).execute([{ hotel: '1024' }, { hotel: '999999' }, { hotel: '../x' }, { hotel: '7291' }]);
		expect(items.map(({ json, pairedItem }) => [json.propertyId ?? json.error, pairedItem])).toEqual([
			['1024', { item: 0 }],
			["The property '999999' was not found", { item: 1 }],
			["Property '../x' is not a valid identifier", { item: 2 }],
			['7291', { item: 3 }],
		]);
		expect(items[1]?.json).toMatchObject({ httpCode: '404' });
	});
});

describe('the list of properties', () => {
	async function readAll(filter?: string): Promise<Array<{ name: string; value: unknown }>> {
		const search = await node({});
		const found: Array<{ name: string; value: unknown }> = [];
		let paginationToken: string | undefined;
		do {
			const page = await search.search('searchProperties', filter, paginationToken);
			found.push(...page.results);
			paginationToken = page.paginationToken as string | undefined;
		} while (paginationToken !== undefined);
		return found;
	}

	it('is paged and shows names', async () => {
		const found = await readAll();
		expect(found.map(({ value }) => value)).toEqual(sandbox.properties.map(({ id }) => id));
		expect(found[0]?.name).toBe('Hôtel de l’Étoile');
		expect((await sandbox.requests({ path: '/api/content' })).length).toBe(3);
	});

	it('is searched over all pages, by name or id, without regard to case', async () => {
		const last = sandbox.properties.at(-1);
		expect(await readAll(last?.id)).toEqual([expect.objectContaining({ value: last?.id })]);
		const byName = await readAll(last?.name.toUpperCase());
		expect(byName.map(({ value }) => value)).toContain(last?.id);
	});

	it('without access to Content, the way out is named', async () => {
		const credential = await newClient(sandbox, { apiAccesses: ['reservation_api'] });
		const failure = await failureOf((await node({}, { credential })).search('searchProperties'));
		expect(failure.message).toContain('requires access to Content');
		expect(failure.description).toContain("'By ID'");
		expect(failure.description).toContain('Bookings (Read Reservation) (reservation_api)');
	});
});

async function until(condition: () => Promise<boolean>): Promise<void> {
	while (!(await condition())) await Promise.resolve();
}
