import { DateTime } from 'luxon';
import type { IDataObject, INodeListSearchItems, INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelContent } from '../../nodes/PartnerHotelContent/PartnerHotelContent.node';
import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { allowManyTokens, newClient } from '../support/clients';
import { FakeApi } from '../support/fakeApi';
import { failureOf } from '../support/failures';
import { harness, type NodeHarness } from '../support/n8n';
import { byId, pmsNode, records, reservations } from '../support/pms';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

const CHECK_IN = { resource: 'roomStay', operation: 'checkIn' };
const MOST = 20;

let sandbox: Sandbox;
/** Reservations of the next days, more than a list may read. */
const arriving: Array<{ number: string; arrivalDate: string }> = [];

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 31, properties: 1, bookings: 100 });
	await allowManyTokens(sandbox);
	const today = DateTime.now().setZone('Europe/London');
	for (let index = 0; index < 100; index++) {
		const arrivalDate = today.plus({ days: index % 7 }).toISODate() ?? '';
		const { number } = await sandbox.createBooking('1024', { arrivalDate, nights: 1 });
		arriving.push({ number, arrivalDate });
	}
}, 120_000);
afterAll(async () => await sandbox.stop());
beforeEach(async () => {
	await sandbox.clearFaults();
	await sandbox.settings({ limits: 'default' });
	await allowManyTokens(sandbox);
	await sandbox.resetReport();
});

async function requests(): Promise<number> {
	return (await sandbox.report()).requests;
}

/** What is listed, and how many requests it took. */
async function opened(
	node: NodeHarness,
	filter?: string,
	method = 'searchReservations',
): Promise<{ results: INodeListSearchItems[]; took: number }> {
	const before = await requests();
	const { results } = await node.search(method, filter);
	return { results, took: (await requests()) - before };
}

const numbersOf = (results: INodeListSearchItems[]) => results.map(({ value }) => String(value));

describe('the list of reservations of a hotel with many', () => {
	it('takes at most 20 requests, and none when it is opened again', async () => {
		const node = await pmsNode(sandbox, CHECK_IN);
		const { results, took } = await opened(node);
		expect(took).toBeLessThanOrEqual(MOST);
		expect(numbersOf(results)).toEqual(expect.arrayContaining(arriving.map(({ number }) => number)));
		const again = await opened(node);
		expect(again).toEqual({ results, took: 0 });
	});

	it('shows the first by guest and dates, the others by what the search tells', async () => {
		const { results } = await opened(await pmsNode(sandbox, CHECK_IN));
		const detailed = results.filter(({ name }) => / to /.test(name));
		expect(detailed.length).toBeGreaterThan(10);
		expect(results.slice(0, detailed.length)).toEqual(detailed);
		const today = new Set(arriving.slice(0, 1).map(({ number }) => number));
		expect(numbersOf(detailed).some((number) => today.has(number))).toBe(true);
		for (const { name, value } of results.slice(detailed.length)) {
			expect(name).toBe(value);
		}
	});

	it('finds each of them by its number or a part of it', async () => {
		const node = await pmsNode(sandbox, CHECK_IN);
		const { results } = await opened(node);
		const { number = '' } =
			arriving.find(({ number: one }) => one === results.at(-1)?.value) ?? arriving[99] ?? {};
		for (const typed of [number, number.slice(-7)]) {
			const found = await opened(node, typed);
			expect(numbersOf(found.results)).toContain(number);
			expect(found.took).toBeLessThanOrEqual(MOST);
			expect((await opened(node, typed)).took).toBe(0);
		}
		expect((await opened(node, number)).results[0]?.name).toMatch(/ to .* · /);
	});

	it('finds those that arrive on a day, all of them', async () => {
		const day = arriving[3]?.arrivalDate ?? '';
		const { results, took } = await opened(await pmsNode(sandbox, CHECK_IN), day);
		expect(took).toBeLessThanOrEqual(MOST);
		const expected = arriving.filter(({ arrivalDate }) => arrivalDate === day);
		expect(numbersOf(results)).toEqual(expect.arrayContaining(expected.map(({ number }) => number)));
		for (const { name } of results) expect(name).toContain(day);
	});

	it('takes at most 20 requests for each letter of a name, and finds the guest', async () => {
		const { number } = arriving[50] ?? { number: '' };
		const get = { resource: 'reservation', operation: 'get', output: 'roomStays', number };
		const [stay = {}] = await records(await pmsNode(sandbox, { ...get, options: { addGuests: true } }));
		const [guest = ''] = stay.guestNames as string[];
		const node = await pmsNode(sandbox, CHECK_IN);
		await sandbox.settings({ limits: 'off' });
		for (let letters = 1; letters <= guest.length; letters++) {
			const typed = guest.slice(0, letters);
			const { results, took } = await opened(node, typed);
			expect(took).toBeLessThanOrEqual(MOST);
			if (typed === guest) expect(numbersOf(results)).toContain(number);
		}
		expect((await opened(node, guest)).took).toBe(0);
	});

	it('shows what can be read when the details cannot', async () => {
		await sandbox.fault({ kind: 'status', status: 503, match: { path: '/reservations/2' }, times: 99 });
		const { results, took } = await opened(await pmsNode(sandbox, CHECK_IN));
		expect(numbersOf(results)).toEqual(expect.arrayContaining(arriving.map(({ number }) => number)));
		expect(took).toBeLessThanOrEqual(MOST);
	});
});

