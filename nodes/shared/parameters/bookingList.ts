import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { BookingSummary } from '../api/bookings/bookingsFeed';
import type { Api } from '../transport/types';
import { BookingSource, type BookingDetails } from './bookingSource';
import { ListCache } from './listCache';
import { currentValue, eachOnce, matches, searchNames } from './locator';
import { propertyId } from './property';

/** What the list shows without a word. */
const ENOUGH = 50;

interface Shown {
	items: INodeListSearchItems[];
	isComplete: boolean;
}

const lists = new ListCache<Shown>(({ items, isComplete }) => isComplete && items.length > 0);

/**
 * The bookings that changed last, the first ones by guest and dates. What is typed is a number or a part of one, or words
 * of a guest's name. The API has no search for guests: they are found among the bookings whose details were read, and
 * each search reads some more of them.
 */
export async function searchBookings(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const typed = filter?.trim() ?? '';
	return await searchNames(this, [propertyId], undefined, undefined, async (api) => {
		const property = currentValue(this, 'propertyId');
		if (typed !== '') return { records: (await shownFor(api, property, typed)).items };
		return {
			records: (await lists.recall(api, [property], async () => await shownFor(api, property))).items,
		};
	});
}

async function shownFor(api: Api, property: string, typed = ''): Promise<Shown> {
	const source = new BookingSource(api, property);
	const items = await itemsFor(source, typed);
	return { items: eachOnce(items), isComplete: source.isComplete };
}

async function itemsFor(source: BookingSource, typed: string): Promise<INodeListSearchItems[]> {
	if (typed === '') return await listed(source, (await source.latest(ENOUGH)).slice(0, ENOUGH));
	if (!/\s/.test(typed) && /\d/.test(typed)) return await ofNumber(source, typed);
	return (await listed(source, await source.latest(Infinity))).filter((item) => matches(item, typed));
}

/** The exact number, however old, and those that have it as a part. */
async function ofNumber(source: BookingSource, typed: string): Promise<INodeListSearchItems[]> {
	const exact = await source.detailsOf(typed);
	const parts = (await source.latest(Infinity)).filter(({ number }) => number.includes(typed));
	return await listed(source, [...(exact ? [{ number: typed }] : []), ...parts]);
}

async function listed(
	source: BookingSource,
	summaries: readonly BookingSummary[],
): Promise<INodeListSearchItems[]> {
	const details = await source.details(summaries.map(({ number }) => number));
	return summaries.map((summary) => itemOf(summary, details.get(summary.number)));
}

function itemOf(
	{ number, status, createdDateTime }: BookingSummary,
	details?: BookingDetails,
): INodeListSearchItems {
	const { guest, arrival, departure } = details ?? {};
	const dates = arrival && departure ? `${arrival} to ${departure}` : undefined;
	const booked = createdDateTime === undefined ? undefined : `booked ${createdDateTime.slice(0, 10)}`;
	const about = [guest, dates ?? booked, status === 'Cancelled' ? 'cancelled' : undefined, number];
	return { name: about.filter((part) => part !== undefined && part !== null).join(' · '), value: number };
}
