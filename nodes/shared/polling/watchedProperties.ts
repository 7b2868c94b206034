import { DateTime } from 'luxon';

import { utcSeconds } from '../dates/instants';
import { visibleProperties } from '../api/property/propertyList';
import type { Api } from '../transport/types';
import { ParameterError } from '../util/parameterError';
import { instantOf } from './feedTime';

/** New properties are found within this time. */
const LIST_EVERY_MS = 5 * 60_000;
/** After the list could not be read. */
const LIST_AGAIN_MS = 60_000;

/** The properties that the API client can access. */
export interface PropertyListing {
	ids: string[];
	/** Epoch ms of this machine. */
	readAgainAt: number;
}

/** Lists without any property, one after the other: the server times of the first and the last one. */
export interface EmptyLists {
	since: string;
	until: string;
}

/** What a trigger keeps of the properties between polls. */
interface KnownProperties {
	properties: object;
	/** With all properties: the server time of their last list. */
	listedAt?: string;
}

export interface WatchedProperties {
	ids: string[];
	/** The server time, if the properties were listed for this poll. */
	listedAt?: string;
	/** The lists before this one, if they were empty. */
	emptyLists?: EmptyLists;
	/** Why they could not be listed; the poll continues with those known before. */
	failure?: unknown;
}

/**
 * The properties to poll.
 * @param memory keeps the list between polls
 * @throws when no property is known
 */
export async function watchedProperties(
	api: Api,
	{ propertySelection, propertyIds }: { propertySelection: string; propertyIds: string[] },
	memory: { listing?: PropertyListing; emptyLists?: EmptyLists },
	state: KnownProperties,
): Promise<WatchedProperties> {
	if (propertySelection !== 'all') return { ids: propertyIds };
	const { listing } = memory;
	const now = Date.now();
	// A trigger without state needs the current list.
	if (listing && state.listedAt !== undefined && isFresh(listing, now)) return { ids: listing.ids };
	const continueWithKnown = (failure: unknown): WatchedProperties => {
		const ids = [...(listing?.ids ?? Object.keys(state.properties))];
		if (ids.length === 0) throw failure;
		memory.listing = { ids, readAgainAt: now + LIST_AGAIN_MS };
		return { ids, failure };
	};
	return await visibleProperties(api).then(({ ids, servedAt }) => {
		const listedAt = instantOf(servedAt) ?? utcSeconds(DateTime.utc());
		const { emptyLists } = memory;
		if (ids.length === 0) {
			memory.emptyLists = { since: emptyLists?.since ?? listedAt, until: listedAt };
			return continueWithKnown(noProperties());
		}
		memory.listing = { ids, readAgainAt: now + LIST_EVERY_MS };
		delete memory.emptyLists;
		return { ids, listedAt, ...(emptyLists && { emptyLists }) };
	}, continueWithKnown);
}

/** A longer lifetime means that the clock was set back. */
function isFresh({ readAgainAt }: PropertyListing, now: number): boolean {
	const keptMs = readAgainAt - now;
	return keptMs > 0 && keptMs <= LIST_EVERY_MS;
}

function noProperties(): ParameterError {
	return new ParameterError(
		'propertySelection',
		'',
		'include none that this API connection can access',
		'Ask the hotelier to share a property with the API connection.',
	);
}