describe('the list of bookings of a hotel with many', () => {
	async function bookingsNode(node = new PartnerHotelBookings()): Promise<NodeHarness> {
		return harness(node, {
			parameters: { resource: 'booking', operation: 'get', propertyId: byId('1024') },
			credential: await newClient(sandbox),
		});
	}
	const search = async (node: NodeHarness, filter?: string) => await opened(node, filter, 'searchBookings');

	it('shows those that changed last, the first ones by guest and dates, within the requests of a list', async () => {
		const { number } = await sandbox.createBooking('1024', {
			guest: 'Ada Example',
			arrivalDate: '2030-05-01',
		});
		const node = await bookingsNode();
		const { results, took } = await search(node);
		expect(took).toBeLessThanOrEqual(MOST);
		expect(results[0]).toEqual({
			name: expect.stringMatching(/^Ada.* · 2030-05-01 to 2030-05-\d\d · /) as string,
			value: number,
		});
		expect(results[0]?.name).toContain(number);
		expect(results.length).toBeGreaterThan(40);
		expect((await search(node)).took).toBe(0);
	});

	it('finds a booking by its number or a part of it, however old it is', async () => {
		const node = await bookingsNode();
		const { number = '' } = arriving[7] ?? {};
		for (const typed of [number, number.slice(-7)]) {
			const found = await search(node, typed);
			expect(numbersOf(found.results)).toContain(number);
			expect(found.took).toBeLessThanOrEqual(MOST);
		}
		const isNew = (found: string) => arriving.some((one) => one.number === found);
		const before = (await reservations(sandbox)).find(({ bookingNumber }) => !isNew(bookingNumber));
		expect(numbersOf((await search(node, before?.bookingNumber)).results)).toEqual([before?.bookingNumber]);
	});

	it('finds a guest by name among the latest, with some more details in each search', async () => {
		await sandbox.settings({ limits: 'off' });
		await sandbox.createBooking('1024', { guest: 'Berta Uncommon' });
		const { number } = await sandbox.createBooking('1024', { guest: 'Carla Rarest' });
		const node = await bookingsNode();
		const found = await search(node, 'rarest');
		expect(numbersOf(found.results)).toEqual([number]);
		expect(found.took).toBeLessThanOrEqual(MOST);
		expect(numbersOf((await search(node, 'nobody at all')).results)).toEqual([]);
	});

	it('says which are cancelled, and shows what can be read when the details cannot', async () => {
		const { number } = await sandbox.createBooking('1024');
		await sandbox.cancelBooking('1024', number);
		await sandbox.fault({ kind: 'status', status: 503, match: { path: `/bookings/${number}` }, times: 99 });
		const { results } = await search(await bookingsNode());
		expect(results[0]?.name).toMatch(/^booked \d{4}-\d\d-\d\d · cancelled · /);
		expect(results[1]?.name).toContain(' to ');
	});

	it('is offered for penalties, too', async () => {
		const parameters = {
			resource: 'cancellationRule',
			operation: 'calculatePenalty',
			propertyId: byId('1024'),
		};
		const node = harness(new PartnerHotelContent(), { parameters, credential: await newClient(sandbox) });
		expect((await search(node)).results.length).toBeGreaterThan(40);
	});
});

