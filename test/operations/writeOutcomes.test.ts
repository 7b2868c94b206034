import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { PartnerHotelReferenceData } from '../../nodes/PartnerHotelReferenceData/PartnerHotelReferenceData.node';
import { NOT_SHOWN } from '../../nodes/shared/transport/personalData';
import { allowManyTokens, newClient } from '../support/clients';
import { failureOf, type NodeFailure } from '../support/failures';
import type { FakeRequest } from '../support/fakeApi';
import { harness, type NodeHarness } from '../support/n8n';
import { loggedNode } from '../support/loggedNode';
import { Payables, type Payable } from '../support/payments';
import { byId, pmsNode, records, reservations } from '../support/pms';
import { proxyOf, type Proxy } from '../support/proxy';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import type { FaultInput } from '../../packages/sandbox/src/client.mts';

// So that reading back takes half a second.
jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastened'));

let sandbox: Sandbox;
let payables: Payables;
const proxies: Proxy[] = [];

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 59, properties: 1, bookings: 900 });
	await allowManyTokens(sandbox);
	payables = new Payables(sandbox);
});
afterAll(async () => {
	for (const { fake } of proxies) await fake.stop();
	await sandbox.stop();
});
beforeEach(async () => await sandbox.clearFaults());

async function proxied(): Promise<Proxy> {
	const proxy = await proxyOf(sandbox);
	proxies.push(proxy);
	return proxy;
}

function through(
	{ credential }: Proxy,
	parameters: INodeParameters,
	onError?: 'continueRegularOutput',
): NodeHarness {
	return harness(new PartnerHotelPms(), { parameters, credential, onError });
}

const moved = async () => (await sandbox.payments('1024')).map(({ value }) => value);
const isPayment = ({ method, path }: FakeRequest) => method === 'POST' && /\/process-/.test(path);
const isReading = ({ method, path }: FakeRequest) => method === 'GET' && /\/reservations\/[^/]+$/.test(path);

