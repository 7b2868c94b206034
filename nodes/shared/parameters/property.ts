import type { ILoadOptionsFunctions, INodeListSearchResult, INodePropertyOptions } from 'n8n-workflow';

import { defineParameter } from '../operation/defineOperation';
import { textIn } from '../util/json';
import { propertyPages } from '../api/response/lists';
import { propertyListErrors } from '../api/property/propertyList';
import { TtlCache } from '../util/ttlCache';
import { readPages, type Page } from '../api/response/pagination';
import type { Api, ApiRequest } from '../transport/types';
import { distinguished, eachOnce, labelled, listOptions, locator, searchNames } from './locator';

/** The hotel an operation works on: chosen by name, or entered by id. */
export const propertyId = locator({
	displayName: 'Property',
	name: 'propertyId',
	required: true,
	searchListMethod: 'searchProperties',
	description: 'The hotel to work with',
	example: '1024',
});

/** Several hotels, chosen by name or entered by ID. */
export const severalProperties = defineParameter({
	displayName: 'Property Names or IDs',
	name: 'propertyIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getProperties' },
	required: true,
	default: [],
	description:
		'The properties to watch. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
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
const MAX_KEPT = 200;
const memory = new TtlCache<NamesPage>(() => KEPT_MS, MAX_KEPT);

/** One page of names; kept for a few minutes per client. */
async function propertyNames(api: Api, cursor: string | undefined, pageSize = PAGE_SIZE): Promise<NamesPage> {
	const key = [await api.client(), pageSize, cursor ?? ''].join(' ');
	return await memory.recall(key, async () => await readNames(api, cursor, pageSize));
}

async function readNames(api: Api, cursor: string | undefined, pageSize: number): Promise<NamesPage> {
	const { body } = await api.send(propertyPages.page(propertyList, cursor, pageSize), {
		errors: propertyListErrors,
	});
	const { records, next } = propertyPages.read(body);
	const names = records.flatMap((property) => {
		const id = textIn(property, 'id');
		return id === undefined ? [] : [labelled(id, textIn(property, 'name'))];
	});
	return { records: names, ...(next !== undefined && { next }) };
}

const PROPERTIES_PAGE = 200;

/** All properties by name: for fields that take several. */
export async function getPropertyOptions(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await listOptions(this, async (api) => {
		const found: INodePropertyOptions[] = [];
		const pages = readPages(async (cursor) => await propertyNames(api, cursor, PROPERTIES_PAGE));
		for await (const page of pages) found.push(...page.map(({ name, value }) => ({ name, value })));
		return distinguished(eachOnce(found));
	});
}
