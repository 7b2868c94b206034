import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { textIn } from '../answers';
import { propertyPages } from '../lists';
import { ShortMemory } from '../shortMemory';
import { readPages, type Page } from '../transport/pagination';
import type { Api, ApiRequest, ErrorTexts } from '../transport/types';
import { labelled, locator, searchNames } from './locator';

/** The hotel an operation works on: chosen by name, or entered by id. */
export const propertyId = locator({
	displayName: 'Property',
	name: 'propertyId',
	required: true,
	searchListMethod: 'searchProperties',
	description: 'The hotel to work with',
	example: '1024',
});

/** Names come only with the full records (specification, Content), so pages are kept small. */
const PAGE_SIZE = 50;

const propertyList: ApiRequest = {
	area: 'content',
	method: 'GET',
	path: '/v1/properties',
	query: { include: 'All' },
};

/** The list behind the locator: names from the content area. */
export async function searchProperties(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searchNames(this, [propertyId], filter, paginationToken, propertyNames);
}

type NamesPage = Page<ReturnType<typeof labelled>>;

const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 200;
const memory = new ShortMemory<NamesPage>(() => KEPT_MS, MOST_KEPT);

/** One page of names; kept for a few minutes per client. */
export async function propertyNames(
	api: Api,
	cursor: string | undefined,
	pageSize = PAGE_SIZE,
): Promise<NamesPage> {
	const key = [await api.client(), pageSize, cursor ?? ''].join(' ');
	return await memory.recall(key, async () => await readNames(api, cursor, pageSize));
}

async function readNames(api: Api, cursor: string | undefined, pageSize: number): Promise<NamesPage> {
	const { body } = await api.send(propertyPages.page(propertyList, cursor, pageSize), { errors: listErrors });
	const { records, next } = propertyPages.read(body);
	const names = records.flatMap((property) => {
		const id = textIn(property, 'id');
		return id === undefined ? [] : [labelled(id, textIn(property, 'name'))];
	});
	return { records: names, ...(next !== undefined && { next }) };
}

/** The ids of all properties the client can see, and the service's clock when it listed them. */
export async function visibleProperties(
	api: Api,
	errors: ErrorTexts = listErrors,
): Promise<{ ids: string[]; servedAt?: string }> {
	const request: ApiRequest = { area: 'content', method: 'GET', path: '/v1/properties' };
	const ids: string[] = [];
	let servedAt: string | undefined;
	const pages = readPages(async (cursor) => {
		const asked = propertyPages.page(request, cursor, Infinity);
		const { body, headers } = await api.send(asked, { errors });
		servedAt ??= headers.date;
		return propertyPages.read(body);
	});
	for await (const page of pages) ids.push(...page.flatMap((property) => textIn(property, 'id') ?? []));
	return { ids, servedAt };
}

const listErrors = {
	'403': {
		message: 'The list of properties needs access to Content, which this API connection does not have',
		description:
			"Enter the ID the hotel system shows ('By ID', or as an expression where several can be chosen), or ask the hotelier to tick Content for the API connection.",
	},
};
