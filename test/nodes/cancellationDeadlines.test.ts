import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { PartnerHotelTrigger } from '../../nodes/PartnerHotelTrigger/PartnerHotelTrigger.node';
import { newClient } from '../support/clients';
import { harness, type NodeHarness, type TestCredential } from '../support/n8n';
import { byId } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { Stopwatch } from '../../packages/sandbox/test/support/stopwatch.mts';

jest.mock('../../nodes/shared/transport/waiting', () => jest.requireActual('../support/hastenedLimits'));

/** The option "Add Cancellation Deadline", wherever it is offered. */

let sandbox: Sandbox;
let nextProperty = 0;
let property: string;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 11, limits: 'off', properties: 40, bookings: 12 });
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.resetReport();
	property = sandbox.properties[nextProperty++]?.id ?? '';
});

const FIELDS = ['freeCancellation', 'freeCancellationDeadline', 'freeCancellationDeadlineUtc'];
const deadlineOf = (json: IDataObject) => FIELDS.map((field) => json[field]);

async function bookingsNode(parameters: INodeParameters, credential?: TestCredential): Promise<NodeHarness> {
	return harness(new PartnerHotelBookings(), {
		parameters: { resource: 'booking', propertyId: byId(property), ...parameters },
		credential: credential ?? (await newClient(sandbox)),
	});
}

async function records(parameters: INodeParameters, credential?: TestCredential): Promise<IDataObject[]> {
	const node = await bookingsNode(parameters, credential);
	return (await node.execute()).map(({ json }) => json);
}

/** What Calculate Penalty says of each room stay. */
async function calculated(number: string): Promise<IDataObject[]> {
	const node = harness(new PartnerHotelContent(), {
		parameters: {
			resource: 'cancellationRule',
			operation: 'calculatePenalty',
			propertyId: byId(property),
			number,
		},
		credential: await newClient(sandbox),
	});
	return (await node.execute()).map(({ json }) => json);
}

const stated = ({ freeCancellation, freeUntil, freeUntilUtc }: IDataObject) => [
	freeCancellation,
	freeUntil,
	freeUntilUtc,
];

const contentRequests = async () =>
	(await sandbox.requests({ path: '/api/content' })).map(({ path }) => path.split('/').slice(6).join('/'));

const FORMS = ['raw', 'simplified', 'roomStays', 'nights'] as const;
const perStay = (form: string) => form === 'roomStays' || form === 'nights';
const withDeadline = { addCancellationDeadline: true };

describe('Booking → Get with the deadline', () => {
	it.each(FORMS)('says in the output %s what Calculate Penalty does', async (output) => {
		const { number } = await sandbox.createBooking(property, { roomStays: 3, nights: 2 });
		const stays = await calculated(number);
		const items = await records({ operation: 'get', number, output, options: withDeadline });
		if (perStay(output)) {
			for (const item of items) {
				const stay = stays.find(({ roomStayIndex }) => roomStayIndex === item.roomStayIndex);
				expect(deadlineOf(item)).toEqual(stated(stay ?? {}));
			}
			expect(new Set(items.map(({ roomStayIndex }) => roomStayIndex)).size).toBe(3);
		} else {
			expect(items.map(deadlineOf)).toEqual([stated(stays[0]?.booking as IDataObject)]);
		}
		expect(items.every((item) => item.freeCancellationNote === undefined)).toBe(true);
	});

	it.each(FORMS)('adds nothing to the output %s unless asked to', async (output) => {
		const { number } = await sandbox.createBooking(property);
		const [item] = await records({ operation: 'get', number, output });
		expect(Object.keys(item ?? {})).not.toEqual(expect.arrayContaining(['freeCancellation']));
		expect(await contentRequests()).toEqual(output === 'raw' ? [] : ['']);
	});
});

