import type { Api, ApiRequest, ErrorTexts } from '../../transport/types';
import { textIn } from '../../util/json';
import { propertyPages, unseen } from '../response/lists';
import { readPages } from '../response/pagination';

/** The IDs of all properties the client can access, each once, and the server time of the list. */
export async function visibleProperties(
	api: Api,
	errors: ErrorTexts = propertyListErrors,
): Promise<{ ids: string[]; servedAt?: string }> {
	const request: ApiRequest = { area: 'content', method: 'GET', path: '/v1/properties' };
	const ids: string[] = [];
	const isNew = unseen(propertyPages);
	let servedAt: string | undefined;
	const pages = readPages(async (cursor) => {
		const pageRequest = propertyPages.page(request, cursor, Infinity);
		const { body, headers } = await api.send(pageRequest, { errors });
		servedAt ??= headers.date;
		return propertyPages.read(body);
	});
	for await (const page of pages) {
		ids.push(...page.filter(isNew).flatMap((property) => textIn(property, 'id') ?? []));
	}
	return { ids, servedAt };
}

export const propertyListErrors = {
	'403': {
		message: 'The list of properties requires access to Content, which this API connection does not have',
		description:
			"Enter the ID shown in the hotel system ('By ID', or an expression in a field that takes several), or ask the hotelier to give the API connection access to Content.",
	},
};
