import { createHash } from 'crypto';

import { startSandbox, TemporaryState, type Sandbox } from './support/sandbox';
import { dateIn, Hotel, HOTEL, type Person, type RoomStay } from './hotel';
import { signIn } from './partner';

let sandbox: Sandbox;
let hotel: Hotel;
const state = new TemporaryState();

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 300, state: state.path });
	hotel = new Hotel(sandbox, await signIn(sandbox));
});

afterAll(async () => {
	await sandbox.stop();
	state.remove();
});

describe('Guests', () => {
	it('are found by a part of a name in any case, and of a phone number', async () => {
		const [someone] = await hotel.list<Person>('guests/search', 'guests', { name: 'an' });
		const name = String(someone?.personName.lastName).toUpperCase().slice(0, 4);
		const byName = await hotel.list<Person>('guests/search', 'guests', { name });
		const [withPhone] = (await hotel.get<{ guests: Person[] }>('guests/search', {})).guests.filter(
			({ phones }) => phones.length > 0,
		);
		const phone = String(withPhone?.phones[0]?.phoneNumber).slice(2, 9);
		const byPhone = await hotel.list<Person>('guests/search', 'guests', { phone });

		expect(byName).toContainEqual(someone);
		for (const { personName } of byName) {
			const full = `${String(personName.firstName)} ${String(personName.lastName)}`.toLowerCase();
			expect(full).toContain(name.toLowerCase());
		}
		expect(byPhone).toContainEqual(withPhone);
		expect(await hotel.list('guests/search', 'guests', { name: 'xqzxqz' })).toEqual([]);
	});

	it('are found by the room they have now or later', async () => {
		const number = await hotel.book({ arrivalDate: dateIn(33) });
		const [roomId = ''] = await hotel.freeRooms(number);
		await hotel.giveRoom(number, roomId);
		const roomName = String((await hotel.rooms()).find(({ id }) => id === roomId)?.displayName);
		const found = await hotel.list<Person>('guests/search', 'guests', { roomName });
		const { guestIds } = await hotel.stay(number);
		await hotel.giveRoom(number, null);
		const without = await hotel.list<Person>('guests/search', 'guests', { roomName });
		const idsOf = (guests: Person[]) => guests.map(({ pmsPersonId }) => pmsPersonId);

		expect(idsOf(found)).toEqual(expect.arrayContaining(guestIds));
		expect(idsOf(without).filter((id) => guestIds.includes(id))).toEqual([]);
		expect(await hotel.list('guests/search', 'guests', { roomName: 'no such room' })).toEqual([]);
	});

	it('are all different, in pages of any size', async () => {
		const small = await hotel.list<Person>('guests/search', 'guests', { name: 'er', maxPageSize: 7 });

		expect(small).toEqual(await hotel.list('guests/search', 'guests', { name: 'er', maxPageSize: 100 }));
		expect(new Set(small.map(({ pmsPersonId }) => pmsPersonId)).size).toBe(small.length);
	});

	it('may come again and again, and may have loyalty cards', async () => {
		const guests = await hotel.list<Person>('guests/search', 'guests', { maxPageSize: 100 });
		const several: Array<{ stays: RoomStay[]; cards: unknown[]; pmsPersonId: string }> = [];
		for (const { pmsPersonId } of guests) {
			several.push({
				stays: await hotel.list(`guests/${pmsPersonId}/find-occupied-room-stays`, 'roomStays'),
				cards: await hotel.list(`guests/${pmsPersonId}/loyalty-cards`, 'loyaltyCards', { maxPageSize: 1 }),
				pmsPersonId,
			});
		}

		expect(several.some(({ stays }) => stays.length > 1)).toBe(true);
		expect(several.some(({ cards }) => cards.length > 1)).toBe(true);
		for (const { stays, pmsPersonId } of several) {
			expect(stays.filter(({ guestIds }) => !guestIds.includes(pmsPersonId))).toEqual([]);
		}
	});

	it('show names of states in the language asked for', async () => {
		const { guestIds } = await hotel.stay(await hotel.book());
		const read = async (languageCode: string) =>
			(await hotel.get<{ guest: Person }>(`guests/${String(guestIds[0])}`, { languageCode })).guest.status;
		const [english, french] = [await read('en'), await read('fr')];

		expect(english.id).toBe(french.id);
		expect([english.displayName, french.displayName]).toEqual(
			english.id === '0' ? ['Not selected', 'Non choisi'] : ['VIP', 'VIP'],
		);
	});
});