describe('Booking → Get Many with the deadline', () => {
	const many = (output: string): INodeParameters => ({
		operation: 'getAll',
		returnAll: true,
		period: 'everything',
		output,
		options: withDeadline,
	});

	it.each(FORMS)('says in the output %s what Get does', async (output) => {
		const items = await records(many(output));
		const numbers = [...new Set(items.map(({ number }) => number))];
		expect(numbers.length).toBeGreaterThanOrEqual(12);
		const credential = await newClient(sandbox);
		for (const number of numbers.slice(0, 6)) {
			const get = { operation: 'get', number: String(number), output, options: withDeadline };
			const single = await records(get, credential);
			expect(items.filter((item) => item.number === number).map(deadlineOf)).toEqual(single.map(deadlineOf));
		}
	});

	it('reads the rules once for all bookings', async () => {
		await records(many('simplified'));
		expect((await contentRequests()).sort()).toEqual(['', 'cancellation-rules']);
	});

	it('has none of cancelled bookings', async () => {
		const { number } = await sandbox.createBooking(property);
		await sandbox.cancelBooking(property, number);
		const items = await records(many('simplified'));
		expect(items.filter((item) => item.number === number).map(deadlineOf)).toEqual([
			['cancelled', null, null],
		]);
	});

	it('adds nothing where there are no details', async () => {
		const { number } = await sandbox.createBooking(property);
		await sandbox.removeDetail(property, number);
		const items = await records(many('raw'));
		expect(items.find((item) => item.number === number)).not.toHaveProperty('freeCancellation');
		const summaries = await records(many('summary'));
		expect(summaries.every((item) => item.freeCancellation === undefined)).toBe(true);
		expect((await contentRequests()).length).toBe(2);
	});

	it.each<[string, string[] | undefined, number | undefined, string]>([
		[
			'without access to Content',
			['reservation_api'],
			undefined,
			'This API connection has no access to Content, which has the cancellation rules',
		],
		['when the rules are missing', undefined, 404, 'The cancellation rules could not be read'],
	])('%s, keeps every booking and says why', async (_, apiAccesses, status, note) => {
		const credential = await newClient(sandbox, apiAccesses && { apiAccesses: apiAccesses as never });
		if (status !== undefined) {
			await sandbox.fault({ kind: 'status', status, match: { path: '/cancellation-rules' }, times: 50 });
		}
		const node = await bookingsNode(many('simplified'), credential);
		const items = (await node.execute()).map(({ json }) => json);
		expect(items.length).toBeGreaterThanOrEqual(12);
		for (const item of items.filter(({ freeCancellation }) => freeCancellation !== 'cancelled')) {
			expect(item).toMatchObject({
				freeCancellation: 'unknown',
				freeCancellationDeadline: null,
				freeCancellationDeadlineUtc: null,
				freeCancellationNote: note,
			});
		}
		expect(node.hints.map(({ message }) => message)).toContain(
			`Property ${property} has no cancellation deadlines: ${note}`,
		);
	});
});

