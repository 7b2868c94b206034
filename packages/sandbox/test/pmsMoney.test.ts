import type { RecordedPayment } from '../src/client.mts';
import { startSandbox, type Sandbox } from './support/sandbox';
import { cents, dateIn, Hotel, HOTEL, type Amount, type PageEnd } from './hotel';
import { signIn, type Partner } from './partner';

interface PaymentSystem {
	pmsPaymentSystemId: string;
	displayName: string;
}

interface Invoice {
	number: string;
	pmsRoomStayId: string | null;
	payer: { name: string } | null;
	items: Array<{
		name: string;
		kind: string;
		total: Amount;
		vat: object;
		quantity: { value: number; unit: string };
	}>;
}

let sandbox: Sandbox;
let partner: Partner;
let hotel: Hotel;
let cash: Record<'Payment' | 'Refund', string>;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', bookings: 120 });
	partner = await signIn(sandbox);
	hotel = new Hotel(sandbox, partner);
	const number = await hotel.book();
	const first = async (action: string) => (await systems(number, { action }))[0]?.pmsPaymentSystemId ?? '';
	cash = { Payment: await first('Payment'), Refund: await first('Refund') };
});

afterAll(async () => {
	await sandbox.stop();
});

async function systems(number: string, query: Record<string, string>): Promise<PaymentSystem[]> {
	const path = `${await hotel.stayPath(number)}/find-available-payment-systems`;
	return await hotel.list<PaymentSystem>(path, 'paymentSystems', query);
}

const bodyOf = (action: 'Payment' | 'Refund', value: number | string, changes: object = {}) => ({
	actionDateTime: `${dateIn(0)}T14:00`,
	pmsPaymentSystemId: cash[action],
	total: { value, currencyCode: 'GBP' },
	...changes,
});

async function post(
	number: string,
	action: 'Payment' | 'Refund',
	value: number | string,
	changes: object = {},
): Promise<number> {
	const path = `${await hotel.stayPath(number)}/process-${action.toLowerCase()}`;
	return (await hotel.send('POST', path, bodyOf(action, value, changes))).status;
}

async function recorded(number: string): Promise<RecordedPayment[]> {
	const all = await sandbox.payments(HOTEL);
	return all.filter((payment) => payment.number === number);
}

async function account(number: string): Promise<{ amount: number; pay: number; refund: number }> {
	const { amount, payAmount, refundAmount } = (await hotel.stay(number)).totalPrice;
	return { amount: cents(amount.value), pay: cents(payAmount.value), refund: cents(refundAmount.value) };
}

describe('Payment systems', () => {
	it('differ for payments and refunds, and have opaque ids', async () => {
		const number = await hotel.book();
		const payment = await systems(number, { action: 'Payment' });
		const refund = await systems(number, { action: 'Refund' });
		const ids = [...payment, ...refund].map(({ pmsPaymentSystemId }) => pmsPaymentSystemId);

		expect([payment.length, refund.length]).toEqual([6, 3]);
		expect(new Set(ids).size).toBe(9);
		expect(ids.filter((id) => !/^[A-Za-z0-9+/]{12}==$/.test(id))).toEqual([]);
	});

	it('differ from property to property, and are named in the language asked for', async () => {
		const { number } = await sandbox.createBooking('7291');
		const path = `pms/v2/properties/7291/reservations/${number}`;
		const reservation = await partner.get<{ reservation: { roomStays: Array<{ pmsRoomStayId: string }> } }>(
			path,
		);
		const stay = String(reservation.body.reservation.roomStays[0]?.pmsRoomStayId);
		const { body } = await partner.get<PageEnd & { paymentSystems: PaymentSystem[] }>(
			`${path}/room-stays/${stay}/find-available-payment-systems`,
			{ action: 'Payment', languageCode: 'fr', maxPageSize: 1 },
		);

		expect(body.paymentSystems[0]?.displayName).toBe('Espèces');
		expect(body.paymentSystems[0]?.pmsPaymentSystemId).not.toBe(cash.Payment);
		expect(body.hasNextPage).toBe(true);
	});

	it('are those for payments and for refunds where no action is asked for', async () => {
		const number = await hotel.book();
		const [payments, refunds] = [
			await systems(number, { action: 'Payment' }),
			await systems(number, { action: 'Refund' }),
		];

		expect(await systems(number, {})).toEqual([...payments, ...refunds]);
	});

	it.each([['payment'], ['Other']])('refuse the action "%s"', async (action) => {
		const path = `${await hotel.stayPath(await hotel.book())}/find-available-payment-systems`;

		expect((await hotel.refusal(path, { action })).status).toBe(400);
	});
});