describe('what a list leaves to workflows', () => {
	const limits = (minute: number) => ({ limits: { default: { second: 50, minute, hour: 3_000 } } });

	it.each([10, 16, 25, 40])('is more than it takes: of %i a minute', async (minute) => {
		await sandbox.settings(limits(minute));
		const { results, took } = await opened(await pmsNode(sandbox, CHECK_IN));
		expect(took).toBeGreaterThan(2);
		expect(took).toBeLessThan(minute / 2);
		expect(numbersOf(results)).toEqual(expect.arrayContaining(arriving.map(({ number }) => number)));
		expect((await sandbox.report()).byStatus?.['429'] ?? 0).toBe(0);
	});

	it('is all that is left when that is little, and the list says so', async () => {
		const node = await pmsNode(sandbox, { ...CHECK_IN, number: arriving[0]?.number ?? '' });
		await node.search('searchRoomStays');
		// How many guests a reservation has is chance.
		await sandbox.settings(limits((await requests()) + 2));
		await node.search('searchCompanies');
		const before = await requests();
		const failure = await failureOf(node.search('searchReservations', 'Smith'));
		expect((await requests()) - before).toBeLessThanOrEqual(1);
		expect(failure.message).toBe(
			'The list was not read, because the rate limit for all other methods is almost used up',
		);
		expect(failure.description).toContain('enter the value instead of choosing it');
		expect(failure.failure?.cause).toBe('rate-limited');
	});

	it('is enough for an execution after every list was opened twice', async () => {
		const node = await pmsNode(sandbox, { ...CHECK_IN, number: arriving[0]?.number ?? '' });
		for (const method of ['searchReservations', 'searchRoomStays', 'searchGuests', 'searchCompanies']) {
			await node.search(method);
			await node.search(method);
		}
		const parameters = {
			resource: 'room',
			operation: 'getAll',
			returnAll: true,
			options: { maxWaitSeconds: 0 },
		};
		const production = harness(new PartnerHotelPms(), {
			parameters: { propertyId: byId('1024'), ...parameters },
			credential: node.stored as never,
		});
		expect((await production.execute()).length).toBeGreaterThan(10);
	});
});

describe('the other lists', () => {
	const stay = async (): Promise<IDataObject> => {
		const get = { resource: 'reservation', operation: 'get', output: 'roomStays', options: {} };
		const [one = {}] = await records(await pmsNode(sandbox, { ...get, number: arriving[0]?.number ?? '' }));
		return one;
	};

	it.each(['searchRoomStays', 'searchRooms', 'searchPaymentSystems', 'searchGuests', 'searchCompanies'])(
		'%s takes few requests, and none when it is opened again or searched',
		async (method) => {
			const { number = '', pmsRoomStayId = '' } = (await stay()) as Record<string, string>;
			const operation = method === 'searchRooms' ? 'assignRoom' : 'processPayment';
			const node = await pmsNode(sandbox, {
				resource: 'roomStay',
				operation,
				number,
				pmsRoomStayId: byId(pmsRoomStayId),
			});
			const { results, took } = await opened(node, undefined, method);
			expect(took).toBeGreaterThan(0);
			expect(took).toBeLessThanOrEqual(10);
			expect(await opened(node, undefined, method)).toEqual({ results, took: 0 });
			if (method === 'searchGuests') return;
			for (const typed of ['a', 'an', 'ann']) expect((await opened(node, typed, method)).took).toBe(0);
		},
	);
});

