import { createHash } from 'node:crypto';
import { rounded } from '../money.mts';
import type { BookingDetail, PersonName, RoomStay } from '../bookings/detail/types.mts';
import type { Vat } from '../content/types.mts';
import type { PmsView } from './pmsView.mts';
import type { Reservation } from './reservations.mts';
import { guestsOf } from './guestList.mts';
import { customerOf } from './people.mts';
import { inLanguage, type LanguageCode } from './phrases.mts';
import { roomStayOf } from './stayRecord.mts';
import type { Stay } from './stay.mts';

export interface InvoiceItem {
	accountingCode: string;
	name: string;
	kind: 'RoomType' | 'Option' | 'Transfer';
	/** Tax included. */
	total: number;
	vat: { applicable: boolean; included: boolean; percent: number };
	quantity: { value: number; unit: 'Pcs' | 'Hours' | 'Nights' };
}

export interface Invoice {
	number: string;
	/** null for the bill of the whole booking. */
	pmsRoomStayId: string | null;
	payerName: string | null;
	items: InvoiceItem[];
	currencyCode: string;
}

/** Position of the airport transfer among a property's services. */
const TRANSFER = 2;

/**
 * The invoices of a reservation: one for each stay, whose items add up to the stay's total with tax, and one
 * for the services of the booking as a whole. A cancelled reservation has none.
 */
export function invoicesOf(view: PmsView, reservation: Reservation, language: LanguageCode): Invoice[] {
	const detail = view.detailOf(reservation);
	if (detail.status === 'Cancelled') return [];
	const shared = detail.services ?? [];
	const bills = reservation.stays.map((stay) => ({
		pmsRoomStayId: stay.id,
		payerName: payerOf(view, stay, detail),
		items: stayItems(view, roomStayOf(detail, stay), language),
	}));
	const groupBill = {
		pmsRoomStayId: null,
		payerName: fullName(customerOf(view, reservation.stays[0], detail)?.name),
		items: shared.map(({ id, name, total }) => serviceItem(view, id, name, total.priceAfterTax)),
	};
	return [...bills, ...(shared.length > 0 ? [groupBill] : [])].map((bill, index) => ({
		number: `${reservation.number}-${String(index + 1).padStart(2, '0')}`,
		currencyCode: detail.currencyCode,
		...bill,
	}));
}

function stayItems(view: PmsView, roomStay: RoomStay, language: LanguageCode): InvoiceItem[] {
	const { currency, ratePlans } = view.content;
	const services = (roomStay.services ?? [])
		.filter(({ inclusive }) => !inclusive)
		.map(({ id, name, total }) => serviceItem(view, id, name, total.priceAfterTax));
	const charges = [
		{ phrase: 'earlyArrival', charge: roomStay.extraStayCharges?.earlyArrival },
		{ phrase: 'lateDeparture', charge: roomStay.extraStayCharges?.lateDeparture },
	] as const;
	const extraStays = charges.flatMap(({ phrase, charge }) =>
		charge === null || charge === undefined || charge.total.priceBeforeTax === 0
			? []
			: [
					{
						...naming(view, phrase, inLanguage(phrase, language)),
						kind: 'Option' as const,
						total: charge.total.priceAfterTax,
						vat: wholeVat(undefined),
						quantity: { value: hoursBetween(roomStay, charge.overriddenDateTime), unit: 'Hours' as const },
					},
				],
	);
	const extras = [...services, ...extraStays];
	const rest = extras.reduce((sum, { total }) => sum - total, roomStay.total.priceAfterTax);
	const ratePlan = ratePlans.find(({ id }) => id === roomStay.ratePlans[0]?.id);
	const nights: InvoiceItem = {
		...naming(view, roomStay.roomType.id, inLanguage('accommodation', language)),
		kind: 'RoomType',
		total: rounded(rest, currency),
		vat: wholeVat(ratePlan?.vat),
		quantity: { value: roomStay.dailyRates.length, unit: 'Nights' },
	};
	return [nights, ...extras];
}

function serviceItem(view: PmsView, id: string, name: string, total: number): InvoiceItem {
	const position = view.content.services.findIndex((service) => service.id === id);
	return {
		...naming(view, id, name),
		kind: position === TRANSFER ? 'Transfer' : 'Option',
		total,
		vat: wholeVat(view.content.services[position]?.vat),
		quantity: { value: 1, unit: 'Pcs' },
	};
}

function naming(
	{ seed, property }: PmsView,
	key: string,
	name: string,
): { accountingCode: string; name: string } {
	const digest = createHash('sha256').update(`accounting ${seed} ${property.id} ${key}`).digest('hex');
	return { accountingCode: digest.toUpperCase(), name };
}

/** Whole hours between the usual time of arrival or departure and the one agreed. */
function hoursBetween({ stayDates }: RoomStay, agreed: string): number {
	const usual = [stayDates.arrivalDateTime, stayDates.departureDateTime].find((local) =>
		local.startsWith(agreed.slice(0, 10)),
	);
	const hourOf = (local: string) => Number(local.slice(11, 13)) + Number(local.slice(14)) / 60;
	return usual === undefined ? 1 : Math.max(1, Math.ceil(Math.abs(hourOf(agreed) - hourOf(usual))));
}

function wholeVat(vat: Vat | undefined): InvoiceItem['vat'] {
	return {
		applicable: vat?.applicable ?? false,
		included: vat?.included ?? false,
		percent: vat?.percent ?? 0,
	};
}

function payerOf(view: PmsView, stay: Stay, detail: BookingDetail): string | null {
	return fullName(guestsOf(view, stay, () => detail)[0]?.name);
}

function fullName(name: PersonName | undefined): string | null {
	if (name === undefined) return null;
	return [name.firstName, name.lastName].filter((part) => part !== null).join(' ');
}