describe('a payment whose response is lost', () => {
	const whenMade: Array<[string, FaultInput]> = [
		['cut off', { kind: 'cutOff' }],
		['cut off abruptly', { kind: 'cutOff', abrupt: true }],
		['a connection that breaks after it', { kind: 'reset', when: 'after' }],
		['500 after it', { kind: 'status', status: 500, when: 'after' }],
		['an empty text', { kind: 'body', body: '', when: 'after' }],
		['errors in a success', { kind: 'messages', errors: [{ code: '7', message: 'Closed' }] }],
	];
	it.each(whenMade)('was made, as the hotel shows: %s', async (_, fault) => {
		const { number, stay, currency, parameters } = await payables.next();
		await sandbox.fault({ ...fault, match: { path: '/process-payment' } });
		const before = await moved();
		expect(await records(await pmsNode(sandbox, parameters(10)))).toEqual([
			expect.objectContaining({
				outcome: 'done',
				readBack: true,
				success: true,
				number,
				pmsRoomStayId: stay.pmsRoomStayId,
				value: 10,
				currencyCode: currency,
			}),
		]);
		expect(await moved()).toEqual([...before, 10]);
	});

	const whenNotMade: Array<[string, FaultInput]> = [
		['500', { kind: 'status', status: 500 }],
		['503', { kind: 'status', status: 503 }],
		['a connection that breaks before it', { kind: 'reset', when: 'before' }],
		['a redirect', { kind: 'status', status: 303 }],
		['a web page', { kind: 'html' }],
		['an empty text', { kind: 'body', body: '', when: 'before' }],
	];
	it.each(whenNotMade)('was not made, as the hotel shows: %s', async (_, fault) => {
		const { currency, parameters } = await payables.next();
		await sandbox.fault({ ...fault, match: { path: '/process-payment' } });
		const before = await moved();
		const failure = await failureOf((await pmsNode(sandbox, parameters(10))).execute());
		expect(failure.message).toMatch(new RegExp(`^Payment of 10\\.00 ${currency}: not made\\. `));
		expect(failure.description).toContain('Nothing was carried out before in this run.');
		expect(failure.context).toMatchObject({ outcome: 'notDone', doneItems: [], unknownItems: [] });
		expect(await moved()).toEqual(before);
	});

	it.each<[string, number]>([
		['made', 204],
		['not made', 500],
	])(
		'%s: unknown if a colleague moved another amount meanwhile, and both figures are told',
		async (_, status) => {
			const { payAmount, currency, parameters } = await payables.next();
			const proxy = await proxied();
			proxy.between = async (request) => {
				if (!isPayment(request)) return undefined;
				const own = JSON.parse(request.body) as { total: IDataObject };
				const colleague = { ...own, total: { ...own.total, value: 7 } };
				await proxy.forward({ ...request, body: JSON.stringify(colleague) });
				if (status === 204) await proxy.forward(request);
				return 'reset';
			};
			const failure = await failureOf(through(proxy, parameters(10)).execute());
			const left = payAmount - (status === 204 ? 17 : 7);
			const figure = (value: number) => `${value.toFixed(2)} ${currency}`;
			expect(failure.message).toMatch(
				/^Payment of 10\.00 [A-Z]{3}: unknown whether it was made\. Do not repeat it; compare what is due/,
			);
			expect(failure.message).toContain("'Reservation → Get'");
			expect(failure.description).toContain(
				`Before: ${figure(payAmount)} payable and ${figure(0)} refundable. Now: ${figure(left)} payable and ${figure(payAmount - left)} refundable.`,
			);
			expect(failure.context).toMatchObject({ outcome: 'unknown' });
		},
	);

	it('is unknown if the reads fail as well', async () => {
		const { parameters } = await payables.next();
		const proxy = await proxied();
		let isLost = false;
		proxy.between = (request) => {
			isLost ||= isPayment(request);
			return isLost ? { status: 502 } : undefined;
		};
		const failure = await failureOf(through(proxy, parameters(10)).execute());
		expect(failure.message).toMatch(/: unknown whether it was made\. Do not repeat it; /);
		expect(failure.context).toMatchObject({ outcome: 'unknown' });
		expect(proxy.fake.apiRequests.filter(isPayment)).toHaveLength(1);
		expect(proxy.fake.apiRequests.filter(isReading)).toHaveLength(6);
	});

	it('was made although the reads lag behind it', async () => {
		const { parameters } = await payables.next();
		const proxy = await proxied();
		let old: Awaited<ReturnType<Proxy['forward']>> | undefined;
		let reads = 0;
		proxy.between = async (request) => {
			if (isPayment(request)) {
				await proxy.forward(request);
				return 'reset';
			}
			if (!isReading(request)) return undefined;
			old ??= await proxy.forward(request);
			return reads++ < 4 ? old : undefined;
		};
		const [item] = await records(through(proxy, parameters(10)));
		expect(item).toMatchObject({ outcome: 'done', readBack: true });
		expect(reads).toBe(5);
	});

	it('an empty 200 is read back as well', async () => {
		const { parameters } = await payables.next();
		const proxy = await proxied();
		proxy.between = async (request) => {
			if (!isPayment(request)) return undefined;
			await proxy.forward(request);
			return { status: 200, body: '' };
		};
		expect((await records(through(proxy, parameters(10))))[0]).toMatchObject({
			outcome: 'done',
			readBack: true,
		});
	});

	it('a refund is read back the other way round', async () => {
		const { number, stay, parameters: payment } = await payables.next();
		await records(await pmsNode(sandbox, payment(20)));
		const { parameters } = await payables.about(number, stay, 'Refund');
		await sandbox.fault({ kind: 'reset', when: 'after', match: { path: '/process-refund' } });
		const [item] = await records(await pmsNode(sandbox, parameters(5)));
		expect(item).toMatchObject({ outcome: 'done', readBack: true, action: 'Refund', value: 5 });
	});
});

/** Room stays that nobody has arrived for, each given out once, the last of the list first. */
let fresh: Stay[] | undefined;
async function freshStay(): Promise<Stay> {
	fresh ??= (await reservations(sandbox)).flatMap(({ number, roomStays }) =>
		roomStays
			.filter(({ status }) => status === 'New')
			.map(({ pmsRoomStayId }) => ({ number, pmsRoomStayId })),
	);
	const stay = fresh.pop();
	if (!stay) throw new Error('There is no further room stay that nobody has arrived for');
	return stay;
}

interface Stay {
	number: string;
	pmsRoomStayId: string;
}

