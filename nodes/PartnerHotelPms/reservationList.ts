import { DateTime } from 'luxon';
import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { pmsList, readList } from '../shared/api/lists';
import { factsIfAvailable } from '../shared/api/propertyFacts';
import { recordsAt } from '../shared/api/records';
import { plusDays } from '../shared/dates/dateRules';
import { isZone } from '../shared/dates/hotelClock';
import { wholeDate } from '../shared/dates/instants';
import type { DateRange } from '../shared/dates/namedPeriods';
import { currentValue, matches, searchNames } from '../shared/parameters/locator';
import type { Api } from '../shared/transport/types';
import { isNotFound } from '../shared/transport/errors';
import { recordIn, textIn } from '../shared/util/json';
import { mapConcurrently, REQUESTS_AT_ONCE } from '../shared/util/mapConcurrently';
import { dependencies } from './listDependencies';
import { guestItem, guestsRequest } from './listSearch';
import { GUEST, pmsRequest, RESERVATION } from '../shared/pms/pmsRequests';
import { personName, roomIdOf } from '../shared/pms/records';

/** How far the list looks ahead without a word, and around today for a part of a number. */
const DAYS_AHEAD = 7;
const DAYS_AROUND = 180;
/** The API lists numbers alone: guest and dates of a reservation take one more request, of which 200 a minute are free. */
const MOST_READ = 100;
const MOST_SUMMARIES = 500;
const MOST_GUESTS = 5;
const MOST_STAYS = 3;

/** What the list shows of a reservation; days are `YYYY-MM-DD`. */
interface Listed {
	number: string;
	guest: string | null;
	/** Of its room stays, the first one first. */
	arrivals: string[];
	departure?: string;
	stayIds: string[];
}

/**
 * Active reservations by guest, dates and number: those of guests who stay within the next week. What is typed is an
 * arrival (`2026-03-01`), a number or a part of one, or words of a guest's name.
 */
export async function searchReservations(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const typed = filter?.trim() ?? '';
	return await searchNames(this, dependencies, undefined, undefined, async (api) => {
		const propertyId = currentValue(this, 'propertyId');
		const today = await todayOf(api, propertyId);
		const found = await reservationsFor(api, propertyId, typed, today);
		return { records: found.map((one) => itemOf(one)) };
	});
}

async function reservationsFor(
	api: Api,
	propertyId: string,
	typed: string,
	today: string,
): Promise<Listed[]> {
	if (typed === '') {
		const ahead = { first: today, last: plusDays(today, DAYS_AHEAD) };
		return await read(api, propertyId, await numbersIn(api, propertyId, ahead, MOST_READ));
	}
	if (/^\d{4}-\d{2}-\d{2}$/.test(typed) && wholeDate(typed, 'utc')) {
		const day = { first: typed, last: typed };
		const found = await read(api, propertyId, await numbersIn(api, propertyId, day, MOST_SUMMARIES));
		return found.filter(({ arrivals }) => arrivals.includes(day.first));
	}
	if (/^\S*\d\S*$/.test(typed)) return await ofNumber(api, propertyId, typed, today);
	return byArrival(await ofGuests(api, propertyId, typed, today));
}

async function todayOf(api: Api, propertyId: string): Promise<string> {
	const zone = (await factsIfAvailable(api, propertyId))?.timeZone;
	return DateTime.now()
		.setZone(zone !== undefined && isZone(zone) ? zone : 'utc')
		.toFormat('yyyy-MM-dd');
}

/** The exact number, in whatever state, and active reservations that have it as a part. */
async function ofNumber(api: Api, propertyId: string, typed: string, today: string): Promise<Listed[]> {
	const around = { first: plusDays(today, -DAYS_AROUND), last: plusDays(today, DAYS_AROUND) };
	const numbers = await numbersIn(api, propertyId, around, MOST_SUMMARIES);
	const parts = numbers.filter((number) => number.includes(typed));
	return await read(api, propertyId, [...new Set([typed, ...parts])]);
}

