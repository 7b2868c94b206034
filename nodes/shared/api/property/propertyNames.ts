import { HOUR_MS, MINUTE_MS } from '../../rateLimit/windows';
import type { Api, SendOptions } from '../../transport/types';
import { textIn } from '../../util/json';
import { TtlCache } from '../../util/ttlCache';
import { propertyPages } from '../response/lists';
import { namesIn, namesOf, noNames, PATIENCE, type Names } from './names';
import { readPages } from '../response/pagination';
import { absenceOf } from './propertyCache';
import { readFacts } from './propertyFacts';
import { inTime } from '../response/sharedReading';

/** So many hotels are read one by one; for more, a page of the list names a hundred of them at once. */
const FEW = 3;
/** Each can have hundreds of rate plans: 200, the most of the API, would take seconds. */
const PAGE = 100;
const KEPT_MS = 5 * MINUTE_MS;
/** Access may be granted meanwhile. */
const ABSENCE_KEPT_MS = MINUTE_MS;
const MAX_CLIENTS = 20;
const MAX_PROPERTIES = 1_000;

interface ListedNames {
	names: Map<string, Names>;
	/** Whether every page could be read. */
	isComplete: boolean;
}

/** By client. */
const lists = new TtlCache<ListedNames>(
	({ isComplete }) => (isComplete ? KEPT_MS : ABSENCE_KEPT_MS),
	MAX_CLIENTS,
);

/*
 * Triggers keep names for an hour: those of a chain would spend a sixth of its requests on them.
 */

/**
 * By client. One that fails is not asked for again sooner: a poll has no time for it, and hotels can be read one by
 * one.
 */
const listsForTriggers = new TtlCache<ListedNames>(() => HOUR_MS, MAX_CLIENTS);
/** By client and hotel. */
const namesForTriggers = new TtlCache<Names>(
	(names) => (names === noNames ? ABSENCE_KEPT_MS : HOUR_MS),
	MAX_PROPERTIES,
);
/** By client: the hotels that its polls asked for. */
const askedFor = new TtlCache<Set<string>>(() => HOUR_MS, MAX_CLIENTS);

/** For the items of triggers. */
export async function namesForItems(api: Api, propertyId: string, options?: SendOptions): Promise<Names> {
	const key = `${await api.client()} ${propertyId}`;
	return await namesForTriggers.recall(key, async () => await namesOf(api, propertyId, options));
}

/** For the items of polls, which read many hotels. */
export async function namesForPolledItems(
	api: Api,
	propertyId: string,
	options?: SendOptions,
): Promise<Names> {
	const listed = await namesOfChain(api, propertyId, options);
	return listed ?? (await namesForItems(api, propertyId, options));
}

/**
 * Names of a hotel that is one of many, as the list tells them.
 * @returns `undefined` if the polls of the client read few hotels, or the list does not say
 */
export async function namesOfChain(
	api: Api,
	propertyId: string,
	options?: SendOptions,
): Promise<Names | undefined> {
	const none = async () => await Promise.resolve(new Set<string>());
	const asked = await askedFor.recall(await api.client(), none);
	asked.add(propertyId);
	if (asked.size <= FEW) return undefined;
	return (await allNames(api, listsForTriggers, { ...options, maxAttempts: 1 })).get(propertyId);
}

/** Names of hotels, their room types and rate plans, as far as Content tells them; kept for five minutes per client. */
export async function namesOfProperties(
	api: Api,
	propertyIds: Iterable<string>,
): Promise<(propertyId: string) => Names> {
	const ids = [...new Set(propertyIds)];
	const names = ids.length > FEW ? await allNames(api, lists) : await eachName(api, ids);
	return (propertyId) => names.get(propertyId) ?? noNames;
}

async function eachName(api: Api, ids: readonly string[]): Promise<ReadonlyMap<string, Names>> {
	return new Map(await Promise.all(ids.map(async (id) => [id, await namesOf(api, id)] as const)));
}

async function allNames(
	api: Api,
	cache: TtlCache<ListedNames>,
	options?: SendOptions,
): Promise<ReadonlyMap<string, Names>> {
	const patience = { ...PATIENCE, ...options };
	const read = async () => await listed(api, patience);
	const wait = async (reading: Promise<ListedNames>) =>
		await inTime(reading, api.maxDurationMs(patience)).catch(orIncomplete(new Map()));
	return (await cache.recall(await api.client(), read, wait)).names;
}

async function listed(api: Api, patience: SendOptions): Promise<ListedNames> {
	const request = {
		area: 'content',
		method: 'GET',
		path: '/v1/properties',
		query: { include: 'All' },
	} as const;
	const names = new Map<string, Names>();
	const pages = readPages(async (cursor) => {
		const { body } = await api.send(propertyPages.page(request, cursor, PAGE), patience);
		return propertyPages.read(body);
	});
	const readAll = async () => {
		for await (const page of pages) {
			for (const record of page) {
				const id = textIn(record, 'id');
				if (id !== undefined) names.set(id, namesIn(readFacts(record)));
			}
		}
	};
	return await readAll().then(() => ({ names, isComplete: true }), orIncomplete(names));
}

/** Names are optional: those read before a page fails are kept. */
function orIncomplete(names: Map<string, Names>): (error: unknown) => ListedNames {
	return (error) => {
		if (absenceOf(error) === undefined) throw error;
		return { names, isComplete: false };
	};
}