const aboutStay = (
	operation: string,
	{ number, pmsRoomStayId }: Stay,
	more: INodeParameters,
): INodeParameters => ({
	resource: 'roomStay',
	operation,
	number,
	pmsRoomStayId: byId(pmsRoomStayId),
	...more,
});

async function freeRoom({ number, pmsRoomStayId }: Stay): Promise<string> {
	const free = await records(
		await pmsNode(sandbox, { resource: 'reservation', operation: 'getAvailableRooms', number }),
	);
	const rooms = free.find((one) => one.pmsRoomStayId === pmsRoomStayId)?.rooms as IDataObject[];
	const taken = (await reservations(sandbox))
		.flatMap(({ roomStays }) => roomStays)
		.find((one) => one.pmsRoomStayId === pmsRoomStayId)?.roomId;
	return String(rooms.map(({ roomId }) => roomId).find((roomId) => roomId !== taken));
}

describe.each<[string, string, RegExp, () => Promise<INodeParameters>]>([
	[
		'a check-in',
		'/check-in',
		/^Check-in of room stay \d+/,
		async () => aboutStay('checkIn', await freshStay(), { actualCheckInDateTime: '2026-11-20T15:05' }),
	],
	[
		'a check-out',
		'/check-out',
		/^Check-out of room stay \d+/,
		async () => {
			const stay = await freshStay();
			const at = { actualCheckInDateTime: '2026-11-20T15:05', actualCheckOutDateTime: null };
			await sandbox.changeRoomStay('1024', stay.pmsRoomStayId, at);
			return aboutStay('checkOut', stay, { actualCheckOutDateTime: '2026-11-22T11:00' });
		},
	],
	[
		'a room assignment',
		'/room',
		/^Room assignment of room stay \d+/,
		async () => {
			const stay = await freshStay();
			return aboutStay('assignRoom', stay, { roomId: byId(await freeRoom(stay)) });
		},
	],
	[
		'room assignments',
		'/assign-rooms',
		/^Room assignments of reservation \S+/,
		async () => {
			const stay = await freshStay();
			const assignment = [{ pmsRoomStayId: byId(stay.pmsRoomStayId), roomId: byId(await freeRoom(stay)) }];
			return {
				resource: 'reservation',
				operation: 'assignRooms',
				number: stay.number,
				assignments: { assignment },
			};
		},
	],
])('%s whose response is lost', (_, path, subject, parametersOf) => {
	const lose = async (fault: FaultInput, method?: string) =>
		await sandbox.fault({ ...fault, match: { path, ...(method && { method }) } });
	const method = path === '/room' ? 'PUT' : 'POST';

	it.each<[string, FaultInput]>([
		['cut off', { kind: 'cutOff' }],
		['a connection that breaks after it', { kind: 'reset', when: 'after' }],
	])('was made, as the hotel shows: %s', async (__, fault) => {
		const node = await pmsNode(sandbox, await parametersOf());
		await lose(fault, method);
		expect((await records(node))[0]).toMatchObject({ outcome: 'done', readBack: true, success: true });
	});

	it('was not made, as the hotel shows', async () => {
		const node = await pmsNode(sandbox, await parametersOf());
		await lose({ kind: 'status', status: 503 }, method);
		const { message, context } = await failureOf(node.execute());
		expect(message).toMatch(new RegExp(`${subject.source}: not made\\. `));
		expect(context).toMatchObject({ outcome: 'notDone' });
	});

	it('is unknown if the reads fail as well', async () => {
		const node = await pmsNode(sandbox, await parametersOf());
		await lose({ kind: 'reset', when: 'after' }, method);
		await sandbox.fault({
			kind: 'status',
			status: 500,
			times: 5,
			match: { method: 'GET', path: '/reservations/' },
		});
		const { message, context } = await failureOf(node.execute());
		expect(message).toMatch(
			new RegExp(`${subject.source}: unknown whether it was made\\. Do not repeat it; `),
		);
		expect(context).toMatchObject({ outcome: 'unknown' });
	});
});