describe('the trigger with the deadline', () => {
	async function started(
		output: string,
		credential?: TestCredential,
		more: INodeParameters = {},
	): Promise<NodeHarness> {
		const node = harness(new PartnerHotelTrigger(), {
			parameters: { propertyId: byId(property), output, options: { ...withDeadline }, ...more },
			credential: credential ?? (await newClient(sandbox)),
		});
		await node.poll();
		await sandbox.resetReport();
		return node;
	}

	const poll = async (node: NodeHarness) => ((await node.poll()) ?? []).map(({ json }) => json);
	const rulesHang = async () =>
		await sandbox.fault({
			kind: 'delay',
			delayMs: 60_000,
			match: { path: '/cancellation-rules' },
			times: 100,
		});

	it.each(['details', 'simplified', 'roomStays', 'nights'])(
		'says in the output %s what Calculate Penalty does',
		async (output) => {
			const node = await started(output);
			const { number } = await sandbox.createBooking(property, { roomStays: 2, nights: 2 });
			const stays = await calculated(number);
			const items = await poll(node);
			expect(items.length).toBeGreaterThan(0);
			for (const item of items) {
				const about = perStay(output)
					? stays.find(({ roomStayIndex }) => roomStayIndex === item.roomStayIndex)
					: (stays[0]?.booking as IDataObject);
				expect(deadlineOf(item)).toEqual(stated(about ?? {}));
				expect(item).toMatchObject({ event: 'new', number });
			}
		},
	);

	it('needs no details and no rules for summaries alone', async () => {
		const node = await started('summary');
		await sandbox.createBooking(property);
		const [item] = await poll(node);
		expect(item).not.toHaveProperty('freeCancellation');
		expect(await contentRequests()).toEqual([]);
	});

	it('reads the rules once for several bookings and polls', async () => {
		const node = await started('details');
		await sandbox.createBookings(property, 3);
		expect(await poll(node)).toHaveLength(3);
		await sandbox.createBookings(property, 2);
		expect(await poll(node)).toHaveLength(2);
		expect((await contentRequests()).sort()).toEqual(['', 'cancellation-rules']);
	});

	it.each<[string, Parameters<Sandbox['fault']>[0]]>([
		['refused', { kind: 'status', status: 403 }],
		['missing', { kind: 'status', status: 404 }],
		['something else', { kind: 'body', body: { something: 'else' } }],
		['a login page', { kind: 'html' }],
	])('emits each booking once while the rules are %s, with a note', async (_, fault) => {
		const node = await started('simplified');
		await sandbox.fault({ ...fault, match: { path: '/cancellation-rules' }, times: 100 });
		const made = await sandbox.createBookings(property, 4);
		const items = [...(await poll(node)), ...(await poll(node))];
		expect(items.map(({ number }) => number)).toEqual(made.map(({ number }) => number));
		for (const item of items) {
			expect(item).toMatchObject({ freeCancellation: 'unknown', freeCancellationDeadline: null });
			expect(item.freeCancellationNote).toMatch(/cancellation rules/);
			expect(item.propertyName).toEqual(expect.any(String));
		}
	});

	it('ends in time although the rules do not come, and emits each booking once', async () => {
		const node = await started('details');
		await rulesHang();
		const made = await sandbox.createBookings(property, 2);
		const items: IDataObject[] = [];
		for (let polls = 0; polls < 3; polls++) {
			const stopwatch = new Stopwatch();
			const polled = (await node.poll({ budgetMs: 5_000 })) ?? [];
			expect(stopwatch.stop()).toBeLessThan(5_000);
			items.push(...polled.map(({ json }) => json));
		}
		expect(items.map(({ number }) => number)).toEqual(made.map(({ number }) => number));
		expect(items[0]).toMatchObject({ freeCancellation: 'unknown' });
	});

	it('does not keep an execution, which may wait longer, from reading the rules itself', async () => {
		const credential = await newClient(sandbox);
		const node = await started('details', credential);
		await rulesHang();
		const made = await sandbox.createBookings(property, 2);
		const [item] = (await node.poll({ budgetMs: 5_000 })) ?? [];
		expect(item?.json).toMatchObject({ freeCancellation: 'unknown' });
		await sandbox.clearFaults();
		const parameters = { operation: 'get', number: '={{ $json.number }}', options: withDeadline };
		const execution = await bookingsNode({ ...parameters, output: 'simplified' }, credential);
		const items = await execution.execute(made.map(({ number }) => ({ number })));
		expect(items).toHaveLength(2);
		for (const { json } of items) expect(json.freeCancellation).not.toBe('unknown');
	});

	it('emits no booking again because its deadline has passed', async () => {
		const node = await started('simplified');
		await sandbox.createBooking(property);
		expect(await poll(node)).toHaveLength(1);
		await sandbox.fault({ kind: 'status', status: 404, match: { path: '/api/content' }, times: 100 });
		node.restart();
		expect(await poll(node)).toEqual([]);
	});

	it('is shown in the test event', async () => {
		await sandbox.createBooking(property);
		const node = harness(new PartnerHotelTrigger(), {
			parameters: { propertyId: byId(property), output: 'simplified', options: withDeadline },
			credential: await newClient(sandbox),
		});
		const [item] = (await node.poll({ mode: 'manual' })) ?? [];
		expect(item?.json.freeCancellation).toEqual(expect.any(String));
	});
});
