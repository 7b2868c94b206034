import {
	accountOf,
	totalText,
	dueOf,
	seenAccount,
	type Account,
} from '../../nodes/PartnerHotelPms/resources/roomStay/account';
import type { Outcome } from '../../nodes/shared/writes/outcome';

const amount = (value: unknown, currencyCode: string | null = 'EUR') => ({ value, currencyCode });

describe('the account of a room stay', () => {
	const stay = (totalPrice: unknown) => ({
		currencyCode: 'CHF',
		roomStays: [{ pmsRoomStayId: '6' }, { pmsRoomStayId: '7', totalPrice }],
	});

	it.each<[string, unknown, Account]>([
		[
			'what is payable and refundable, in the currency of the stay',
			{ amount: amount(200), payAmount: amount(120.5), refundAmount: amount(0) },
			{ payAmount: 120.5, refundAmount: 0, currencyCode: 'EUR' },
		],
		[
			'numbers as text, without noise',
			{ amount: amount(1), payAmount: amount('0.30'), refundAmount: amount(0.1 + 0.2) },
			{ payAmount: 0.3, refundAmount: 0.3, currencyCode: 'EUR' },
		],
		['in the currency of the reservation', { payAmount: amount(5) }, { payAmount: 5, currencyCode: 'CHF' }],
		['no amounts', { payAmount: null, refundAmount: amount(null) }, { currencyCode: 'CHF' }],
		['no price', null, { currencyCode: 'CHF' }],
	])('%s', (_, totalPrice, expected) => {
		expect(accountOf(stay(totalPrice) as never, '7')).toEqual(expected);
	});

	it('of a stay that is not there, or a reservation without a currency, is empty', () => {
		expect(accountOf(stay({ payAmount: amount(5) }) as never, '8')).toEqual({ currencyCode: 'CHF' });
		expect(accountOf({ roomStays: [{ pmsRoomStayId: '7' }] }, '7')).toEqual({});
	});

	it('limits a payment by what is payable and a refund by what is refundable', () => {
		const account = { payAmount: 5, refundAmount: 7 };
		expect(dueOf('Payment', account)).toBe(5);
		expect(dueOf('Refund', account)).toBe(7);
	});

	it.each<[number, string, string]>([
		[100, 'EUR', '100.00 EUR'],
		[100, 'JPY', '100 JPY'],
		[1.5, 'KWD', '1.500 KWD'],
		[1.5, '', '1.50'],
	])('%s %s is "%s"', (value, currencyCode, expected) => {
		expect(totalText({ value, currencyCode })).toBe(expected);
	});
});

describe('whether money moved', () => {
	const account = (payAmount?: number, refundAmount?: number, currencyCode = 'EUR'): Account => ({
		payAmount,
		refundAmount,
		currencyCode,
	});
	type Row = [string, Account, Account, Outcome];
	/** A payment of 10.10 EUR. */
	const rows: Row[] = [
		['both amounts moved by it', account(100, 0), account(89.9, 10.1), 'done'],
		['both moved, with noise', account(100.3, 0.1), account(90.2, 10.2), 'done'],
		['only payable is told', account(100), account(89.9), 'done'],
		['only refundable is told', account(undefined, 0), account(undefined, 10.1), 'done'],
		['the last of it was paid, and more', account(4, 0), account(0, 10.1), 'done'],
		['refundable stays, payable moved', account(100, 0), account(89.9, 0), 'done'],
		['payable stays at zero, refundable moved', account(0, 5), account(0, 15.1), 'done'],
		['refundable does not grow by all of it', account(100, 0), account(89.9, 4), 'done'],
		['nothing moved', account(100, 0), account(100, 0), 'notDone'],
		['nothing moved, and exactly it is payable', account(10.1, 0), account(10.1, 0), 'notDone'],
		['nothing moved, only payable is told', account(100), account(100), 'notDone'],
		['nothing moved, but less than it is payable', account(10, 0), account(10, 0), 'unknown'],
		['nothing moved, and payable is not told', account(undefined, 0), account(undefined, 0), 'unknown'],
		['a colleague took another amount', account(100, 0), account(80, 20), 'unknown'],
		['a colleague paid back', account(100, 20), account(110, 10), 'unknown'],
		['payable fell by it, and refundable by something', account(100, 20), account(89.9, 19), 'unknown'],
		['payable fell by it, and refundable rose by more', account(100, 0), account(89.9, 30), 'unknown'],
		['refundable rose by it, and payable rose', account(100, 0), account(101, 10.1), 'unknown'],
		['refundable rose a little, payable not', account(100, 0), account(100, 1), 'unknown'],
		['the amounts are no longer told', account(100, 0), account(undefined, undefined), 'unknown'],
		['they were not told before', account(undefined, undefined), account(89.9, 10.1), 'unknown'],
		['the currency is another one now', account(100, 0), account(89.9, 10.1, 'CHF'), 'unknown'],
		['the currency was another one before', account(100, 0, 'CHF'), account(89.9, 10.1), 'unknown'],
	];
	const total = { value: 10.1, currencyCode: 'EUR' };
	const turned = ({ payAmount, refundAmount, currencyCode }: Account): Account => ({
		payAmount: refundAmount,
		refundAmount: payAmount,
		currencyCode,
	});

	it.each(rows)('by a payment: %s', (_, before, now, expected) => {
		expect(seenAccount('Payment', total, before, now).outcome).toBe(expected);
	});

	it.each(rows)('by a refund, the other way round: %s', (_, before, now, expected) => {
		expect(seenAccount('Refund', total, turned(before), turned(now)).outcome).toBe(expected);
	});

	it('gives both figures where it is unknown', () => {
		expect(seenAccount('Payment', total, account(100, 0), account(80.5, 19.5))).toEqual({
			outcome: 'unknown',
			figures:
				'Before: 100.00 EUR payable and 0.00 EUR refundable. Now: 80.50 EUR payable and 19.50 EUR refundable.',
		});
		expect(seenAccount('Payment', total, {}, { payAmount: 5 }).figures).toBe(
			'Before: an unknown amount payable and an unknown amount refundable. Now: 5.00 payable and an unknown amount refundable.',
		);
		expect(seenAccount('Payment', total, account(100, 0), account(100, 0))).toEqual({ outcome: 'notDone' });
		expect(seenAccount('Payment', total, account(100, 0), account(89.9, 10.1))).toEqual({ outcome: 'done' });
	});
});