it('a check-in at another time than was sent is unknown, with both times', async () => {
	const stay = await freshStay();
	const proxy = await proxied();
	proxy.between = async ({ path }) => {
		if (!path.endsWith('/check-in')) return undefined;
		const at = { actualCheckInDateTime: '2026-11-20T16:30', actualCheckOutDateTime: null };
		await sandbox.changeRoomStay('1024', stay.pmsRoomStayId, at);
		return 'reset';
	};
	const parameters = aboutStay('checkIn', stay, { actualCheckInDateTime: '2026-11-20T15:05' });
	const node = through(proxy, { propertyId: byId('1024'), ...parameters });
	const failure = await failureOf(node.execute());
	expect(failure.context.outcome).toBe('unknown');
	expect(failure.description).toContain('The hotel has 2026-11-20T16:30, and 2026-11-20T15:05 was sent.');
});

describe('a new corporate client', () => {
	let tax = 770_000_000;
	const create = (credential: Parameters<typeof harness>[1]['credential']) =>
		harness(new PartnerHotelReferenceData(), {
			parameters: {
				resource: 'corporateClient',
				operation: 'create',
				taxpayerIdentificationNumber: String(tax++),
				registrationReasonCode: '771401001',
			},
			credential,
		});

	it.each(
		[200, 201, 202, 203, 204, 205, 206, 226, 299].flatMap((status) => [
			[status, 'empty', ''] as const,
			[status, 'cut off', '{"corporate":{"id":"4'] as const,
			[status, 'without a client', '{"warnings":[]}'] as const,
		]),
	)('is unknown after %s with a body that is %s', async (status, _, body) => {
		const proxy = await proxied();
		proxy.between = () => ({ status, body });
		const failure = await failureOf(create(proxy.credential).execute());
		expect(failure.message).toMatch(
			/^New corporate client: unknown whether it was made\. Do not repeat it; look for its tax number /,
		);
		expect(failure.context).toMatchObject({ outcome: 'unknown' });
		expect(proxy.fake.apiRequests).toHaveLength(1);
	});

	it('keeps the warnings of its response', async () => {
		const warnings = [{ code: '403', message: 'The legal name is outdated' }];
		await sandbox.fault({ kind: 'messages', warnings, match: { path: '/corporates' } });
		const [item] = await records(create(await newClient(sandbox)));
		expect(item).toMatchObject({
			outcome: 'done',
			_warnings: [{ code: '403', message: 'There is no access to this' }],
		});
	});
});

describe('a second item that fails before it is sent', () => {
	type Break = (proxy: Proxy) => void;
	const tokenAnswers =
		(answer: Awaited<ReturnType<Proxy['fake']['token']>>): Break =>
		({ fake }) => {
			fake.expireToken();
			fake.token = () => answer;
		};
	const breaks: Array<[string, Break, string]> = [
		['the token endpoint fails', tokenAnswers({ status: 500 }), 'No access token could be fetched'],
		['the token endpoint breaks off', tokenAnswers('reset'), 'did not complete its response'],
		[
			'the credential is refused',
			tokenAnswers({ status: 401, body: { error: 'invalid_client' } }),
			'The Client ID or Client Secret was not accepted',
		],
		[
			'too many tokens were requested',
			tokenAnswers({ status: 429, body: { error: 'too_many_requests' } }),
			'Too many access tokens were requested',
		],
		[
			'the wait would be too long',
			(proxy) => {
				proxy.between = () => ({ status: 429, headers: { 'retry-after': '300' } });
			},
			'rate limit',
		],
	];
	const writes: Array<[string, string, (stays: Payable[]) => INodeParameters, RegExp]> = [
		[
			'Payment',
			'/process-payment',
			([one]) => (one as Payable).parameters('={{ $json.amount }}', { options: { maxWaitSeconds: 1 } }),
			/^Payment: not made\. /,
		],
		[
			'Check-in',
			'/check-in',
			() => ({
				resource: 'roomStay',
				operation: 'checkIn',
				propertyId: byId('1024'),
				number: '={{ $json.number }}',
				pmsRoomStayId: byId('={{ $json.stay }}'),
				actualCheckInDateTime: '2026-11-20T15:05',
				options: { maxWaitSeconds: 1 },
			}),
			/^Check-in of room stay \d+: not made\. /,
		],
	];
	const cases = writes.flatMap(([name, path, parameters, begins]) =>
		breaks.map(([why, broken, reason]) => ({ name, path, parameters, begins, why, broken, reason })),
	);

	async function prepared({ path, parameters, broken }: (typeof cases)[number]) {
		const proxy = await proxied();
		const [one, other] = [await freshStay(), await freshStay()];
		const input = [
			{ amount: 3, number: one.number, stay: one.pmsRoomStayId },
			{ amount: 4, number: other.number, stay: other.pmsRoomStayId },
		];
		const node = async (onError?: 'continueRegularOutput') =>
			through(proxy, parameters([await payables.next()]), onError);
		proxy.between = async (request) => {
			if (!request.path.endsWith(path)) return undefined;
			const answer = await proxy.forward(request);
			broken(proxy);
			return answer;
		};
		return { node, input };
	}

	function expectTold(
		{ message, description = '' }: NodeFailure,
		{ begins, reason }: (typeof cases)[number],
	) {
		expect(message).toMatch(begins);
		expect(message).toContain(reason);
		expect(description).toContain('This is item 1. Carried out before in this run: item 0. Leave them out');
		expect(`${message} ${description}`).not.toMatch(/\bagain\b|\brepeat\b|run the workflow/i);
	}

	it.each(cases)('$name: the error tells that the first was carried out ($why)', async (one) => {
		const { node, input } = await prepared(one);
		const failure = await failureOf((await node()).execute(input));
		expectTold(failure, one);
		expect(failure.context).toMatchObject({
			itemIndex: 1,
			outcome: 'notDone',
			doneItems: [0],
			unknownItems: [],
		});
	});

	it.each(cases)('$name: so does the error item ($why)', async (one) => {
		const { node, input } = await prepared(one);
		const [first, second] = await (await node('continueRegularOutput')).execute(input);
		expect(first?.json).toMatchObject({ outcome: 'done' });
		const { error, description, ...rest } = second?.json ?? {};
		expectTold({ message: String(error), description: String(description), context: {} }, one);
		expect(rest).toMatchObject({ outcome: 'notDone', doneItems: [0], unknownItems: [], amount: 4 });
		expect(second?.pairedItem).toEqual({ item: 1 });
	});
});

