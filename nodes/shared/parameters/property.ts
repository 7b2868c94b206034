import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { listIn, textIn } from '../answers';
import { toNodeError } from '../nodeErrors';
import { defineParameter } from '../operation';
import { readPages } from '../transport/pagination';
import { createApi } from '../transport/request';
import type { Api } from '../transport/types';

/** The hotel an operation works on: chosen by name, or entered by id. */
export const propertyId = defineParameter({
	displayName: 'Property',
	name: 'propertyId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The hotel to work with',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a property…',
			typeOptions: { searchListMethod: 'searchProperties', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 1024',
		},
	],
});

/** Names come only with the full records (specification, Content), so pages are kept small. */
const PAGE_SIZE = 50;
/** A search goes on over pages until it has found this many. */
const ENOUGH_MATCHES = 20;

/** The list behind the locator: names from the content area, filtered by what the user types. */
export async function searchProperties(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const found = findProperties(createApi(this), filter ?? '', paginationToken);
	return await found.catch((error) => {
		throw toNodeError(this.getNode(), error, [propertyId]);
	});
}

async function findProperties(api: Api, filter: string, start?: string): Promise<INodeListSearchResult> {
	const results: INodeListSearchItems[] = [];
	let next: string | undefined;
	const pages = readPages(async (since) => {
		const page = await propertyPage(api, since);
		next = page.next;
		return page;
	}, start);
	for await (const page of pages) {
		results.push(...page.filter((item) => matches(item, filter)));
		if (filter.trim() === '' || results.length >= ENOUGH_MATCHES) break;
	}
	return { results, ...(next !== undefined && { paginationToken: next }) };
}

async function propertyPage(
	api: Api,
	since?: string,
): Promise<{ records: INodeListSearchItems[]; next?: string }> {
	const { body } = await api.send(
		{
			area: 'content',
			method: 'GET',
			path: '/v1/properties',
			query: { since, count: PAGE_SIZE, include: 'All' },
		},
		{ errors: listErrors },
	);
	const records = listIn(body, 'properties').flatMap((property) => {
		const id = textIn(property, 'id');
		return id === undefined ? [] : [{ name: labelOf(id, textIn(property, 'name')), value: id }];
	});
	const next = textIn(body as Record<string, string>, 'next');
	return { records, ...(next !== undefined && { next }) };
}

function labelOf(id: string, name: string | undefined): string {
	return name === undefined ? id : `${name} (${id})`;
}

function matches({ name }: INodeListSearchItems, filter: string): boolean {
	return name.toLocaleLowerCase().includes(filter.trim().toLocaleLowerCase());
}

const listErrors = {
	'403': {
		message: 'The list of properties needs access to Content, which this API connection does not have',
		description:
			"Choose 'By ID' and enter the ID the hotel system shows, or ask the hotelier to tick Content for the API connection.",
	},
};