describe('lists of a service with many of everything', () => {
	let api: FakeApi;
	beforeEach(async () => (api = await FakeApi.start()));
	afterEach(async () => await api.stop());

	const fakeNode = (parameters: INodeParameters) =>
		harness(new PartnerHotelPms(), {
			parameters: { propertyId: byId('1024'), ...parameters },
			credential: { baseUrl: api.url, apiClientId: 'many', apiClientSecret: 'the-secret' },
		});

	it('a search over all pages stops, and goes on from there when it is repeated', async () => {
		api.answer = ({ query }) => {
			const page = Number(new URLSearchParams(query).get('pageToken') ?? 0);
			const companies = Array.from({ length: 100 }, (_, index) => ({
				id: `${page}-${index}`,
				name: `Firm x${page}x`,
			}));
			return { body: { companies, hasNextPage: page < 29, nextPageToken: String(page + 1) } };
		};
		const node = fakeNode({ resource: 'company', operation: 'getAll' });
		const { results, paginationToken } = await node.search('searchCompanies', 'Firm x29x');
		expect(results).toEqual([]);
		expect(paginationToken).toBeDefined();
		expect(api.requests.length).toBeLessThanOrEqual(MOST);
		const again = await node.search('searchCompanies', 'Firm x29x');
		expect(again.results).toHaveLength(100);
		expect(api.apiRequests).toHaveLength(30);
	});

	it('a reservation whose details cannot be read is shown by what the search tells', async () => {
		const created = '2031-02-11T10:00:00Z';
		const reservations = [
			{ number: 'N1', createdDateTime: created },
			{ number: 77 },
			{ number: null, createdDateTime: created },
			{ number: 'N2', createdDateTime: null },
		];
		api.answer = ({ path }) =>
			path.endsWith('/reservations/search')
				? { body: { reservations, hasNextPage: false } }
				: { status: 503, body: {} };
		const { results } = await fakeNode(CHECK_IN).search('searchReservations');
		expect(results.map(({ name }) => name)).toEqual(['booked 2031-02-11 · N1', '77', 'N2']);
		expect(results.map(({ value }) => value)).toEqual(['N1', '77', 'N2']);
		expect(api.requests.length).toBeLessThanOrEqual(MOST);
	});

	it('a reservation with 60 room stays shows all of them', async () => {
		const roomStays = Array.from({ length: 60 }, (_, index) => ({
			pmsRoomStayId: `s${index}`,
			roomId: index === 59 ? null : `r${index}`,
			guestsIds: [`g${index}`],
			checkInDateTime: '2031-05-01T14:00',
			checkOutDateTime: '2031-05-03T11:00',
			status: 'New',
		}));
		api.answer = ({ path }) => {
			if (path.includes('/guests/')) {
				return { body: { guest: { pmsPersonId: path, personName: { firstName: path.split('/').at(-1) } } } };
			}
			if (path.endsWith('/rooms')) return { status: 403, body: {} };
			return {
				body: { reservation: { number: '1', roomStays, customer: { personName: { lastName: 'Kunde' } } } },
			};
		};
		const node = fakeNode({ ...CHECK_IN, number: '1' });
		const { results } = await node.search('searchRoomStays');
		expect(api.requests.length).toBeLessThanOrEqual(MOST);
		expect(results).toHaveLength(60);
		expect(results[0]?.name).toMatch(/^Room r0 · g0 · 2031-05-01 to 2031-05-03/);
		expect(results[59]?.name).toMatch(/^No room yet · /);
		const before = api.requests.length;
		await node.search('searchRoomStays', 'r5');
		expect(api.requests).toHaveLength(before);
	});
});
