import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { textIn } from '../shared/util/json';
import { pmsList } from '../shared/api/response/lists';
import type { Page } from '../shared/api/response/pagination';
import { ListCache } from '../shared/parameters/listCache';
import { currentValue, labelled, searchNames, wordsOf, type ReadNames } from '../shared/parameters/locator';
import type { ApiRequest } from '../shared/transport/types';
import { dependencies } from './listDependencies';
import { pmsRequest, ROOM_STAY, type roomStayErrors } from '../shared/pms/pmsRequests';
import { personName } from '../shared/pms/stayFields';

const pages = new ListCache<Page<INodeListSearchItems>>();

/** Pages of a PMS list as names. */
function pmsNames(
	request: () => ApiRequest,
	key: string,
	toItem: (record: IDataObject) => INodeListSearchItems | undefined,
): ReadNames {
	const list = pmsList(key);
	return async (api, cursor) => {
		const page = list.page(request(), cursor, Infinity);
		return await pages.recall(api, [key, page.pathParameters, page.query], async () => {
			const { records, next } = list.read((await api.send(page)).body);
			return {
				records: records.flatMap((record) => toItem(record) ?? []),
				...(next !== undefined && { next }),
			};
		});
	};
}

function byIdAndName(id: string, name: string): (record: IDataObject) => INodeListSearchItems | undefined {
	return (record) => {
		const value = textIn(record, id);
		return value === undefined ? undefined : labelled(value, textIn(record, name));
	};
}

export async function searchCompanies(
	this: ILoadOptionsFunctions,
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const request = () => pmsRequest('GET', '/companies', { propertyId: currentValue(this, 'propertyId') });
	return await searchNames(
		this,
		dependencies,
		filter,
		token,
		pmsNames(request, 'companies', byIdAndName('id', 'name')),
	);
}

/** The service searches guests by a part of a first or last name: the other words are compared here. */
export async function searchGuestList(
	this: ILoadOptionsFunctions,
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const request = () => guestsRequest(currentValue(this, 'propertyId'), filter);
	return await searchNames(this, dependencies, filter, token, pmsNames(request, 'guests', guestItem));
}

/** Asks for the longest word that is not an ID, as typed. */
export function guestsRequest(propertyId: string, filter = ''): ApiRequest {
	const words = wordsOf(filter).sort((a, b) => b.length - a.length);
	const name = words.find((word) => !/\d/.test(word)) ?? words[0];
	return pmsRequest('GET', '/guests/search', { propertyId }, { query: { name } });
}

export function guestItem(guest: IDataObject): INodeListSearchItems | undefined {
	const id = textIn(guest, 'pmsPersonId');
	return id === undefined ? undefined : labelled(id, personName(guest) ?? undefined);
}

export async function searchPaymentSystems(
	this: ILoadOptionsFunctions,
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const ids = () => ({
		propertyId: currentValue(this, 'propertyId'),
		number: currentValue(this, 'number'),
		pmsRoomStayId: currentValue(this, 'pmsRoomStayId'),
	});
	const action = () => (this.getCurrentNodeParameter('operation') === 'processRefund' ? 'Refund' : 'Payment');
	const request = () => paymentSystemsRequest(ids(), action());
	const read = pmsNames(request, 'paymentSystems', byIdAndName('pmsPaymentSystemId', 'displayName'));
	return await searchNames(this, dependencies, filter, token, read);
}

export type PaymentAction = 'Payment' | 'Refund';

export function paymentSystemsRequest(
	ids: Parameters<typeof roomStayErrors>[0],
	action: PaymentAction,
	languageCode?: string,
): ApiRequest {
	return pmsRequest('GET', `${ROOM_STAY}/find-available-payment-systems`, ids, {
		query: { action, languageCode },
	});
}
