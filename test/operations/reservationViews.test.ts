import type { IDataObject } from 'n8n-workflow';

import {
	reservationRoomStays,
	simplifyReservation,
	type ReservationContext,
} from '../../nodes/shared/pms/reservationViews';

const published: IDataObject = {
	pmsRoomStayId: '11',
	roomId: '101',
	roomTypeId: '82751',
	guestsIds: ['1', '2'],
	checkInDateTime: '2027-03-27T14:00',
	checkOutDateTime: '2027-03-29T12:00',
	actualCheckInDateTime: '2027-03-27T16:15',
	actualCheckOutDateTime: null,
	status: 'CheckedIn',
	guestCount: { adults: 2, children: 1 },
	deposit: { value: 10, currencyCode: 'EUR' },
	totalPrice: {
		amount: { value: 100.1, currencyCode: 'EUR' },
		payAmount: { value: 60.05, currencyCode: 'EUR' },
		refundAmount: { value: 40.05, currencyCode: 'EUR' },
	},
	amenities: [{ name: 'Quiet room' }],
};

/** The same facts by the other names, and ordered services. */
const specified: IDataObject = {
	...published,
	pmsRoomStayId: '12',
	roomId: undefined,
	room: 102,
	roomTypeId: undefined,
	roomType: '5',
	guestsIds: undefined,
	guestIds: [2, null, '3'],
	options: ['7898', 42965, null, '', { id: '6', name: 'Own name' }, {}],
	checkInDateTime: '2027-03-26T14:00',
	checkOutDateTime: '2027-03-28T12:00',
	status: 'New',
	guestCount: { adults: 1, children: 0 },
	totalPrice: {
		amount: { value: 50.2, currencyCode: null },
		payAmount: { value: 0, currencyCode: null },
		refundAmount: null,
	},
};

const reservation: IDataObject = {
	number: '22200222-111-99999999',
	visitPurpose: { id: '1', displayName: 'Business' },
	customerComment: '',
	modifyDateTime: '2027-03-02T11:41:04Z',
	groupName: 'Wedding',
	currencyCode: 'EUR',
	customer: {
		personName: { firstName: 'Ada', middleName: 'M.', lastName: 'Quill' },
		emails: [{ address: 'ada@example.com' }, { address: 'other@example.com' }],
		phones: [{ phoneNumber: '+441' }],
	},
	customerCompany: { id: '9', name: 'Quill & Co' },
	creationSource: { id: '999', name: 'Channel' },
	channelInformation: { channelName: 'channel.example' },
	reservationStatus: 'Confirmed',
	roomStays: [published, specified],
};

const person = (firstName: string | null, lastName: string | null): IDataObject => ({
	personName: { firstName, middleName: null, lastName },
});

const about: ReservationContext = {
	propertyId: '111',
	names: {
		property: 'Star Hotel',
		roomTypes: new Map([['82751', 'Standard']]),
		ratePlans: new Map(),
		services: new Map([
			['7898', 'Fruit platter'],
			['42965', 'Breakfast'],
		]),
	},
	rooms: new Map([
		['101', { id: '101', name: 'Oak' }],
		['102', { id: '102', name: 'Elm' }],
	]),
	guests: new Map([
		['1', person('Ada', 'Quill')],
		['2', person(null, 'Moss')],
	]),
};

const whole = {
	number: '22200222-111-99999999',
	propertyId: '111',
	propertyName: 'Star Hotel',
	status: 'Confirmed',
	groupName: 'Wedding',
	source: 'channel.example',
	sourceType: 'Channel',
	customerName: 'Ada M. Quill',
	customerEmail: 'ada@example.com',
	customerPhone: '+441',
	companyName: 'Quill & Co',
	visitPurpose: 'Business',
	customerComment: '',
	currency: 'EUR',
	modifiedDateTime: '2027-03-02T11:41:04Z',
};