/** The service finds guests by name and their stays, but a stay does not name its reservation. */
async function ofGuests(api: Api, propertyId: string, typed: string, today: string): Promise<Listed[]> {
	const guests = await readList(api, guestsRequest(propertyId, typed), pmsList('guests'), 100);
	const named = guests.filter((guest) => {
		const item = guestItem(guest);
		return item !== undefined && matches(item, typed);
	});
	const found = await mapConcurrently(named.slice(0, MOST_GUESTS), REQUESTS_AT_ONCE, async (guest) => {
		const pmsPersonId = textIn(guest, 'pmsPersonId');
		const request = pmsRequest('GET', `${GUEST}/find-occupied-room-stays`, { propertyId, pmsPersonId });
		const stays = await readList(api, request, pmsList('roomStays'), 100);
		const nearest = stays.sort((a, b) => distance(a, today) - distance(b, today)).slice(0, MOST_STAYS);
		const items = await mapConcurrently(nearest, 1, async (stay) => await ofStay(api, propertyId, stay));
		return items.flat().map((one) => ({ ...one, guest: personName(guest) }));
	});
	return found.flat();
}

async function ofStay(api: Api, propertyId: string, stay: IDataObject): Promise<Listed[]> {
	const [first, last] = [textIn(stay, 'checkInDateTime'), textIn(stay, 'checkOutDateTime')];
	if (first === undefined || last === undefined) return [];
	const period = { first: first.slice(0, 10), last: last.slice(0, 10) };
	const numbers = await numbersIn(api, propertyId, period, MOST_SUMMARIES, roomIdOf(stay));
	const id = textIn(stay, 'pmsRoomStayId') ?? '';
	return (await read(api, propertyId, numbers)).filter(({ stayIds }) => stayIds.includes(id));
}

function distance(stay: IDataObject, today: string): number {
	const day = textIn(stay, 'checkInDateTime')?.slice(0, 10) ?? '';
	return Math.abs(Date.parse(day) - Date.parse(today)) || Infinity;
}

async function numbersIn(
	api: Api,
	propertyId: string,
	{ first, last }: DateRange,
	max: number,
	roomId?: string,
): Promise<string[]> {
	const request = pmsRequest(
		'GET',
		'/reservations/search',
		{ propertyId },
		{
			query: {
				state: 'Active',
				roomId,
				startAffectPeriodDateTime: `${first}T00:00`,
				endAffectPeriodDateTime: `${last}T23:59`,
			},
		},
	);
	const summaries = await readList(api, request, pmsList('reservations'), max);
	return summaries.flatMap((summary) => textIn(summary, 'number') ?? []);
}

/** Reservations with guest and dates; one that does not exist is left out. */
async function read(api: Api, propertyId: string, numbers: string[]): Promise<Listed[]> {
	const found = await mapConcurrently(numbers.slice(0, MOST_READ), REQUESTS_AT_ONCE, async (number) => {
		return await readOne(api, propertyId, number);
	});
	return byArrival(found.filter((one) => one !== undefined));
}

async function readOne(api: Api, propertyId: string, number: string): Promise<Listed | undefined> {
	const sent = api.send(pmsRequest('GET', RESERVATION, { propertyId, number }));
	return await sent.then(
		({ body }) => factsOf(recordIn(body, 'reservation'), number),
		(error) => {
			if (!isNotFound(error, 'number')) throw error;
			return undefined;
		},
	);
}

function factsOf(reservation: IDataObject, number: string): Listed {
	const stays = recordsAt(reservation, 'roomStays');
	const days = (key: string) => stays.flatMap((stay) => textIn(stay, key)?.slice(0, 10) ?? []).sort();
	return {
		number,
		guest: personName(reservation.customer),
		arrivals: days('checkInDateTime'),
		departure: days('checkOutDateTime').at(-1),
		stayIds: stays.flatMap((stay) => textIn(stay, 'pmsRoomStayId') ?? []),
	};
}

function itemOf({ number, guest, arrivals: [arrival], departure }: Listed): INodeListSearchItems {
	const dates = arrival !== undefined && departure !== undefined ? `${arrival} to ${departure}` : null;
	return { name: [guest, dates, number].filter((part) => part !== null).join(' · '), value: number };
}

/** Each once, the first arrival first. */
function byArrival(found: Listed[]): Listed[] {
	const unique = [...new Map(found.map((one) => [one.number, one])).values()];
	const first = ({ arrivals }: Listed) => arrivals[0] ?? '';
	return unique.sort((a, b) => (first(a) < first(b) ? -1 : 1));
}
