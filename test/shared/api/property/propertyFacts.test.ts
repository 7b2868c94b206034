import { PartnerHotelBookings } from '../../../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { PartnerHotelSearch } from '../../../../nodes/PartnerHotelSearch/PartnerHotelSearch.node';
import { findExtraStayRule } from '../../../../nodes/PartnerHotelSearch/extraStayRules';
import { hotelCalendar } from '../../../../nodes/PartnerHotelSearch/stay';
import { namesOf } from '../../../../nodes/shared/api/property/names';
import { propertyFacts } from '../../../../nodes/shared/api/property/propertyFacts';
import {
	namesForItems,
	namesForPolledItems,
	namesOfProperties,
} from '../../../../nodes/shared/api/property/propertyNames';
import { withinDeadline } from '../../../../nodes/shared/polling/deadline';
import { zoneOf } from '../../../../nodes/shared/polling/propertyZone';
import { readReservationAdditions } from '../../../../nodes/shared/pms/additions';
import { createApi } from '../../../../nodes/shared/transport/request';
import type { Api, ApiContext } from '../../../../nodes/shared/transport/types';
import { apiThatAnswers } from '../../../support/api';
import { FakeApi } from '../../../support/fakeApi';
import { failureOf } from '../../../support/failures';
import { harness } from '../../../support/n8n';
import { byId } from '../../../support/pms';
import { Stopwatch } from '../../../../packages/sandbox/test/support/stopwatch.mts';

const MINUTE = 60_000;
const hotel = (name: string, zone: string) => ({ id: '1', name, timeZone: { id: zone } });

