import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { resources as bookings } from '../../nodes/PartnerHotelBookings/resources';
import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { resources as pms } from '../../nodes/PartnerHotelPms/resources';
import { personalColumns } from '../../nodes/shared/privacy/personalColumns';
import { callAsTool } from '../support/engine';
import { failureOf } from '../support/failures';
import { MARKER, markedSandbox, type MarkedSandbox } from '../support/guestMarkers';
import { withToken } from '../support/clients';
import { harness, type HarnessOptions, type TestCredential } from '../support/n8n';
import { byId, stayIn } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

let sandbox: Sandbox;
let hotel: MarkedSandbox;
/** The nodes wait for limits by client. */
let nextClient = 1;
/** Values that the parameters name. */
const ids: Record<string, string> = {};

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 12, properties: 1, bookings: 25, limits: 'off' });
	hotel = await markedSandbox(sandbox);
	const { number, stay } = await stayIn(sandbox, 'New');
	const [guest = ''] = stay.guestsIds;
	const facts = await sandbox.reservations('1024', 100);
	const { bookings: stored } = await sandbox.storage('1024');
	Object.assign(ids, {
		reservation: number,
		guest,
		booking: facts.find((one) => one.number === number)?.bookingNumber ?? '',
		stored: stored.at(-1)?.id ?? '',
	});
});
afterAll(async () => {
	await hotel.fake.stop();
	await sandbox.stop();
});
beforeEach(async () => {
	await sandbox.settings({ dialect: 'specification' });
});

const ON = { leaveOutPersonalData: true };
const nodes: Record<string, INodeType> = {
	Bookings: new PartnerHotelBookings(),
	Pms: new PartnerHotelPms(),
};

/** A placeholder, `<guest>`, stands for a value that the sandbox has. */
type Case = [label: string, node: string, resource: string, operation: string, entered: INodeParameters];

const forms = (values: string[], name = 'output') =>
	values.map((value): INodeParameters => ({ [name]: value }));
const FLAT_OR_RAW: INodeParameters[] = [{ simplify: true }, { simplify: false }];
const RESERVATION = forms(['raw', 'roomStays', 'simplified']);
const BOOKING = forms(['nights', 'raw', 'roomStays', 'simplified']);
const UNITS = forms(['booking', 'roomStay'], 'unitKind');
/** Somebody arrives or stays in these months. */
const ANY_DAY = {
	moment: [{ name: 'Arrival', anchor: 'afterArrival', count: 0, unit: 'days', time: '23:00' }],
};
const AUGUST = { period: 'custom', stayFrom: '2020-01-01', stayTo: '2030-01-01' };

const cases: Case[] = (
	[
		['Bookings', 'booking', 'get', { number: '<booking>' }, BOOKING],
		[
			'Bookings',
			'booking',
			'getAll',
			{ period: 'everything', limit: 5 },
			[...BOOKING, { output: 'summary' }],
		],
		['Bookings', 'booking', 'getPage', {}, [{}]],
		['Bookings', 'guestJourney', 'explain', { number: '<booking>', moments: ANY_DAY }, UNITS],
		['Bookings', 'guestJourney', 'getSchedule', { moments: ANY_DAY, days: 60 }, UNITS],
		['Pms', 'guest', 'get', { pmsPersonId: '<guest>' }, FLAT_OR_RAW],
		['Pms', 'guest', 'search', { filters: { name: 'a' } }, FLAT_OR_RAW],
		['Pms', 'guest', 'getStays', { pmsPersonId: '<guest>' }, FLAT_OR_RAW],
		['Pms', 'guest', 'getLoyaltyCards', { pmsPersonId: '<guest>' }, [{}]],
		['Pms', 'reservation', 'get', { number: '<reservation>' }, RESERVATION],
		['Pms', 'reservation', 'search', { ...AUGUST, limit: 5 }, [...RESERVATION, { includeDetails: false }]],
		['Pms', 'guestJourney', 'explain', { number: '<reservation>', moments: ANY_DAY }, UNITS],
		['Pms', 'guestJourney', 'getSchedule', { moments: ANY_DAY, days: 60 }, UNITS],
		['Pms', 'reservation', 'getInvoices', { number: '<reservation>' }, [{}]],
		['Pms', 'reservation', 'getAvailableRooms', { number: '<reservation>' }, FLAT_OR_RAW],
		['Pms', 'storageBooking', 'get', { bookingId: '<stored>' }, BOOKING],
	] as Array<[string, string, string, INodeParameters, INodeParameters[]]>
).flatMap(([node, resource, operation, entered, variants]) =>
	variants.map((variant): Case => {
		const label = [resource, operation, ...Object.values(variant)].join(' ');
		return [label, node, resource, operation, { ...entered, ...variant }];
	}),
);

