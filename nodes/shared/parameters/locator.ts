import type {
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
	ILoadOptionsFunctions,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isRecord } from '../util/json';
import { requestOptions } from '../operation/requestOptions';
import { toNodeError } from '../operation/nodeErrors';
import { ParameterError } from '../util/parameterError';
import { MAX_READ, shownText } from '../util/shownText';
import type { Page } from '../api/response/pagination';
import { isBeyondShare } from '../transport/errors';
import { ListShare } from '../transport/listShare';
import { createApi } from '../transport/request';
import type { Api, SendOptions } from '../transport/types';

interface LocatorOptions<N extends string> {
	displayName: string;
	name: N;
	/** Name of the list search in the node's `methods.listSearch`. */
	searchListMethod: string;
	description: string;
	/** Example of an id. */
	example: string;
	required?: boolean;
	/** How the value is entered where it is not chosen from the list (default: 'By ID'). */
	entered?: string;
	/** Parameters on which the list depends: `propertyId.value`. */
	dependsOn?: string[];
	displayOptions?: INodeProperties['displayOptions'];
}

/** A value chosen by name from a searchable list, or entered by id. */
export function locator<const N extends string>(options: LocatorOptions<N>) {
	const { displayName, name, searchListMethod, description, example, required, dependsOn, displayOptions } =
		options;
	const { entered = 'By ID' } = options;
	return {
		displayName,
		name,
		type: 'resourceLocator' as const,
		default: { mode: 'list', value: '' },
		...(required && { required }),
		...(displayOptions && { displayOptions }),
		...(dependsOn && { typeOptions: { loadOptionsDependsOn: dependsOn } }),
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list' as const,
				placeholder: `Select ${displayName.toLowerCase()}…`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: entered, name: 'id', type: 'string' as const, placeholder: `e.g. ${example}` },
		],
	};
}

/** The same parameter, not required. */
export function optional<const P extends { required?: boolean }>(parameter: P): Omit<P, 'required'> {
	const copy: Omit<P, 'required'> & { required?: boolean } = { ...parameter };
	delete copy.required;
	return copy;
}

/** A search reads pages until it has found this many. */
const ENOUGH_MATCHES = 20;

/** One page of names for a dropdown; `cursor` is where it starts. */
export type ReadNames = (api: Api, cursor: string | undefined) => Promise<Page<INodeListSearchItems>>;

/** A user in the editor does not wait longer for a list. */
const USUAL_MAX_WAIT_MS = 30_000;

/** At a dead address, a list fails in seconds. */
const QUICKLY: SendOptions = { maxAttempts: 2, timeoutMs: 10_000 };

/** The API for a dropdown that is opened or searched. Its wait is set by the options of the node. */
function editorApi(context: ILoadOptionsFunctions): Api {
	const chosen = context.getCurrentNodeParameter(requestOptions.name) as
		| { maxWaitSeconds?: unknown }
		| undefined;
	const seconds = chosen?.maxWaitSeconds;
	const api = createApi(context, {
		maxWaitMs: typeof seconds === 'number' ? seconds * 1_000 : USUAL_MAX_WAIT_MS,
		readOnly: true,
		share: new ListShare(),
	});
	return { ...api, send: async (request, options) => await api.send(request, { ...QUICKLY, ...options }) };
}

/** A list search over pages of names, filtered by what the user types. */
export async function searchNames(
	context: ILoadOptionsFunctions,
	parameters: readonly INodeProperties[],
	filter: string | undefined,
	start: string | undefined,
	read: ReadNames,
): Promise<INodeListSearchResult> {
	const found = matchingNames(editorApi(context), filter?.trim() ?? '', start, read);
	return await found.catch((error) => {
		throw toNodeError(context.getNode(), error, parameters);
	});
}