describe('a comment', () => {
	const comment = 'For Ms Zyxel, passport 4711';
	const TRACES = /zyxel|4711/i;
	const everything = ({ message, description, context }: NodeFailure) =>
		JSON.stringify([message, description, context]);

	it.each<[string, FaultInput]>([
		[
			'a refusal',
			{ kind: 'status', status: 400, body: { errors: [{ code: '9', message: `'${comment}' is too long` }] } },
		],
		['errors in a success', { kind: 'body', body: { errors: [{ code: '9', message: `Bad: ${comment}` }] } }],
	])('that the API repeats in %s is in no error', async (_, fault) => {
		for (const action of ['Payment', 'Refund'] as const) {
			const { parameters } = await payables.next(action);
			const options = { comment, allowMoreThanDue: true };
			await sandbox.fault({ ...fault, match: { method: 'POST', path: '/process-' } });
			const failure = await failureOf((await pmsNode(sandbox, parameters(5, { options }))).execute());
			expect(everything(failure)).toContain(NOT_SHOWN);
			expect(everything(failure)).not.toMatch(TRACES);
		}
	});
});

describe('an execution that is stopped while a payment is under way', () => {
	it.each<[string, boolean, FaultInput | undefined]>([
		['made', true, undefined],
		['not made', false, { kind: 'status', status: 400 }],
		['unknown whether it was made', true, { kind: 'cutOff' }],
	])('logs what became of it: %s', async (outcome, isMoved, fault) => {
		const { type, lines } = loggedNode(new PartnerHotelPms());
		const { currency, parameters } = await payables.next();
		const proxy = await proxied();
		const cancel = new AbortController();
		proxy.between = async (request) => {
			if (!isPayment(request)) return undefined;
			cancel.abort(new Error('stopped'));
			if (fault) await sandbox.fault({ ...fault, match: { path: '/process-payment' } });
			return await proxy.forward(request).catch(() => 'reset' as const);
		};
		const before = (await moved()).length;
		const node = harness(type, { parameters: parameters(6), credential: proxy.credential });
		await node.execute([{}], cancel.signal).catch(() => undefined);
		expect((await moved()).length - before).toBe(isMoved ? 1 : 0);
		expect(lines.join('\n')).toContain(
			`Partner Hotel: Payment of 6.00 ${currency}: ${outcome}. The execution was stopped`,
		);
	});
});
