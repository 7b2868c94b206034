import { cancellationTermsIfAvailable } from '../shared/api/property/cancellationRules';
import { noNames } from '../shared/api/property/names';
import { namesForPolledItems } from '../shared/api/property/propertyNames';
import {
	cancellationDeadlines,
	type BookingAdditions,
	type CancellationDeadlines,
} from '../shared/rules/cancellationDeadlines';
import type { Api, SendOptions } from '../shared/transport/types';
import { showsNames, type OutputSettings } from './output';

export const NO_ADDITIONS: BookingAdditions = { names: noNames };

/** What items show besides the booking. All of it is optional: no booking waits for it, or is lost without it. */
export async function readBookingAdditions(
	api: Api,
	propertyId: string,
	{ output, filter, withDeadlines }: OutputSettings,
	options?: SendOptions,
): Promise<BookingAdditions> {
	const [names, deadlines] = await Promise.all([
		showsNames(output) || filter.arrival
			? namesForPolledItems(api, propertyId, options).catch(() => noNames)
			: noNames,
		withDeadlines ? deadlinesOf(api, propertyId, options) : undefined,
	]);
	return { names, deadlines };
}

async function deadlinesOf(
	api: Api,
	propertyId: string,
	options?: SendOptions,
): Promise<CancellationDeadlines> {
	const terms = cancellationTermsIfAvailable(api, propertyId, options);
	return cancellationDeadlines(await terms.catch(() => 'unavailable' as const));
}