async function matchingNames(
	api: Api,
	filter: string,
	start: string | undefined,
	read: ReadNames,
): Promise<INodeListSearchResult> {
	const results: INodeListSearchItems[] = [];
	const readCursors = new Set<string | undefined>();
	let cursor = start;
	do {
		const page = await read(api, cursor).catch((error) => unlessFirst(error, readCursors.size === 0));
		// The rest is read from here when the user scrolls, or types again.
		if (page === undefined) break;
		readCursors.add(cursor);
		const { records, next } = page;
		results.push(...records.filter((item) => matches(item, filter)));
		cursor = next;
	} while (
		cursor !== undefined &&
		!readCursors.has(cursor) &&
		filter !== '' &&
		results.length < ENOUGH_MATCHES
	);
	return {
		results: distinguished(eachOnce(results)).map(shownItem),
		...(cursor !== undefined && !readCursors.has(cursor) && { paginationToken: cursor }),
	};
}

/** A record that is listed again is the same choice. */
export function eachOnce<T extends { value: unknown }>(items: readonly T[]): T[] {
	const byValue = new Map<unknown, T>();
	for (const item of items) if (!byValue.has(item.value)) byValue.set(item.value, item);
	return [...byValue.values()];
}

/** @throws any error but that the share is used up after some pages */
function unlessFirst(error: unknown, isFirst: boolean): undefined {
	if (isFirst || !isBeyondShare(error)) throw error;
}

/** Every word of the filter, in any order: the whole label finds its record. */
export function matches({ name, value }: INodeListSearchItems, filter: string): boolean {
	const text = plain(`${name} ${String(value)}`);
	return wordsOf(filter).every((word) => text.includes(plain(word)));
}

/** The words that were typed, or copied from a label. */
export function wordsOf(text: string): string[] {
	return text
		.slice(0, MAX_READ)
		.split(/[\s()·]+/)
		.filter((word) => word !== '');
}

/** Without case and accents: "ho" finds "Hôtel". To upper case first: that has no ß, ı or final sigma. */
function plain(text: string): string {
	return text.slice(0, MAX_READ).normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
}

/** A record by name, or by its ID if it has none. */
export function labelled(id: string, name: string | undefined): INodeListSearchItems {
	return { name: name ?? id, value: id };
}

/** The same records; those that share their name are told apart by their IDs. */
export function distinguished<T extends { name: string; value: unknown }>(items: readonly T[]): T[] {
	const counts = new Map<string, number>();
	for (const { name } of items) counts.set(name, (counts.get(name) ?? 0) + 1);
	return items.map((item) => {
		const isUnique = counts.get(item.name) === 1 || item.name === item.value;
		return isUnique ? item : { ...item, name: `${item.name} (${String(item.value)})` };
	});
}

/** The current value of another field of the panel. @throws ParameterError when it is empty */
export function currentValue(context: ILoadOptionsFunctions, name: string): string {
	const raw: unknown = context.getCurrentNodeParameter(name);
	const value = isRecord(raw) ? raw.value : raw;
	const text = value === undefined || value === null ? '' : String(value).trim();
	if (text !== '') return text;
	throw new ParameterError(name, '', 'is not set yet', 'Set it first: the list depends on it.');
}

/** A list search over a fixed dictionary of codes and names. */
export function searchStatic(
	entries: ReadonlyArray<readonly [string, string]>,
	filter = '',
): INodeListSearchResult {
	const results = entries.map(([code, name]) => ({ name: `${name} (${code})`, value: code }));
	return { results: results.filter((item) => matches(item, filter.trim())) };
}

/** The options of a dropdown, read from the API. */
export async function listOptions(
	context: ILoadOptionsFunctions,
	read: (api: Api) => Promise<INodePropertyOptions[]>,
): Promise<INodePropertyOptions[]> {
	const found = await read(editorApi(context)).catch((error) => {
		throw toNodeError(context.getNode(), error, []);
	});
	return found.map(shownItem);
}

function shownItem<T extends { name: string }>(item: T): T {
	return { ...item, name: shownText(item.name) };
}
