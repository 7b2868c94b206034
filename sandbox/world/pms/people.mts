import type { StayOutline } from '../bookings/detail/outline.mts';
import { generateName } from '../bookings/detail/people.mts';
import type { BookingDetail, PersonName } from '../bookings/detail/types.mts';
import { Random } from '../random.mts';
import { toWireDate } from '../time.mts';
import type { PmsView } from './pmsView.mts';
import { CUSTOMER_PLACE, idInBlock, locateId } from './ids.mts';
import type { Stay } from './stay.mts';

/** A guest or customer as the PMS knows them. */
export interface Person {
	id: string;
	name: { lastName: string | null; firstName: string | null; middleName: string | null };
	/** `YYYY-MM-DD`. */
	birthDate: string | null;
	/** ISO 3166-1 alpha-3. */
	citizenship: string | null;
	isVip: boolean;
	emails: string[];
	phones: string[];
	gender: 'Male' | 'Female' | 'Unknown';
}

export interface LoyaltyCard {
	programId: string;
	cardNumber: string;
}

/** Who occupies a place of a stay. */
export interface GuestPlace {
	id: string;
	name: PersonName;
}

/** Share of the guests whom the booking does not name and the PMS knows nevertheless. */
const KNOWN_SHARE = 0.7;
const MASK = '*';
const CITIZENSHIPS = ['GBR', 'DEU', 'FRA', 'JPN', 'NPL', 'BRA', 'EGY', 'TUR', 'USA', 'NLD', 'KIR', 'AUS'];
const MAX_BIRTH_DAY = 13_000;
const MIN_BIRTH_DAY = -10_000;

/** A stay gets a new outline with every change of its booking. */
const guestLists = new WeakMap<StayOutline, GuestPlace[]>();

/**
 * The guests of a stay, one per adult as far as they are known: those the booking names, some of those it
 * does not, the first one always. A guest who comes again and again takes the first place without a name.
 */
export function guestsOf(view: PmsView, stay: Stay, detail: () => BookingDetail): GuestPlace[] {
	const known = guestLists.get(stay.outline);
	if (known !== undefined) return known;
	const guests = listGuests(view, stay, detail());
	guestLists.set(stay.outline, guests);
	return guests;
}

function listGuests(view: PmsView, stay: Stay, detail: BookingDetail): GuestPlace[] {
	const roomStay = detail.roomStays[stay.position];
	const adults = roomStay?.guestCount.adultCount ?? 0;
	let regularId = stay.regularId;
	return Array.from({ length: adults }, (_, index) => index).flatMap((index) => {
		const named = roomStay?.guests?.[index];
		const id = idInBlock(stay.id, index + 1);
		if (isKnown(named)) return [{ id, name: named }];
		if (regularId !== undefined) {
			const regular = { id: regularId, name: generatedName(view, regularId) };
			regularId = undefined;
			return [regular];
		}
		const known = index === 0 || new Random(view.seed, id, 'known').chance(KNOWN_SHARE);
		return known ? [{ id, name: generatedName(view, id) }] : [];
	});
}

/** The person who booked; null when unknown. Hidden names are known to the PMS. */
export function customerOf(view: PmsView, firstStay: Stay | undefined, detail: BookingDetail): Person | null {
	if (detail.customer === null || firstStay === undefined) return null;
	const id = idInBlock(firstStay.id, CUSTOMER_PLACE);
	return describePerson(view, id, isKnown(detail.customer) ? detail.customer : generatedName(view, id));
}

/** A guest or customer by id; undefined when there is none. */
export function findPerson(view: PmsView, pmsPersonId: string): Person | undefined {
	const place = locateId(pmsPersonId);
	if (place === undefined) return undefined;
	if (view.pms.regularIds.includes(pmsPersonId)) return describeRegular(view, pmsPersonId);
	const stay = view.pms.stay(place.recordId);
	if (stay === undefined) return undefined;
	if (place.place === CUSTOMER_PLACE) {
		return stay.position === 0 ? (customerOf(view, stay, view.detailOf(stay)) ?? undefined) : undefined;
	}
	const guest = guestsOf(view, stay, () => view.detailOf(stay)).find(({ id }) => id === pmsPersonId);
	return guest === undefined ? undefined : describePerson(view, guest.id, guest.name);
}

export function describeRegular(view: PmsView, regularId: string): Person {
	return describePerson(view, regularId, generatedName(view, regularId));
}

export function describePerson(view: PmsView, id: string, name: PersonName): Person {
	const random = new Random(view.seed, view.property.id, id, 'person');
	const phone = `+${random.integer(10_000_000, 99_999_999)}${random.integer(1_000, 9_999)}`;
	const otherPhone = `+${random.integer(100_000_000, 999_999_999)}`;
	const phoneDraw = random.fraction();
	const birthDay = random.integer(MIN_BIRTH_DAY, MAX_BIRTH_DAY);
	return {
		id,
		name: {
			lastName: name.lastName,
			firstName: name.firstName,
			middleName: random.chance(0.15) ? 'M.' : null,
		},
		birthDate: random.chance(0.2) ? null : toWireDate(birthDay),
		citizenship: random.chance(0.1) ? null : random.pick(CITIZENSHIPS),
		isVip: random.chance(0.1),
		emails: random.chance(0.25) ? [] : [`guest-${id}@example.com`],
		phones: phoneDraw < 0.15 ? [] : phoneDraw < 0.8 ? [phone] : [phone, otherPhone],
		gender: random.pick(['Male', 'Female', 'Unknown'] as const),
	};
}

/** The loyalty cards of a guest; the card of a booking belongs to the first guest of its first stay. */
export function loyaltyCardsOf(view: PmsView, { id }: Person): LoyaltyCard[] {
	const random = new Random(view.seed, view.property.id, id, 'loyalty');
	const own = Array.from({ length: random.integer(0, 2) }, () => ({
		programId: String(random.integer(1_000_000, 1_000_003)),
		cardNumber: String(random.integer(1_000_000, 9_999_999)),
	}));
	return [...own, ...cardsOfBooking(view, id)];
}

/** The stays of a guest, in the order of their arrivals. */
export function staysOfGuest(view: PmsView, { id }: Person): Stay[] {
	const place = locateId(id);
	const own = place === undefined ? undefined : view.pms.stay(place.recordId);
	const candidates =
		own === undefined ? view.pms.calendar.all().filter(({ regularId }) => regularId === id) : [own];
	return candidates.filter((stay) =>
		guestsOf(view, stay, () => view.detailOf(stay)).some((guest) => guest.id === id),
	);
}

function cardsOfBooking(view: PmsView, personId: string): LoyaltyCard[] {
	const place = locateId(personId);
	const stay = place?.place === 1 ? view.pms.stay(place.recordId) : undefined;
	if (stay === undefined || stay.position > 0) return [];
	return (view.detailOf(stay).guaranteeInfo.loyalty?.cards ?? []).flatMap(
		({ cardNumber, loyaltySystemId }) =>
			cardNumber === null ? [] : [{ programId: loyaltySystemId ?? '', cardNumber }],
	);
}

function generatedName(view: PmsView, personId: string): PersonName {
	return generateName(new Random(view.seed, view.property.id, personId, 'name'));
}

function isKnown(name: PersonName | undefined): name is PersonName {
	return name !== undefined && name.lastName !== null && name.lastName !== MASK;
}
