import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { plusDays } from '../shared/dates/dateRules';
import { wholeDate } from '../shared/dates/instants';
import { ListCache } from '../shared/parameters/listCache';
import { currentValue, matches, searchNames } from '../shared/parameters/locator';
import { personName, roomIdOf } from '../shared/pms/stayFields';
import type { Api } from '../shared/transport/types';
import { textIn } from '../shared/util/json';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../shared/util/mapConcurrently';
import { dependencies } from './listDependencies';
import { guestItem } from './listSearch';
import { ReservationSource, type ReservationDetails, type Summary } from './reservationSource';

/** How far the list looks ahead without a word, and around today for a part of a number. */
const DAYS_AHEAD = 7;
const DAYS_AROUND = 180;
const MAX_GUESTS = 5;
/** Reservations that have the room of a stay within its dates: the stay before, the one after, and its own. */
const MIN_TRIED = 3;
/** Without a room, all of the hotel within its dates: so many of all stays together. */
const MAX_TRIED = 15;

interface Shown {
	items: INodeListSearchItems[];
	isComplete: boolean;
}

const lists = new ListCache<Shown>(({ items, isComplete }) => isComplete && items.length > 0);

/**
 * Active reservations: those of guests who stay within the next week. What is typed is an arrival (`2026-03-01`), a
 * number or a part of one, or words of a guest's name. Searches of the API tell little more than numbers, so the first
 * ones are shown by guest and dates, and the others by what the search tells.
 */
export async function searchReservationList(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const typed = filter?.trim() ?? '';
	return await searchNames(this, dependencies, undefined, undefined, async (api) => {
		const propertyId = currentValue(this, 'propertyId');
		const read = async () => await shownFor(api, propertyId, typed);
		return { records: (await lists.recall(api, [propertyId, typed], read)).items };
	});
}

async function shownFor(api: Api, propertyId: string, typed: string): Promise<Shown> {
	const source = new ReservationSource(api, propertyId);
	const opened = (await lists.known(api, [propertyId, '']))?.items ?? [];
	const items = await itemsFor(source, typed, opened);
	return { items: firstOfEach(items, ({ value }) => value), isComplete: source.isComplete };
}

/** @param opened what the list showed without a word, if it was opened lately */
async function itemsFor(
	source: ReservationSource,
	typed: string,
	opened: INodeListSearchItems[],
): Promise<INodeListSearchItems[]> {
	const today = await source.today();
	if (typed === '') return await ofNextDays(source, today);
	if (/^\d{4}-\d{2}-\d{2}$/.test(typed) && wholeDate(typed, 'utc')) return await arrivingOn(source, typed);
	if (!/\s/.test(typed) && /\d/.test(typed)) return await ofNumber(source, typed, today, opened);
	return [...opened.filter((item) => matches(item, typed)), ...(await ofGuests(source, typed, today))];
}

/** The guests of today first: most is done for them. */
async function ofNextDays(source: ReservationSource, today: string): Promise<INodeListSearchItems[]> {
	const ofToday = await source.active({ first: today, last: today });
	const ahead = await source.active({ first: today, last: plusDays(today, DAYS_AHEAD) });
	return await listed(source, [...ofToday, ...ahead]);
}

/** Who stays on the day and not on the day before arrives. With another room stay before, only the details tell. */
async function arrivingOn(source: ReservationSource, day: string): Promise<INodeListSearchItems[]> {
	const staying = await source.active({ first: day, last: day });
	const before = plusDays(day, -1);
	const stayedBefore = new Set(
		(await source.active({ first: before, last: before })).map(({ number }) => number),
	);
	const isNew = ({ number }: Summary) => !stayedBefore.has(number);
	const sorted = [...staying.filter(isNew), ...staying.filter((one) => !isNew(one))];
	const details = await source.details(sorted.map(({ number }) => number));
	const arriving = sorted.filter((one) => details.get(one.number)?.arrivals.includes(day) ?? isNew(one));
	return itemsOf(arriving, details, () => `arrives ${day}`);
}

/** The exact number, in whatever state, and active reservations that have it as a part. */
async function ofNumber(
	source: ReservationSource,
	typed: string,
	today: string,
	opened: INodeListSearchItems[],
): Promise<INodeListSearchItems[]> {
	const exact = await source.detailsOf(typed);
	const around = await source.active({
		first: plusDays(today, -DAYS_AROUND),
		last: plusDays(today, DAYS_AROUND),
	});
	const numbers = [...opened.map(({ value }) => ({ number: String(value) })), ...around];
	const parts = numbers.filter(({ number }) => number.includes(typed));
	return await listed(source, [...(exact ? [{ number: typed }] : []), ...parts]);
}

