import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodeProperties,
} from 'n8n-workflow';

import { isRecord, recordIn, textIn } from '../shared/util/json';
import { pmsList } from '../shared/api/lists';
import { namesOf } from '../shared/api/names';
import { currentValue, labelled, searchNames, type ReadNames } from '../shared/parameters/locator';
import { propertyId } from '../shared/parameters/property';
import { at, recordsAt } from '../shared/api/records';
import type { Api, ApiRequest, SendOptions } from '../shared/transport/types';
import { number, pmsRoomStayId } from './parameters';
import { pmsRequest, RESERVATION, reservationErrors, ROOM_STAY, roomStayErrors } from './pmsRequests';
import { personName, roomTypeIdOf } from './records';
import { roomsErrors, roomsRequest, roomsRequestPath } from './rooms';

/** Fields that lists depend on, so that errors can show their display names. */
const dependencies: INodeProperties[] = [propertyId, number, pmsRoomStayId, roomsRequestPath];

/** Pages of a PMS list as names. */
function pmsNames(
	request: () => ApiRequest,
	key: string,
	toItem: (record: IDataObject) => INodeListSearchItems | undefined,
	options?: SendOptions,
): ReadNames {
	const list = pmsList(key);
	return async (api, cursor) => {
		const { body } = await api.send(list.page(request(), cursor, Infinity), options);
		const { records, next } = list.read(body);
		return {
			records: records.flatMap((record) => toItem(record) ?? []),
			...(next !== undefined && { next }),
		};
	};
}

function byIdAndName(id: string, name: string): (record: IDataObject) => INodeListSearchItems | undefined {
	return (record) => {
		const value = textIn(record, id);
		return value === undefined ? undefined : labelled(value, textIn(record, name));
	};
}

export async function searchRooms(
	this: ILoadOptionsFunctions,
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const read = async (api: Api, cursor: string | undefined) => {
		const property = currentValue(this, 'propertyId');
		const { roomTypes } = await namesOf(api, property);
		const withType = (room: IDataObject) => {
			const id = textIn(room, 'id');
			const type = roomTypes.get(textIn(room, 'roomTypeId') ?? '');
			const name = textIn(room, 'displayName') ?? id;
			return id === undefined ? undefined : labelled(id, type === undefined ? name : `${name} · ${type}`);
		};
		const request = await roomsRequest(property, chosenRoomsPath(this));
		const errors = roomsErrors(property);
		return await pmsNames(() => request, 'rooms', withType, { errors })(api, cursor);
	};
	return await searchNames(this, dependencies, filter, token, read);
}

/** n8n does not resolve expressions here. */
function chosenRoomsPath(context: ILoadOptionsFunctions): string | undefined {
	const options = context.getCurrentNodeParameter('options');
	const path = isRecord(options) ? textIn(options, roomsRequestPath.name)?.trim() : undefined;
	return path === '' ? undefined : path;
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

/** The service searches guests itself, by part of a first or last name. */
export async function searchGuests(
	this: ILoadOptionsFunctions,
	filter?: string,
	token?: string,
): Promise<INodeListSearchResult> {
	const name = filter?.trim() === '' ? undefined : filter?.trim();
	const request = () =>
		pmsRequest(
			'GET',
			'/guests/search',
			{ propertyId: currentValue(this, 'propertyId') },
			{ query: { name } },
		);
	const toItem = (guest: IDataObject) => {
		const id = textIn(guest, 'pmsPersonId');
		return id === undefined ? undefined : labelled(id, personName(guest) ?? undefined);
	};
	return await searchNames(this, dependencies, undefined, token, pmsNames(request, 'guests', toItem));
}

export async function searchRoomStays(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const read: ReadNames = async (api) => {
		const ids = { propertyId: currentValue(this, 'propertyId'), number: currentValue(this, 'number') };
		const { body } = await api.send(pmsRequest('GET', RESERVATION, ids), { errors: reservationErrors(ids) });
		const { roomTypes } = await namesOf(api, ids.propertyId);
		return {
			records: recordsAt(recordIn(body, 'reservation'), 'roomStays').flatMap((stay) =>
				stayItem(stay, roomTypes),
			),
		};
	};
	return await searchNames(this, dependencies, filter, undefined, read);
}

function stayItem(stay: IDataObject, roomTypes: Map<string, string>): INodeListSearchItems[] {
	const id = textIn(stay, 'pmsRoomStayId');
	if (id === undefined) return [];
	const type = roomTypes.get(roomTypeIdOf(stay) ?? '') ?? roomTypeIdOf(stay) ?? 'Room';
	const day = (key: string) => String(at(stay, key) ?? '?').slice(0, 10);
	const label = `${type} · ${day('checkInDateTime')} to ${day('checkOutDateTime')} · ${String(at(stay, 'status') ?? '?')}`;
	return [labelled(id, label)];
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
