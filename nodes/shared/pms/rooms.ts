import { textIn } from '../util/json';
import { pmsList, readList } from '../api/response/lists';
import { PATIENCE } from '../api/property/names';
import { PropertyCache, type Address } from '../api/property/propertyCache';
import { defineParameter } from '../operation/defineOperation';
import { READ_METHODS, withOverrides } from './overrides';
import { HOUR_MS } from '../rateLimit/windows';
import { ParameterError } from '../util/parameterError';
import { TtlCache } from '../util/ttlCache';
import type { Api, ApiRequest, ErrorTexts, SendOptions } from '../transport/types';
import { pmsRequest } from './pmsRequests';

export interface RoomFacts {
	id: string;
	name: string;
	roomTypeId?: string;
}

const roomsRequestMethod = defineParameter({
	displayName: 'Rooms Request Method',
	name: 'roomsRequestMethod',
	type: 'options',
	options: READ_METHODS.map((method) => ({ name: method, value: method })),
	default: 'GET',
	description:
		'Set only if your provider uses another method than the published one for the list of rooms, which supplies the room names',
});

const roomsRequestPath = defineParameter({
	displayName: 'Rooms Request Path',
	name: 'roomsRequestPath',
	type: 'string',
	default: '',
	placeholder: 'e.g. /api/pms/v2/properties/{propertyId}/rooms',
	description:
		"Set only if your provider uses another path than the published one for the list of rooms, which supplies the room names. Relative to 'Base URL', with the placeholders of the published path in braces.",
});

/** For operations that show rooms by name: the same as 'Request Method' and 'Request Path' of Room → Get Many. */
export const roomsOverrides = [roomsRequestMethod, roomsRequestPath] as const;

export interface RoomsOverrides {
	roomsRequestMethod?: (typeof READ_METHODS)[number];
	roomsRequestPath?: string;
}

/** The list of rooms, at the user's address if there is one. @throws ParameterError for an invalid path */
async function roomsRequest(propertyId: string, address: Address): Promise<ApiRequest> {
	const request = async () => withOverrides(pmsRequest('GET', '/rooms', { propertyId }), address);
	return await request().catch((error: ParameterError) => {
		throw new ParameterError(roomsRequestPath.name, error.value, error.problem, error.advice);
	});
}

const ADDRESS =
	"your provider may use another address for the list of rooms: enter it under Options as 'Rooms Request Method' and 'Rooms Request Path'.";

function roomsErrors(propertyId: string): ErrorTexts {
	return {
		'404': {
			message: `The rooms of the property '${propertyId}' were not found`,
			description: `Check 'Property'. If it is right, ${ADDRESS}`,
		},
		'405': {
			message: 'The partner API does not support this method for the list of rooms',
			description: `Perhaps ${ADDRESS}`,
		},
	};
}

function addressOf({
	roomsRequestMethod: requestMethod,
	roomsRequestPath: requestPath,
}: RoomsOverrides): Address {
	return { requestMethod, requestPath };
}

/** All rooms of a property, by id. */
async function roomsOf(
	api: Api,
	propertyId: string,
	options?: SendOptions,
	address: Address = {},
): Promise<Map<string, RoomFacts>> {
	const request = await roomsRequest(propertyId, address);
	const errors = roomsErrors(propertyId);
	const records = await readList(api, request, pmsList('rooms'), Infinity, { errors, ...options });
	const rooms = records.flatMap((record) => {
		const id = textIn(record, 'id');
		return id === undefined
			? []
			: [{ id, name: textIn(record, 'displayName') ?? id, roomTypeId: textIn(record, 'roomTypeId') }];
	});
	return new Map(rooms.map((room) => [room.id, room]));
}

/** Fewer than properties: a hotel has hundreds of rooms. */
const MAX_KEPT = 50;

const cache = new PropertyCache<ReadonlyMap<string, RoomFacts>>(roomsOf, MAX_KEPT);

/** The rooms of a property for names in records; kept for five minutes per client. */
export async function roomsForNames(
	api: Api,
	propertyId: string,
	overrides: RoomsOverrides,
): Promise<ReadonlyMap<string, RoomFacts>> {
	return await cache.read(api, propertyId, undefined, addressOf(overrides));
}

/** Of all properties together. */
const MAX_ROOMS = 10_000;

const keptForTriggers = new TtlCache<ReadonlyMap<string, RoomFacts>>(
	() => HOUR_MS,
	MAX_ROOMS,
	undefined,
	(rooms) => rooms.size + 1,
);

/** The same for the items of triggers: kept for an hour, and read again for a room that is not among them. */
export async function roomsForItems(
	api: Api,
	propertyId: string,
	overrides: RoomsOverrides,
	roomIds: readonly string[],
): Promise<ReadonlyMap<string, RoomFacts>> {
	const { requestMethod = '', requestPath = '' } = addressOf(overrides);
	const key = [await api.client(), propertyId, requestMethod, requestPath].join(' ');
	const read = async () => await roomsForNames(api, propertyId, overrides);
	const showsAll = (rooms: ReadonlyMap<string, RoomFacts>) => roomIds.every((id) => rooms.has(id));
	return await keptForTriggers.recall(key, read, undefined, showsAll);
}

const noRooms: ReadonlyMap<string, RoomFacts> = new Map();

/**
 * The same where names only complete a record: without the list, they are null and a hint says so.
 * @throws ParameterError for an invalid path
 */
export async function roomsIfAvailable(
	api: Api,
	propertyId: string,
	overrides: RoomsOverrides,
	warn: (text: string) => void,
): Promise<ReadonlyMap<string, RoomFacts>> {
	const accepted = ['forbidden', 'unavailable'] as const;
	const rooms = await cache.readUnless(accepted, api, propertyId, PATIENCE, addressOf(overrides));
	if (typeof rooms !== 'string') return rooms;
	warn(
		"The names of rooms are missing because their list could not be read. Your provider may use another address for it: enter it under Options as 'Rooms Request Method' and 'Rooms Request Path'.",
	);
	return noRooms;
}
