import type { Api } from '../transport/types';
import { textIn } from '../util/json';
import { TtlCache } from '../util/ttlCache';
import { propertyPages } from './lists';
import { namesOf, PATIENCE } from './names';
import { readPages } from './pagination';
import { absenceOf } from './propertyCache';
import { inTime } from './sharedReading';

/** So many hotels are read one by one; for more, a page of the list names 200 of them at once. */
const FEW = 3;
const KEPT_MS = 5 * 60_000;
/** Access may be granted meanwhile. */
const ABSENCE_KEPT_MS = 60_000;
const MOST_KEPT = 20;

interface ListedNames {
	names: Map<string, string>;
	/** Whether every page could be read. */
	isComplete: boolean;
}

const lists = new TtlCache<ListedNames>(
	({ isComplete }) => (isComplete ? KEPT_MS : ABSENCE_KEPT_MS),
	MOST_KEPT,
);

/** Names of hotels by ID, as far as Content tells them; kept for five minutes per client. */
export async function propertyNamesOf(
	api: Api,
	propertyIds: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
	const ids = [...new Set(propertyIds)];
	if (ids.length > FEW) return await allNames(api);
	const names = await Promise.all(ids.map(async (id) => [id, (await namesOf(api, id)).property] as const));
	return new Map(names.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

async function allNames(api: Api): Promise<ReadonlyMap<string, string>> {
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
	const names = new Map<string, string>();
	const pages = readPages(async (cursor) => {
		const { body } = await api.send(propertyPages.page(request, cursor, Infinity), PATIENCE);
		return propertyPages.read(body);
	});
	const readAll = async () => {
		for await (const page of pages) {
			for (const record of page) {
				const id = textIn(record, 'id');
				const name = textIn(record, 'name');
				if (id !== undefined && name !== undefined) names.set(id, name);
			}
		}
	};
	return await readAll().then(() => ({ names, isComplete: true }), orIncomplete(names));
}

/** Names are optional: those read before a page fails are kept. */
function orIncomplete(names: Map<string, string>): (error: unknown) => ListedNames {
	return (error) => {
		if (absenceOf(error) === undefined) throw error;
		return { names, isComplete: false };
	};
}