describe('what was read of a property', () => {
	let now = 1_000_000;
	beforeEach(() => {
		jest.spyOn(performance, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());

	it('is used for five minutes and no longer, whoever read it first', async () => {
		const { api, sent } = apiThatAnswers(hotel('Old', 'Europe/Rome'), hotel('New', 'Asia/Tokyo'));
		await propertyFacts(api, '1');
		now += 4 * MINUTE;
		expect((await namesOf(api, '1')).property).toBe('Old');
		expect((await hotelCalendar(api, '1')).zone).toBe('Europe/Rome');
		now += 0.5 * MINUTE;
		expect((await namesOf(api, '1')).property).toBe('Old');
		now += MINUTE;
		expect((await namesOf(api, '1')).property).toBe('New');
		expect((await hotelCalendar(api, '1')).zone).toBe('Asia/Tokyo');
		expect(sent).toHaveLength(2);
	});

	it('is used for an hour in the items of triggers, for each API client by itself', async () => {
		const { api, sent } = apiThatAnswers(hotel('Old', 'Europe/Rome'), hotel('Other', 'Asia/Tokyo'));
		const another = { ...api, client: async () => await Promise.resolve('another client') };
		expect((await namesForItems(api, '7')).property).toBe('Old');
		now += 59 * MINUTE;
		expect((await namesForItems(api, '7')).property).toBe('Old');
		expect(sent).toHaveLength(1);
		expect((await namesForItems(another, '7')).property).toBe('Other');
		now += 2 * MINUTE;
		expect((await namesForItems(api, '7')).property).toBe('Other');
	});

	it('is asked for again after a minute where there was no access', async () => {
		const { api, sent } = apiThatAnswers(hotel('Late', 'Europe/Rome'));
		const refused = Object.assign(new Error('403'), { httpCode: '403', context: { kind: 'status' } });
		let isRefused = true;
		const send: Api['send'] = async (request) => {
			const answer = await api.send(request);
			if (isRefused) throw refused;
			return answer;
		};
		expect((await namesForItems({ ...api, send }, '8')).property).toBeUndefined();
		isRefused = false;
		expect((await namesForItems({ ...api, send }, '8')).property).toBeUndefined();
		expect(sent).toHaveLength(1);
		now += 1.1 * MINUTE;
		expect((await namesForItems({ ...api, send }, '8')).property).toBe('Late');
	});

	it('is no older when the clock of the machine is set back', async () => {
		const { api } = apiThatAnswers(hotel('Old', 'Europe/Rome'), hotel('New', 'Europe/Rome'));
		jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		await namesOf(api, '1');
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 60 * MINUTE);
		now += 6 * MINUTE;
		expect((await namesOf(api, '1')).property).toBe('New');
	});
});

describe('what triggers read of many hotels', () => {
	let now = 9_000_000;
	beforeEach(() => {
		jest.spyOn(performance, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());

	const IDS = Array.from({ length: 130 }, (_, index) => String(index + 1));
	const record = (id: string) => ({ id, name: `Hotel ${id}`, timeZone: { id: 'Asia/Tokyo' } });
	const refused = Object.assign(new Error('403'), { httpCode: '403', context: { kind: 'status' } });

	/** Content, as the specification has it: `since` takes the `next` of the page before. */
	function content({ listed = IDS, mayList = true } = {}) {
		const { api, sent } = apiThatAnswers({});
		const send: Api['send'] = async (request) => {
			const { propertyId } = request.pathParameters ?? {};
			const { since = '0', count = 200 } = (request.query ?? {}) as { since?: string; count?: number };
			await api.send(request);
			if (propertyId !== undefined) return { statusCode: 200, headers: {}, body: record(propertyId) };
			if (!mayList) throw refused;
			const end = Number(since) + Number(count);
			const properties = listed.slice(Number(since), end).map(record);
			const next = end < listed.length ? String(end) : null;
			return { statusCode: 200, headers: {}, body: { next, properties, warnings: [] } };
		};
		return { api: { ...api, send }, sent };
	}
	const namesOfAll = async (api: Api) =>
		await Promise.all(IDS.map(async (id) => await namesForPolledItems(api, id)));
	const zonesOfAll = async (api: Api) =>
		await Promise.all(IDS.map(async (id) => await zoneOf(api, id, {}, undefined)));

	it('is a page for each hundred, for their zones and their names together, once an hour', async () => {
		const { api, sent } = content();
		expect(new Set(await zonesOfAll(api))).toEqual(new Set(['Asia/Tokyo']));
		now += 50 * MINUTE;
		expect((await namesOfAll(api)).map(({ property }) => property)).toEqual(IDS.map((id) => `Hotel ${id}`));
		expect(sent.length).toBeLessThanOrEqual(3 + 2 + 3);
		now += 11 * MINUTE;
		await namesOfAll(api);
		expect(sent.length).toBeLessThanOrEqual(2 * (3 + 2) + 3);
	});

	it('is read hotel by hotel where there are few', async () => {
		const { api, sent } = content();
		for (const id of ['1', '2', '3'])
			expect((await namesForPolledItems(api, id)).property).toBe(`Hotel ${id}`);
		expect(sent.map(({ path }) => path)).toEqual(Array(3).fill('/v1/properties/{propertyId}'));
	});

	it.each([
		['does not show them', { listed: [] }],
		['is not granted', { mayList: false }],
	])('is read hotel by hotel where the list %s', async (_, options) => {
		const { api, sent } = content(options);
		expect(new Set(await zonesOfAll(api))).toEqual(new Set(['Asia/Tokyo']));
		now += 30 * MINUTE;
		expect((await namesOfAll(api)).map(({ property }) => property)).toEqual(IDS.map((id) => `Hotel ${id}`));
		expect(sent.filter(({ path }) => path === '/v1/properties')).toHaveLength(1);
	});

	it('is read hotel by hotel for an event, which cannot wait for the list', async () => {
		const { api, sent } = content();
		await zonesOfAll(api);
		const before = sent.length;
		now += 6 * MINUTE;
		for (const id of IDS.slice(10, 15)) expect((await namesForItems(api, id)).property).toBe(`Hotel ${id}`);
		expect(sent.slice(before).map(({ path }) => path)).toEqual(Array(5).fill('/v1/properties/{propertyId}'));
	});
});

describe('the rooms in the items of triggers', () => {
	let now = 20_000_000;
	beforeEach(() => {
		jest.spyOn(performance, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());

	/** A hotel whose rooms are those of the lists, in turn. */
	function hotelWith(...lists: string[][]) {
		const { api } = apiThatAnswers();
		let reads = 0;
		const send: Api['send'] = async ({ path }) => {
			const ids = path.endsWith('/rooms') ? (lists[Math.min(reads++, lists.length - 1)] as string[]) : [];
			const rooms = ids.map((id) => ({ id, displayName: `Room ${id}` }));
			return await Promise.resolve({
				statusCode: 200,
				headers: {},
				body: { id: '1', rooms, hasNextPage: false },
			});
		};
		return { api: { ...api, send }, reads: () => reads };
	}
	const reservation = (...roomIds: string[]) => ({
		roomStays: [...roomIds.map((roomId) => ({ roomId })), { roomId: null }],
	});

	it('are read once an hour, and sooner for a room that was built meanwhile', async () => {
		const { api, reads } = hotelWith(['101'], ['101', '102'], ['102']);
		const roomsOf = async (...roomIds: string[]) => {
			const { rooms } = await readReservationAdditions(api, '1', [reservation(...roomIds)], {
				output: 'simplified',
			});
			return [...rooms.keys()];
		};
		expect(await roomsOf('101')).toEqual(['101']);
		now += 50 * MINUTE;
		expect(await roomsOf('101', '102')).toEqual(['101', '102']);
		now += 50 * MINUTE;
		expect(await roomsOf('102')).toEqual(['101', '102']);
		expect(reads()).toBe(2);
		now += 11 * MINUTE;
		expect(await roomsOf('102')).toEqual(['102']);
	});

	it('are not read each time for one that no list shows', async () => {
		const { api, reads } = hotelWith(['101']);
		for (let minute = 0; minute < 5; minute++) {
			await readReservationAdditions(api, '1', [reservation('999')], { output: 'simplified' });
			now += 0.9 * MINUTE;
		}
		expect(reads()).toBe(1);
	});
});

describe('what cannot be read of a property', () => {
	let now = 5_000_000;
	beforeEach(() => {
		jest.spyOn(performance, 'now').mockImplementation(() => now);
	});
	afterEach(() => jest.restoreAllMocks());

	const failure = (kind: string, httpCode: string | null) =>
		Object.assign(new Error(`${kind} ${httpCode}`), { httpCode, context: { kind } });
	const apiThatFails = (error: Error) => {
		const { api, sent } = apiThatAnswers(hotel('Late', 'Europe/Rome'));
		let fails = true;
		const send: Api['send'] = async (request) => {
			const answer = await api.send(request);
			if (fails) throw error;
			return answer;
		};
		return { api: { ...api, send }, sent, recover: () => (fails = false) };
	};

	it('for want of access is not asked for again for a minute, whoever asked first', async () => {
		const { api, sent, recover } = apiThatFails(failure('status', '403'));
		expect((await namesOf(api, '1')).property).toBeUndefined();
		expect((await hotelCalendar(api, '1')).zone).toBeUndefined();
		expect(sent).toHaveLength(1);
		recover();
		now += 0.9 * MINUTE;
		expect((await namesOf(api, '1')).property).toBeUndefined();
		now += 0.2 * MINUTE;
		expect((await hotelCalendar(api, '1')).zone).toBe('Europe/Rome');
		expect((await namesOf(api, '1')).property).toBe('Late');
		expect(sent).toHaveLength(2);
	});

	it('is told where it is needed, although names could do without', async () => {
		const { api, sent } = apiThatFails(failure('network', null));
		expect((await namesOf(api, '1')).property).toBeUndefined();
		await expect(hotelCalendar(api, '1')).rejects.toThrow('network');
		await expect(propertyFacts(api, '1')).rejects.toThrow('network');
		expect(sent).toHaveLength(3);
	});

	it('because the execution was stopped is no absence', async () => {
		const { api } = apiThatFails(new Error('stopped'));
		await expect(namesOf(api, '1')).rejects.toThrow('stopped');
	});
});

describe('what another execution is reading', () => {
	const hangs = async () => await new Promise<never>(() => undefined);

	it('is not waited for longer than a poll has', async () => {
		const { api } = apiThatAnswers(hotel('Late', 'Europe/Rome'));
		void propertyFacts({ ...api, send: hangs }, '1');
		const poll = withinDeadline(api, { toEnd: () => 50 });
		expect((await namesOf(poll, '1')).property).toBeUndefined();
		const failure = await failureOf(propertyFacts(poll, '1'));
		expect(failure.message).toBe('The partner API did not respond in time');
	});

	it('is not waited for longer than one request may take with the Max Wait of the item', async () => {
		const { api } = apiThatAnswers(hotel('Late', 'Europe/Rome'));
		const node = { context: {} } as unknown as ApiContext;
		const { maxDurationMs } = createApi(node, { maxWaitMs: 2_000, signal: new AbortController().signal });
		expect([maxDurationMs(), maxDurationMs({ maxWaitMs: 500 })]).toEqual([62_000, 60_500]);
		void propertyFacts({ ...api, send: hangs }, '1');
		const patient = { ...api, maxDurationMs: () => maxDurationMs({ maxWaitMs: 20, timeoutMs: 30 }) };
		const failure = await failureOf(propertyFacts(patient, '1'));
		expect(failure.message).toBe('The partner API did not respond in time');
	});

	it('is not waited for longer by an extra stay, or by the names of many hotels', async () => {
		const { api } = apiThatAnswers();
		void findExtraStayRule({ ...api, send: hangs }, '1', '7');
		void namesOfProperties({ ...api, send: hangs }, ['1', '2', '3', '4']);
		const patient = { ...api, maxDurationMs: () => 50 };
		const failure = await failureOf(findExtraStayRule(patient, '1', '7'));
		expect(failure.message).toBe('The partner API did not respond in time');
		const nameOf = await namesOfProperties(patient, ['1', '2', '3', '4']);
		expect(nameOf('1').property).toBeUndefined();
	});
});

describe('names beside ids', () => {
	let content: FakeApi;
	let api: FakeApi;
	beforeEach(async () => {
		content = await FakeApi.start('content');
		api = await FakeApi.start();
		api.answer = () => ({ body: { booking: { number: 'n1', propertyId: '1024', roomStays: [] } } });
	});
	afterEach(async () => await Promise.all([content.stop(), api.stop()]));

	const booking = (contentBaseUrl: string) =>
		harness(new PartnerHotelBookings(), {
			parameters: {
				resource: 'booking',
				operation: 'get',
				propertyId: byId('1024'),
				number: 'n1',
				output: 'simplified',
				options: { maxWaitSeconds: 2 },
			},
			credential: {
				baseUrl: api.url,
				apiClientId: 'named',
				apiClientSecret: 'the-secret',
				useAreaBaseUrls: true,
				contentBaseUrl,
			},
		});

	it('do not fail an item when the connection to Content breaks', async () => {
		const [item] = await booking('http://127.0.0.1:9').execute();
		expect(item?.json.number).toBe('n1');
	});
});

describe('lists in the editor', () => {
	let api: FakeApi;
	beforeEach(async () => (api = await FakeApi.start()));
	afterEach(async () => await api.stop());

	it.each([
		['a search', async (node: ReturnType<typeof harness>) => await node.search('searchProperties')],
		['choices', async (node: ReturnType<typeof harness>) => await node.loadOptions('getMealPlans')],
	])('wait as long as the options of the panel say: %s', async (_, open) => {
		const node = harness(new PartnerHotelSearch(), {
			parameters: { options: { maxWaitSeconds: 1 } },
			credential: { baseUrl: api.url, apiClientId: `editor ${_}`, apiClientSecret: 'the-secret' },
		});
		api.answer = () => ({ status: 429, headers: { 'retry-after': '5' } });
		const stopwatch = new Stopwatch();
		const failure = await failureOf(open(node));
		expect(stopwatch.stop()).toBeLessThan(4_000);
		expect(failure.message).toBe('The rate limit of the partner API is used up');
	});
});
