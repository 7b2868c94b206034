import { DateTime } from 'luxon';
import type { INodeListSearchItems, INodeParameters } from 'n8n-workflow';

import { byCounting } from '../../nodes/shared/util/byCounting';
import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { distinguished, matches } from '../../nodes/shared/parameters/locator';
import { failureOf } from '../support/failures';
import { harness } from '../support/n8n';
import { byId, pmsTests, records } from '../support/pms';
import { Stopwatch } from '../../packages/sandbox/test/support/stopwatch.mts';

const { sandbox, pms, sent } = pmsTests();

async function list(
	method: string,
	parameters: INodeParameters,
	filter?: string,
): Promise<INodeListSearchItems[]> {
	return (await (await pms(parameters)).search(method, filter)).results;
}

const OF_STAY = { resource: 'roomStay', operation: 'checkIn' };

/** A reservation with one room stay that begins in so many days, with its first guest by name. */
async function arriving(days: number, name?: string) {
	const arrivalDate = DateTime.now().setZone('Europe/London').plus({ days }).toISODate() ?? '';
	const { number } = await sandbox().createBooking('1024', { arrivalDate, guest: name });
	const get = {
		resource: 'reservation',
		operation: 'get',
		output: 'roomStays',
		options: { addGuests: true },
	};
	const [stay = {}] = await records(await pms({ ...get, number }));
	return { number, arrivalDate, guest: String((stay.guestNames as string[])[0]), stay };
}

describe('the list of reservations', () => {
	it('has those of the next 7 days, by guest, dates and number', async () => {
		const { number } = await arriving(5);
		const found = await list('searchReservations', OF_STAY);
		expect(found.map(({ value }) => value)).toContain(number);
		const detailed = found.filter(({ name, value }) => name !== value);
		expect(detailed.length).toBeGreaterThan(5);
		for (const { name, value } of detailed) {
			expect(name).toMatch(/^([^·]+ · )?\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d · /);
			expect(name.endsWith(` · ${value}`)).toBe(true);
		}
		const arrivals = detailed.map(({ name }) => /\d{4}-\d\d-\d\d/.exec(name)?.[0] ?? '');
		expect(arrivals).toEqual([...arrivals].sort());
		expect(Object.keys(found[0] ?? {}).sort()).toEqual(['name', 'value']);
	});

	it('finds one by a guest, also far ahead', async () => {
		const { number, guest } = await arriving(200, 'Ada Farahead');
		const found = await list('searchReservations', OF_STAY, guest.toUpperCase());
		expect(found.map(({ value }) => value)).toContain(number);
		for (const { name } of found) expect(name.toLowerCase()).toContain(guest.toLowerCase());
	});

	it('finds those that arrive on a day', async () => {
		const { number, arrivalDate } = await arriving(100);
		const found = await list('searchReservations', OF_STAY, arrivalDate);
		expect(found.map(({ value }) => value)).toContain(number);
		for (const { name } of found) expect(name).toContain(arrivalDate);
	});

	it('finds one by a part of its number, and any by its whole number', async () => {
		const { number } = await arriving(6);
		const found = await list('searchReservations', OF_STAY, number.slice(-6));
		expect(found.map(({ value }) => value)).toContain(number);
		const { number: far } = await arriving(250);
		expect((await list('searchReservations', OF_STAY, far)).map(({ value }) => value)).toEqual([far]);
	});

	it('finds nothing by words that nobody has', async () => {
		expect(await list('searchReservations', OF_STAY, 'Zzyzx Qqq')).toEqual([]);
	});
});

describe('the list of rooms', () => {
	it('is in the order in which people count', () => {
		const names = ['10', '9', 'Room 2', 'room 1', '101', 'Room 10'];
		expect(names.sort(byCounting)).toEqual(['9', '10', '101', 'room 1', 'Room 2', 'Room 10']);
	});

	it('begins with those that are free for the stay', async () => {
		const { number, stay } = await arriving(7);
		const available = { resource: 'reservation', operation: 'getAvailableRooms', simplify: false, number };
		const [one] = await records(await pms(available));
		const free = new Set((one?.roomIds as unknown[]).map(String));
		const chosen = { number, pmsRoomStayId: byId(String(stay.pmsRoomStayId)) };
		const rooms = await list('searchRooms', { resource: 'roomStay', operation: 'assignRoom', ...chosen });
		expect(free.size).toBeGreaterThan(0);
		expect(rooms.length).toBeGreaterThan(free.size);
		expect(new Set(rooms.slice(0, free.size).map(({ value }) => value))).toEqual(free);
		expect(rooms.filter(({ name }) => name.endsWith(' · free for this stay'))).toHaveLength(free.size);
	});

	it('without a stay has all of them, and does not ask which are free', async () => {
		const rooms = await list('searchRooms', { resource: 'roomStay', operation: 'assignRoom' });
		expect(rooms).toEqual([...rooms].sort((one, other) => byCounting(one.name, other.name)));
		expect(await sent('find-available-rooms')).toEqual([]);
	});
});

describe('what is typed', () => {
	it('may be the whole label of a guest', async () => {
		const { stay } = await arriving(8);
		const [id] = stay.guestIds as string[];
		const [guest = ''] = stay.guestNames as string[];
		for (const typed of [guest, guest.split(' ').reverse().join(' '), `${guest} (${id})`]) {
			const found = await list('searchGuests', { resource: 'guest', operation: 'get' }, typed);
			expect(found.map(({ value }) => value)).toContain(id);
		}
	});

	it.each([
		['Hotel du Lac', true],
		['lac hotel', true],
		['hôtel', true],
		['Hôtel du Lac (1024)', true],
		['1024', true],
		['Hotel du Nord', false],
	])('%s', (typed, found) => {
		expect(matches({ name: 'Hôtel du Lac', value: '1024' }, typed)).toBe(found);
	});

	it.each([
		['Ballı', 'BALLI'],
		['Ballı', 'balli'],
		['Groß', 'GROSS'],
		['İnci', 'inci'],
		['ΝΊΚΟΣ', 'νίκος'],
	])('finds %s by %s', (name, typed) => {
		expect(matches({ name, value: '7' }, typed)).toBe(true);
	});

	it('records that share their name are told apart by their IDs', () => {
		const items = [
			{ name: 'Ada', value: '1' },
			{ name: 'Ada', value: '2' },
			{ name: 'Moss', value: '3' },
			{ name: '4', value: '4' },
			{ name: '4', value: '4' },
		];
		expect(distinguished(items).map(({ name }) => name)).toEqual(['Ada (1)', 'Ada (2)', 'Moss', '4', '4']);
	});
});

describe('a list at a dead address', () => {
	it('fails in seconds, and says what to check', async () => {
		const credential = { baseUrl: 'http://127.0.0.1:1', apiClientId: 'a', apiClientSecret: 'b' };
		const parameters = { propertyId: byId('1024') };
		const stopwatch = new Stopwatch();
		const node = harness(new PartnerHotelPms(), { parameters, credential });
		const failure = await failureOf(node.search('searchCompanies'));
		expect(failure.message).toContain('Could not reach the partner API at http://127.0.0.1:1');
		expect(failure.description).toContain('Check Base URL');
		expect(stopwatch.stop()).toBeLessThan(5_000);
	});
});
