import type { Api } from '../transport/types';
import { textIn } from '../util/json';
import { TtlCache } from '../util/ttlCache';
import { propertyPages } from './lists';
import { namesIn, namesOf, noNames, PATIENCE, type Names } from './names';
import { readPages } from './pagination';
import { absenceOf } from './propertyCache';
import { readFacts } from './propertyFacts';
import { inTime } from './sharedReading';

/** So many hotels are read one by one; for more, a page of the list names 200 of them at once. */
const FEW = 3;
const KEPT_MS = 5 * 60_000;
/** Access may be granted meanwhile. */
const ABSENCE_KEPT_MS = 60_000;
const MAX_KEPT = 20;

interface ListedNames {
	names: Map<string, Names>;
	/** Whether every page could be read. */
	isComplete: boolean;
}

const lists = new TtlCache<ListedNames>(
	({ isComplete }) => (isComplete ? KEPT_MS : ABSENCE_KEPT_MS),
	MAX_KEPT,
);

/** Names of hotels, their room types and rate plans, as far as Content tells them; kept for five minutes per client. */
export async function namesOfProperties(
	api: Api,
	propertyIds: Iterable<string>,
): Promise<(propertyId: string) => Names> {
	const ids = [...new Set(propertyIds)];
	const names = ids.length > FEW ? await allNames(api) : await eachName(api, ids);
	return (propertyId) => names.get(propertyId) ?? noNames;
}

async function eachName(api: Api, ids: readonly string[]): Promise<ReadonlyMap<string, Names>> {
	return new Map(await Promise.all(ids.map(async (id) => [id, await namesOf(api, id)] as const)));
}

async function allNames(api: Api): Promise<ReadonlyMap<string, Names>> {
	const read = async () => await listed(api);
	const wait = async (reading: Promise<ListedNames>) =>
		await inTime(reading, api.longestMs(PATIENCE)).catch(orIncomplete(new Map()));
	return (await lists.recall(await api.client(), read, wait)).names;
}

async function listed(api: Api): Promise<ListedNames> {
	const request = {
		area: 'content',
		method: 'GET',
		path: '/v1/properties',
		query: { include: 'All' },
	} as const;
	const names = new Map<string, Names>();
	const pages = readPages(async (cursor) => {
		const { body } = await api.send(propertyPages.page(request, cursor, Infinity), PATIENCE);
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