/** What the stays tell where nothing is known of them. */
const nothingOfStays = {
	arrival: null,
	departure: null,
	nights: null,
	arrivalText: null,
	departureText: null,
	arrivalDateTime: null,
	departureDateTime: null,
	roomStayStatuses: [],
	roomTypeNames: [],
	roomNames: [],
	serviceNames: [],
	adults: null,
	children: null,
	total: null,
	totalText: null,
	refundable: null,
	due: null,
	dueText: null,
	guestNames: [],
	pmsRoomStayIds: [],
	roomTypeIds: [],
	roomIds: [],
	guestIds: [],
};

describe('a reservation', () => {
	it('as one item per room stay, in either spelling', () => {
		expect(reservationRoomStays(reservation, about)).toEqual([
			{
				...whole,
				pmsRoomStayId: '11',
				roomStayStatus: 'CheckedIn',
				roomTypeId: '82751',
				roomTypeName: 'Standard',
				roomId: '101',
				roomName: 'Oak',
				arrival: '2027-03-27',
				departure: '2027-03-29',
				arrivalText: 'Sat 27 Mar 2027, 14:00',
				departureText: 'Mon 29 Mar 2027, 12:00',
				arrivalDateTime: '2027-03-27T14:00',
				departureDateTime: '2027-03-29T12:00',
				actualCheckInDateTime: '2027-03-27T16:15',
				actualCheckOutDateTime: null,
				nights: 2,
				adults: 2,
				children: 1,
				total: 100.1,
				totalText: '100.10 EUR',
				refundable: 40.05,
				due: 60.05,
				dueText: '60.05 EUR',
				currency: 'EUR',
				reservationTotal: 150.3,
				serviceIds: [],
				serviceNames: [],
				guestIds: ['1', '2'],
				guestName: 'Ada Quill',
				guestNames: ['Ada Quill', 'Moss'],
			},
			expect.objectContaining({
				...whole,
				pmsRoomStayId: '12',
				roomTypeId: '5',
				roomTypeName: null,
				roomId: '102',
				roomName: 'Elm',
				total: 50.2,
				totalText: '50.20 EUR',
				refundable: null,
				due: 0,
				dueText: '0.00 EUR',
				currency: 'EUR',
				reservationTotal: 150.3,
				serviceIds: ['7898', '42965', '6'],
				serviceNames: ['Fruit platter', 'Breakfast'],
				guestIds: ['2', '3'],
				guestName: 'Moss',
				guestNames: ['Moss'],
			}),
		]);
	});

	it('simplified: all of its stays together', () => {
		const twice = { ...specified, pmsRoomStayId: '13' };
		expect(simplifyReservation({ ...reservation, roomStays: [published, specified, twice] }, about)).toEqual({
			...whole,
			arrival: '2027-03-26',
			departure: '2027-03-29',
			arrivalText: 'Fri 26 Mar 2027, 14:00',
			departureText: 'Mon 29 Mar 2027, 12:00',
			arrivalDateTime: '2027-03-26T14:00',
			departureDateTime: '2027-03-29T12:00',
			rooms: 3,
			roomStayStatuses: ['CheckedIn', 'New', 'New'],
			pmsRoomStayIds: ['11', '12', '13'],
			roomTypeIds: ['82751', '5', '5'],
			roomIds: ['101', '102', '102'],
			guestIds: ['1', '2', '3'],
			nights: 3,
			roomTypeNames: ['Standard', null, null],
			roomNames: ['Oak', 'Elm', 'Elm'],
			serviceNames: ['Fruit platter', 'Breakfast'],
			adults: 4,
			children: 1,
			total: 200.5,
			totalText: '200.50 EUR',
			refundable: 40.05,
			due: 60.05,
			dueText: '60.05 EUR',
			guestName: 'Ada Quill',
			guestNames: ['Ada Quill', 'Moss'],
		});
	});

	it('spans the stays whose times are known', () => {
		const open = { ...published, checkInDateTime: null, checkOutDateTime: null };
		expect(simplifyReservation({ ...reservation, roomStays: [open, published] }, about)).toMatchObject({
			arrivalDateTime: '2027-03-27T14:00',
			departureDateTime: '2027-03-29T12:00',
		});
	});

	it('shows when its guests really left', () => {
		const left = { ...published, actualCheckOutDateTime: '2027-03-29T11:40' };
		expect(reservationRoomStays({ ...reservation, roomStays: [left] }, about)).toEqual([
			expect.objectContaining({ actualCheckOutDateTime: '2027-03-29T11:40' }),
		]);
	});

	it('without its guests has no names of them', () => {
		const alone = { ...about, guests: undefined };
		const flat = simplifyReservation(reservation, alone);
		expect(flat).not.toHaveProperty('guestNames');
		expect(flat.guestName).toBe('Ada M. Quill');
		expect(Object.keys(flat).slice(0, 17)).toEqual([
			...['number', 'status', 'guestName', 'arrival', 'departure', 'nights', 'rooms', 'roomStayStatuses'],
			...[
				'roomTypeNames',
				'roomNames',
				'adults',
				'children',
				'total',
				'currency',
				'due',
				'refundable',
				'source',
			],
		]);
		expect(Object.keys(flat).slice(-5)).toEqual([
			...['propertyId', 'pmsRoomStayIds', 'roomTypeIds', 'roomIds', 'guestIds'],
		]);
		for (const stay of reservationRoomStays(reservation, alone)) {
			expect(stay).not.toHaveProperty('guestNames');
			expect(stay).toHaveProperty('guestIds');
		}
	});

	it('keeps what the API said', () => {
		const said = { _warnings: [{ code: '1' }], _errors: [{ code: '2' }] };
		expect(simplifyReservation({ ...reservation, ...said }, about)).toMatchObject(said);
		for (const stay of reservationRoomStays({ ...reservation, ...said }, about))
			expect(stay).toMatchObject(said);
		expect(Object.keys(simplifyReservation(reservation, about))).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/^_/)]),
		);
	});

	it.each<[string, unknown]>([
		['an empty list', []],
		['null', null],
		['a list of null', [null]],
		['missing', undefined],
	])('whose room stays are %s is not lost', (_, roomStays) => {
		const bare = { ...reservation, roomStays } as IDataObject;
		expect(reservationRoomStays(bare, about)).toEqual([
			{ ...whole, guestName: 'Ada M. Quill', pmsRoomStayId: null },
		]);
		expect(simplifyReservation(bare, about)).toEqual({
			...whole,
			...nothingOfStays,
			guestName: 'Ada M. Quill',
			rooms: 0,
		});
	});

	it('of which nothing is known has every field', () => {
		const bare = simplifyReservation({ roomStays: [{}] }, about);
		expect(bare).toEqual({
			...Object.fromEntries(Object.keys(whole).map((key) => [key, null])),
			propertyId: '111',
			propertyName: 'Star Hotel',
			...nothingOfStays,
			guestName: null,
			roomTypeNames: [null],
			roomNames: [null],
			rooms: 1,
			roomStayStatuses: [null],
			pmsRoomStayIds: [null],
			roomTypeIds: [null],
			roomIds: [null],
		});
		expect(
			simplifyReservation({}, { ...about, names: { ...about.names, property: undefined } }),
		).toMatchObject({
			propertyName: null,
		});
	});

	it.each<[string, IDataObject, number | null]>([
		['no arrival', { checkInDateTime: null }, null],
		['no departure', { checkOutDateTime: null }, null],
		[
			'an early arrival and a late departure',
			{ checkInDateTime: '2027-03-26T23:30', checkOutDateTime: '2027-03-29T00:30' },
			3,
		],
		['the same day', { checkOutDateTime: '2027-03-27T20:00' }, 0],
	])('nights with %s', (_, change, nights) => {
		const stays = reservationRoomStays({ ...reservation, roomStays: [{ ...published, ...change }] }, about);
		expect(stays[0]?.nights).toBe(nights);
	});

	it.each<[string, unknown]>([
		['missing', undefined],
		['null', null],
		['a text', '7898'],
	])('services that are %s are none', (_, options) => {
		const [stay] = reservationRoomStays(
			{ ...reservation, roomStays: [{ ...specified, options }] } as IDataObject,
			about,
		);
		expect([stay?.serviceIds, stay?.serviceNames]).toEqual([[], []]);
	});
});