describe('Documents of a guest', () => {
	const DOCUMENT = { type: 'Passport', series: '5000', number: '999999', effectiveDate: '2020-11-11' };
	const scan = (content: string, name = 'scan.PDF') => ({ files: [{ name, content }] });
	let guest: string;

	beforeAll(async () => {
		const { guestIds } = await hotel.stay(await hotel.book());
		guest = String(guestIds[0]);
	});

	const stored = async () => await sandbox.guest(HOTEL, guest);

	it('are stored: identity, country of birth and scans, also over a restart', async () => {
		const content = Buffer.from('a scan').toString('base64');
		const answers = [
			await hotel.send('PUT', `guests/${guest}/personal-document`, DOCUMENT),
			await hotel.send('PUT', `guests/${guest}/birth-address`, { countryCode: 'NLD' }),
			await hotel.send('POST', `guests/${guest}/personal-document/files`, scan(content)),
		];
		await sandbox.restart();

		expect(answers.map(({ status, text }) => [status, text])).toEqual([
			[204, ''],
			[204, ''],
			[204, ''],
		]);
		expect(await stored()).toMatchObject({
			document: { ...DOCUMENT, expiryDate: null, departmentCode: null, issueAuthority: null },
			birthCountryCode: 'NLD',
			scans: [{ name: 'scan.PDF', size: 6, sha256: createHash('sha256').update('a scan').digest('hex') }],
		});
	});

	it('can be emptied of the country of birth', async () => {
		await hotel.send('PUT', `guests/${guest}/birth-address`, { countryCode: null });

		expect((await stored()).birthCountryCode).toBeNull();
	});

	it.each<[string, object]>([
		['no type', { type: undefined }],
		['an unknown type', { type: 'LibraryCard' }],
		['a series of 65 characters', { series: 'a'.repeat(65) }],
		['an empty number', { number: '' }],
		['a number with a dash', { number: '99-99' }],
		['a date in words', { effectiveDate: 'yesterday' }],
		['a day that does not exist', { expiryDate: '2040-02-30' }],
		['a department code of 17 characters', { departmentCode: '1'.repeat(17) }],
		['an authority of 2,049 characters', { issueAuthority: 'x'.repeat(2_049) }],
	])('are refused with %s', async (_label, change) => {
		const answer = await hotel.send('PUT', `guests/${guest}/personal-document`, { ...DOCUMENT, ...change });

		expect(answer.status).toBe(400);
	});

	it.each<[string, object]>([
		[
			'the longest values',
			{ series: 'a'.repeat(64), departmentCode: '1'.repeat(16), issueAuthority: 'x'.repeat(2_048) },
		],
		['letters of any script', { series: 'ЖЩ', number: '番号7' }],
		['nulls', { series: null, number: null, effectiveDate: null }],
		['an unknown field', { colour: 'red' }],
	])('are accepted with %s', async (_label, change) => {
		const answer = await hotel.send('PUT', `guests/${guest}/personal-document`, { ...DOCUMENT, ...change });

		expect(answer.status).toBe(204);
	});

	it.each([['nl'], ['NL'], ['XQX'], ['nld'], [7], [undefined]])(
		'refuse %p as a country of birth',
		async (countryCode) => {
			expect((await hotel.send('PUT', `guests/${guest}/birth-address`, { countryCode })).status).toBe(400);
		},
	);

	it.each<[string, unknown]>([
		['no list of files', {}],
		['what is no list', { files: 'scan.pdf' }],
		['another extension', scan('YQ==', 'scan.exe')],
		['no extension', scan('YQ==', 'pdf')],
		['no content', scan('')],
		['what is no Base64', scan('a*==')],
		['Base64 without its end', scan('YQ')],
		['more than 2 MB of Base64', scan('A'.repeat(2 * 1_024 * 1_024 + 4))],
	])('refuse scans with %s', async (_label, body) => {
		const answer = await hotel.send('POST', `guests/${guest}/personal-document/files`, body);

		expect(answer.status).toBe(400);
	});

	it.each<[string, unknown]>([
		['null', null],
		['an empty list', []],
	])('take %s as no scans', async (_label, files) => {
		const before = await stored();
		const answer = await hotel.send('POST', `guests/${guest}/personal-document/files`, { files });

		expect(answer.status).toBe(204);
		expect(await stored()).toEqual(before);
	});

	it('take several scans of the largest size in one request', async () => {
		const content = 'A'.repeat(2 * 1_024 * 1_024);
		const files = ['a.jpg', 'b.jpeg', 'c.gif'].map((name) => ({ name, content }));
		const answer = await hotel.send('POST', `guests/${guest}/personal-document/files`, { files });

		expect(answer.status).toBe(204);
		expect((await stored()).scans.slice(-3).map(({ size }) => size)).toEqual([
			1_572_864, 1_572_864, 1_572_864,
		]);
	});
});
