import type { IDataObject } from 'n8n-workflow';

import {
	reservationRoomStays,
	simplifyReservation,
	type ReservationContext,
} from '../../nodes/shared/pms/reservationViews';
import { noNames } from '../../nodes/shared/api/property/names';

const about: ReservationContext = { propertyId: '1024', names: noNames, rooms: new Map() };

const price = (amount: unknown, payAmount: unknown, refundAmount: unknown, currencyCode: string | null) => ({
	amount: { value: amount, currencyCode },
	payAmount: { value: payAmount, currencyCode },
	refundAmount: { value: refundAmount, currencyCode },
});

const stayWith = (totalPrice: unknown): IDataObject => ({ totalPrice }) as IDataObject;
const reservationOf = (roomStays: IDataObject[], currencyCode: string | null = null): IDataObject => ({
	number: '1',
	currencyCode,
	roomStays,
});

describe('amounts of a reservation', () => {
	it.each<[string, string, number[], number]>([
		['three decimals', 'KWD', [12.345, 0.001], 12.346],
		['none', 'JPY', [1200, 34], 1234],
		['two, from parts that floating numbers cannot hold', 'EUR', [0.1, 0.2], 0.3],
		['four', 'CLF', [1.2345, 0.0001], 1.2346],
	])('have the decimals of their currency: %s', (_, currency, parts, whole) => {
		const reservation = reservationOf(
			parts.map((part) => stayWith(price(part, part, part, currency))),
			currency,
		);
		expect(simplifyReservation(reservation, about)).toMatchObject({
			total: whole,
			due: whole,
			refundable: whole,
		});
		expect(reservationRoomStays(reservation, about).map(({ due }) => due)).toEqual(parts);
	});

	it('without a currency of their own have that of the reservation', () => {
		const reservation = reservationOf([stayWith(price(1.0049, 12.345, 0, null))], 'EUR');
		expect(simplifyReservation(reservation, about)).toMatchObject({
			total: 1,
			due: 12.35,
			refundable: 0,
		});
		expect(reservationRoomStays(reservation, about)).toEqual([
			expect.objectContaining({ total: 1, due: 12.35, currency: 'EUR' }),
		]);
	});

	it('prefer the currency that stands beside them', () => {
		const reservation = reservationOf([stayWith(price(12.345, 12.345, 12.345, 'KWD'))], 'EUR');
		expect(simplifyReservation(reservation, about)).toMatchObject({ due: 12.345 });
	});

	it('without any currency lose nothing but noise', () => {
		const reservation = reservationOf([
			stayWith(price(0.1 + 0.2, 12.3456, 1, null)),
			stayWith(price(1, 1, 1, null)),
		]);
		expect(simplifyReservation(reservation, about)).toMatchObject({
			total: 1.3,
			due: 13.3456,
			refundable: 2,
		});
	});

	it('that come as text are numbers', () => {
		const reservation = reservationOf([stayWith(price('20', '0.10', 'much', 'EUR'))], 'EUR');
		expect(reservationRoomStays(reservation, about)).toEqual([
			expect.objectContaining({ total: 20, due: 0.1, refundable: null }),
		]);
	});

	it('in two currencies have no sum', () => {
		const reservation = reservationOf(
			[stayWith(price(1, 1, 1, 'EUR')), stayWith(price(2, 2, 2, 'USD'))],
			'EUR',
		);
		expect(simplifyReservation(reservation, about)).toMatchObject({
			total: null,
			due: null,
			refundable: null,
		});
	});

	it('that are missing are null, and the others are added up', () => {
		const reservation = reservationOf([stayWith(price(1.5, null, null, 'EUR')), stayWith(null)], 'EUR');
		expect(simplifyReservation(reservation, about)).toMatchObject({
			total: 1.5,
			due: null,
			refundable: null,
		});
	});
});

describe('nights of a reservation', () => {
	it.each<[string, unknown, unknown, number | null]>([
		['two', '2027-03-27T23:00', '2027-03-29T01:00', 2],
		['none', '2027-03-27T10:00', '2027-03-27T18:00', 0],
		['a day that does not exist', '2027-02-30T14:00', '2027-03-02T12:00', null],
		['text that is no date', '2027-03-01T14:00', 'soon', null],
		['a year alone', '2027', '2027-03-02T12:00', null],
		['no date', null, '2027-03-02T12:00', null],
	])('%s', (_, checkInDateTime, checkOutDateTime, nights) => {
		const stay = { checkInDateTime, checkOutDateTime } as IDataObject;
		expect(reservationRoomStays(reservationOf([stay]), about)).toEqual([expect.objectContaining({ nights })]);
	});
});