describe('Payments and refunds', () => {
	it('change what is to be paid and what can be refunded, and are recorded one by one', async () => {
		const number = await hotel.book();
		const { amount, pay, refund } = await account(number);
		const statuses = [
			await post(number, 'Payment', 20.25),
			await post(number, 'Payment', '30', { comment: 'Second half' }),
			await post(number, 'Refund', 10.5),
		];

		expect([pay, refund]).toEqual([amount, 0]);
		expect(statuses).toEqual([204, 204, 204]);
		expect(await account(number)).toEqual({ amount, pay: amount - 3_975, refund: 3_975 });
		expect((await recorded(number)).map(({ action, value, comment }) => [action, value, comment])).toEqual([
			['Payment', 20.25, null],
			['Payment', 30, 'Second half'],
			['Refund', 10.5, null],
		]);
	});

	it('are recorded with the stay, the payment system, the currency and the time', async () => {
		const number = await hotel.book();
		await post(number, 'Payment', 5);

		expect(await recorded(number)).toEqual([
			{
				number,
				pmsRoomStayId: (await hotel.stay(number)).pmsRoomStayId,
				action: 'Payment',
				pmsPaymentSystemId: cash.Payment,
				value: 5,
				currencyCode: 'GBP',
				comment: null,
				actionDateTime: `${dateIn(0)}T14:00`,
			},
		]);
	});

	it('may be larger than the price: then nothing is left to pay', async () => {
		const number = await hotel.book();
		const { amount } = await account(number);
		await post(number, 'Payment', amount / 100 + 100);

		expect(await account(number)).toEqual({ amount, pay: 0, refund: amount + 10_000 });
	});

	it('are counted per stay', async () => {
		const { number } = await sandbox.createBooking(HOTEL, { roomStays: 2 });
		const path = `${await hotel.stayPath(number, 1)}/process-payment`;
		await hotel.send('POST', path, bodyOf('Payment', 7));
		const { roomStays } = await hotel.reservation(number);

		expect(roomStays.map(({ totalPrice }) => totalPrice.refundAmount.value)).toEqual([0, 7]);
	});

	it('refund at most what was paid', async () => {
		const number = await hotel.book();
		await post(number, 'Payment', 10);

		expect(await post(number, 'Refund', 10.01)).toBe(400);
		expect(await post(number, 'Refund', 10)).toBe(204);
		expect(await post(number, 'Refund', 0.01)).toBe(400);
		expect(await recorded(number)).toHaveLength(2);
	});

	it('of guests who left are settled', async () => {
		const reservations = await sandbox.reservations(HOTEL, 200);
		const left = reservations.find(({ roomStays }) => roomStays[0]?.status === 'CheckedOut');
		const { amount, pay, refund } = await account(String(left?.number));

		expect([pay, refund]).toEqual([0, amount]);
		expect(await recorded(String(left?.number))).toEqual([]);
	});

	it.each<[string, object, string]>([
		['no time', { actionDateTime: null }, '11'],
		['a time with seconds', { actionDateTime: '2024-07-11T14:00:00' }, '11'],
		['no payment system', { pmsPaymentSystemId: null }, 'InvalidPmsPaymentSystemId'],
		['an unknown payment system', { pmsPaymentSystemId: '0oHjfSIZS0ng==' }, 'InvalidPmsPaymentSystemId'],
		['no total', { total: null }, 'InvalidTotal'],
		['a total of 0', { total: { value: 0, currencyCode: 'GBP' } }, 'InvalidValue'],
		['a total below 0', { total: { value: -5, currencyCode: 'GBP' } }, 'InvalidValue'],
		['a total in words', { total: { value: 'ten', currencyCode: 'GBP' } }, 'InvalidValue'],
		['an empty total', { total: { value: '', currencyCode: 'GBP' } }, 'InvalidValue'],
		['another currency', { total: { value: 5, currencyCode: 'EUR' } }, 'InvalidCurrencyCode'],
		['no currency', { total: { value: 5, currencyCode: null } }, 'InvalidCurrencyCode'],
		['a comment that is no text', { comment: 7 }, 'InvalidComment'],
	])('are refused with %s', async (_label, changes, code) => {
		const number = await hotel.book();
		const path = `${await hotel.stayPath(number)}/process-payment`;
		const answer = await hotel.send('POST', path, bodyOf('Payment', 5, changes));

		expect([answer.status, answer.body.errors[0]?.code]).toEqual([400, code]);
		expect(await recorded(number)).toEqual([]);
	});

	it('do not take a payment system of the other action', async () => {
		const number = await hotel.book();

		expect(await post(number, 'Payment', 5, { pmsPaymentSystemId: cash.Refund })).toBe(400);
	});

	it('happen although the answer is lost to a fault afterwards', async () => {
		const number = await hotel.book();
		await sandbox.fault({ kind: 'status', status: 500, when: 'after', match: { path: 'process-payment' } });

		expect(await post(number, 'Payment', 5)).toBe(500);
		expect(await recorded(number)).toHaveLength(1);
	});
});