function parametersOf([, , resource, operation, entered]: Case, options: IDataObject): INodeParameters {
	const text = JSON.stringify({ resource, operation, propertyId: '<property>', ...entered, options });
	const filled = JSON.parse(
		text.replace(/<(\w+)>/g, (_, name: string) => (name === 'property' ? '1024' : (ids[name] ?? ''))),
	) as INodeParameters;
	for (const locator of ['propertyId', 'pmsPersonId']) {
		if (locator in filled) filled[locator] = byId(String(filled[locator]));
	}
	return filled;
}

/** The limits of a client of its own, with the same token. */
function anotherClient(): TestCredential {
	const apiClientId = `${hotel.credential.apiClientId} ${nextClient++}`;
	return withToken({ ...hotel.credential, apiClientId }, hotel.credential.oauthTokenData as IDataObject);
}

function nodeOf(one: Case, options: IDataObject, settings: Partial<HarnessOptions> = {}) {
	const type = nodes[one[1]] as INodeType;
	const credential = anotherClient();
	return harness(type, { parameters: parametersOf(one, options), credential, ...settings });
}

/** All that an execution keeps. */
function allOf(items: INodeExecutionData[], hints: unknown): string {
	return JSON.stringify([items, hints]);
}

/** Without what has a marker, and without what is empty then. */
function pruned(value: unknown): unknown {
	if (typeof value === 'string') return MARKER.test(value) ? undefined : value;
	if (typeof value !== 'object' || value === null) return value;
	const left = Object.entries(value)
		// Of warnings, which are told in our words, only the code is left.
		.filter(([key]) => key !== 'message')
		.map(([key, entry]) => [key, pruned(entry)] as const)
		.filter(([, entry]) => entry !== undefined);
	if (left.length === 0) return undefined;
	return Array.isArray(value) ? left.map(([, entry]) => entry) : Object.fromEntries(left);
}

/** An error as n8n keeps it. */
function everything(error: unknown): string {
	const { message, stack, cause, ...rest } = error as Error & Record<string, unknown>;
	return JSON.stringify([message, stack, String(cause), rest]);
}

describe('with Leave Out Personal Data', () => {
	it.each(cases)('%s has nothing of a person, and all the rest', async (...one) => {
		const whole = nodeOf(one, {});
		const complete = await whole.execute();
		expect(allOf(complete, whole.hints)).toMatch(MARKER);
		const protecting = nodeOf(one, ON);
		const left = await protecting.execute();
		expect(allOf(left, protecting.hints)).not.toMatch(MARKER);
		expect(left.length).toBeGreaterThan(0);
		expect(left.map(({ json }) => pruned(json))).toEqual(complete.map(({ json }) => pruned(json)));
	});

	it.each(cases)('%s does so in the published dialect', async (...one) => {
		await sandbox.settings({ dialect: 'published' });
		const node = nodeOf(one, ON);
		const items = await node.execute();
		expect(items.length).toBeGreaterThan(0);
		expect(allOf(items, node.hints)).not.toMatch(MARKER);
	});

	it.each(cases)('%s has no empty columns in place of what is left out', async (...one) => {
		const items = await nodeOf(one, ON).execute();
		const columns = Object.values(personalColumns)
			.flat()
			.filter((name) => name !== 'status');
		expect(
			items.flatMap(({ json }) => Object.keys(json)).filter((name) => columns.includes(name as never)),
		).toEqual([]);
	});

	it.each([
		['reservation get', 'raw'],
		['reservation get', 'simplified'],
		['reservation search', 'roomStays'],
		['guest getStays', 'true'],
	])('%s %s asks for no guests', async (operation, form) => {
		const one = cases.find(([label]) => label === `${operation} ${form}`) as Case;
		const profiles = () => hotel.fake.requests.filter(({ path }) => /\/guests\/\d+$/.test(path)).length;
		const before = profiles();
		const items = await nodeOf(one, { ...ON, addGuests: true }).execute();
		expect(profiles()).toBe(before);
		expect(JSON.stringify(items)).not.toMatch(/"guests"|"guestNames"|zyxel/i);
		await nodeOf(one, { addGuests: true }).execute();
		expect(profiles()).toBeGreaterThan(before);
	});

	it('all operations that can leave it out are among these cases', () => {
		const able = Object.entries({ Bookings: bookings, Pms: pms }).flatMap(([node, resources]) =>
			resources.flatMap(({ option, operations }) =>
				operations
					.filter((operation) => operation.personalColumns)
					.map((operation) => `${node} ${option.value} ${operation.option.value}`),
			),
		);
		const tried = cases.map(([, node, resource, operation]) => `${node} ${resource} ${operation}`);
		expect([...new Set(tried)].sort()).toEqual(able.sort());
	});

	it('the sandbox sends no field that the list of published fields lacks', () => {
		expect([...hotel.unlisted]).toEqual([]);
	});
});