/** The service finds guests by name and their stays, but a stay does not name its reservation. */
async function ofGuests(
	source: ReservationSource,
	typed: string,
	today: string,
): Promise<INodeListSearchItems[]> {
	const guests = (await source.guests(typed)).filter((guest) => {
		const item = guestItem(guest);
		return item !== undefined && matches(item, typed);
	});
	const read = await mapConcurrently(guests.slice(0, MAX_GUESTS), REQUESTS_AT_ONCE, async (guest) => {
		const stays = await source.staysOf(textIn(guest, 'pmsPersonId') ?? '');
		return stays.map((stay) => ({ stay, guest: personName(guest) }));
	});
	const nearest = read.flat().sort((one, other) => distance(one.stay, today) - distance(other.stay, today));
	const found: ReservationDetails[] = [];
	const tried = Math.max(MIN_TRIED, Math.floor(MAX_TRIED / nearest.length));
	for (const { stay, guest } of nearest) {
		const reservation = await reservationOf(source, stay, found, tried).catch((error) =>
			source.withoutMore(error),
		);
		if (reservation) found.push({ ...reservation, guest });
	}
	return found.sort(byArrival).map(itemOf);
}

/**
 * @param found those that were found for other stays
 * @param tried how many are looked at for it
 */
async function reservationOf(
	source: ReservationSource,
	stay: IDataObject,
	found: readonly ReservationDetails[],
	tried: number,
): Promise<ReservationDetails | undefined> {
	const id = textIn(stay, 'pmsRoomStayId') ?? '';
	const isIts = ({ stayIds }: ReservationDetails) => stayIds.includes(id);
	const [first, last] = [textIn(stay, 'checkInDateTime'), textIn(stay, 'checkOutDateTime')];
	if (first === undefined || last === undefined || found.some(isIts)) return undefined;
	const period = { first: first.slice(0, 10), last: last.slice(0, 10) };
	const candidates = await source.active(period, roomIdOf(stay));
	const unknown: string[] = [];
	for (const { number } of candidates) {
		const known = await source.knownDetailsOf(number);
		if (known === undefined) unknown.push(number);
		else if (isIts(known)) return known;
	}
	for (const number of unknown.slice(0, tried)) {
		const details = await source.detailsOf(number);
		if (details && isIts(details)) return details;
	}
	return undefined;
}

function distance(stay: IDataObject, today: string): number {
	const day = textIn(stay, 'checkInDateTime')?.slice(0, 10) ?? '';
	return Math.abs(Date.parse(day) - Date.parse(today)) || Infinity;
}

async function listed(source: ReservationSource, found: Summary[]): Promise<INodeListSearchItems[]> {
	const summaries = firstOfEach(found, ({ number }) => number);
	const details = await source.details(summaries.map(({ number }) => number));
	return itemsOf(summaries, details, ({ madeOn }) => (madeOn === undefined ? undefined : `booked ${madeOn}`));
}

/** By arrival; those without details after them, as the search lists them. */
function itemsOf(
	summaries: readonly Summary[],
	details: ReadonlyMap<string, ReservationDetails>,
	about: (summary: Summary) => string | undefined,
): INodeListSearchItems[] {
	const known = summaries.flatMap(({ number }) => details.get(number) ?? []).sort(byArrival);
	const others = summaries.filter(({ number }) => !details.has(number));
	return [...known.map(itemOf), ...others.map((one) => labelOf([about(one)], one.number))];
}

function itemOf({ number, guest, arrivals: [arrival], departure }: ReservationDetails): INodeListSearchItems {
	const dates = arrival !== undefined && departure !== undefined ? `${arrival} to ${departure}` : undefined;
	return labelOf([guest ?? undefined, dates], number);
}

function labelOf(about: Array<string | undefined>, number: string): INodeListSearchItems {
	return { name: [...about, number].filter((part) => part !== undefined).join(' · '), value: number };
}

function byArrival(
	{ arrivals: [one = ''] }: ReservationDetails,
	{ arrivals: [other = ''] }: ReservationDetails,
): number {
	return one === other ? 0 : one < other ? -1 : 1;
}

function firstOfEach<T>(list: readonly T[], key: (one: T) => unknown): T[] {
	const seen = new Map<unknown, T>();
	for (const one of list) if (!seen.has(key(one))) seen.set(key(one), one);
	return [...seen.values()];
}