describe('Invoices', () => {
	const invoicesOf = async (number: string, query: Record<string, string | number> = {}) =>
		await hotel.list<Invoice>(`reservations/${number}/invoices`, 'invoices', query);

	it('agree with the stays and services of the booking', async () => {
		for (const { number, bookingNumber } of (await hotel.reservations()).slice(-60)) {
			const booking = await hotel.booking(bookingNumber);
			if (booking.status === 'Cancelled') continue;
			const { roomStays } = await hotel.reservation(number);
			const invoices = await invoicesOf(number);
			const sums = invoices.map(({ items }) => items.reduce((sum, { total }) => sum + cents(total.value), 0));
			const shared = booking.services ?? [];

			expect(sums).toEqual([
				...booking.roomStays.map(({ total }) => cents(total.priceAfterTax)),
				...(shared.length > 0
					? [shared.reduce((sum, { total }) => sum + cents(total.priceAfterTax), 0)]
					: []),
			]);
			expect(invoices.map(({ pmsRoomStayId }) => pmsRoomStayId)).toEqual([
				...roomStays.map(({ pmsRoomStayId }) => pmsRoomStayId),
				...(shared.length > 0 ? [null] : []),
			]);
			expect(invoices[0]?.items[0]).toMatchObject({
				kind: 'RoomType',
				quantity: { value: booking.roomStays[0]?.dailyRates.length, unit: 'Nights' },
			});
		}
	});

	it('come in pages, in the language asked for', async () => {
		const { number } = await sandbox.createBooking(HOTEL, { roomStays: 12 });
		const french = await invoicesOf(number, { languageCode: 'fr', maxPageSize: 5 });

		expect(french.length).toBeGreaterThanOrEqual(12);
		expect(french.slice(0, 12).map(({ items }) => items[0]?.name)).toEqual(
			Array.from({ length: 12 }, () => 'Hébergement'),
		);
		expect(new Set(french.map((invoice) => invoice.number)).size).toBe(french.length);
	});

	it('do not exist for a cancelled reservation', async () => {
		expect(await invoicesOf(await hotel.book({ status: 'Cancelled' }))).toEqual([]);
	});
});

describe('A cancelled stay', () => {
	it('owes its penalty, as far as it is not covered by what was paid', async () => {
		const seen = new Set<boolean>();
		for (let round = 0; round < 200 && seen.size < 2; round += 1) {
			const { number } = await sandbox.createBooking(HOTEL, {
				arrivalDate: dateIn(1),
				nights: 3,
				roomStays: 1,
				complimentary: false,
			});
			await post(number, 'Payment', 20);
			await sandbox.cancelBooking(HOTEL, number);
			const { cancellation } = await hotel.booking(number);
			const { deposit, totalPrice } = await hotel.stay(number);
			const penalty = cents(cancellation?.penaltyAmount ?? 0);
			const due = Math.max(0, penalty - cents(deposit?.value ?? 0) - 2_000);

			expect(cents(totalPrice.payAmount.value)).toBe(due);
			expect(totalPrice.refundAmount.value).toBe(20);
			seen.add(due > 0);
		}

		expect(seen.size).toBe(2);
	});
});

describe('The deposit', () => {
	it('is the stay’s part of what the booking prepaid, apart from the account', async () => {
		const numbers = await Promise.all(Array.from({ length: 12 }, async () => await hotel.book()));
		for (const number of numbers) {
			const { guaranteeInfo } = await hotel.booking(number);
			const stay = await hotel.stay(number);

			expect(stay.deposit === null).toBe(guaranteeInfo.totalPrepaid === 0);
			expect(stay.deposit?.value ?? 0).toBeLessThanOrEqual(guaranteeInfo.totalPrepaid);
			expect(stay.totalPrice.payAmount).toEqual(stay.totalPrice.amount);
		}
	});
});