describe('what the API says', () => {
	const repeats = { code: '11', message: 'The document of ZYXEL was refused' };
	afterEach(() => {
		hotel.fake.answer = async (request) => (await hotel.between(request)) ?? (await hotel.forward(request));
	});
	const refuse = (status: number) => {
		hotel.fake.answer = async (request) =>
			/\/(read-reservation|pms|pms-integration-storage)\//.test(request.path)
				? { status, body: { errors: [repeats], warnings: [] } }
				: await hotel.forward(request);
	};
	const first = cases.filter(
		([, , resource, operation], index) =>
			cases.findIndex(([, , ...other]) => other[0] === resource && other[1] === operation) === index,
	);

	describe.each([200, 400, 403, 404])('in a response with status %d', (status) => {
		beforeEach(() => refuse(status));

		it.each(first)('is not in an error of %s', async (...one) => {
			const told = everything(await failureOf(nodeOf(one, ON).execute()));
			expect(told).not.toMatch(MARKER);
			expect(told).toContain('11');
		});

		it.each(first)('is not in the item of a failure of %s', async (...one) => {
			const node = nodeOf(one, ON, { onError: 'continueRegularOutput' });
			const items = await node.execute();
			expect(items[0]?.json).toHaveProperty('error');
			expect(allOf(items, node.hints)).not.toMatch(MARKER);
		});
	});
});

describe('the option', () => {
	const get = cases.find(([label]) => label === 'reservation get raw') as Case;

	it.each([
		['={{ undefined }}', 'is empty'],
		['={{ $json.missing }}', 'is empty'],
		["={{ $fromAI('leaveOut', '', 'boolean') }}", 'is filled by the AI model'],
	])('protects: %s is refused before anything is asked', async (value, problem) => {
		const before = hotel.fake.requests.length;
		const failure = await failureOf(nodeOf(get, { leaveOutPersonalData: value }).execute());
		expect(failure.message).toContain(`Leave Out Personal Data ${problem}`);
		expect(hotel.fake.requests).toHaveLength(before);
	});

	it('is refused to a model that would switch it off', async () => {
		const options = { leaveOutPersonalData: "={{ $fromAI('leaveOut', '', 'boolean') }}" };
		const parameters = { ...parametersOf(get, options), toolDescription: 'Reservation' };
		const calls = [{ leaveOut: false }];
		const [told] = await callAsTool(nodes.Pms as INodeType, {
			parameters,
			credential: hotel.credential,
			calls,
		});
		expect(told).toMatch(/is filled by the AI model/);
		expect(told).not.toMatch(MARKER);
	});

	it.each([true, 'true', '={{ true }}', '={{ $json.yes }}'])('is on with %j', async (value) => {
		const items = await nodeOf(get, { leaveOutPersonalData: value }).execute([{ yes: true }]);
		expect(JSON.stringify(items)).not.toMatch(MARKER);
	});

	it.each([false, '={{ false }}'])('is off with %j', async (value) => {
		expect(JSON.stringify(await nodeOf(get, { leaveOutPersonalData: value }).execute())).toMatch(MARKER);
	});

	it('tells a model as little', async () => {
		const parameters = { ...parametersOf(get, ON), toolDescription: 'Reservation' };
		const [told] = await callAsTool(nodes.Pms as INodeType, {
			parameters,
			credential: hotel.credential,
			calls: [{}],
		});
		expect(told).toContain(ids.reservation);
		expect(told).not.toMatch(MARKER);
	});
});
