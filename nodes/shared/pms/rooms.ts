import { textIn } from '../util/json';
import { pmsList, readList } from '../api/lists';
import { PATIENCE } from '../api/names';
import { PropertyCache } from '../api/propertyCache';
import { defineParameter } from '../operation/defineOperation';
import { withOverrides } from './overrides';
import { ParameterError } from '../util/parameterError';
import type { Api, ApiRequest, ErrorTexts, SendOptions } from '../transport/types';
import { pmsRequest } from './pmsRequests';

export interface RoomFacts {
	id: string;
	name: string;
	roomTypeId?: string;
}

/** For operations that show rooms by name: the same as 'Request Path' of Room → Get Many. */
export const roomsRequestPath = defineParameter({
	displayName: 'Rooms Request Path',
	name: 'roomsRequestPath',
	type: 'string',
	default: '',
	placeholder: 'e.g. /api/pms/v2/properties/{propertyId}/rooms',
	description:
		"Set only if your provider uses another path than the published one for the list of rooms, which supplies the room names. Relative to 'Base URL', with the placeholders of the published path in braces.",
});

/** The list of rooms, at the user's path if there is one. @throws ParameterError for an invalid path */
export async function roomsRequest(propertyId: string, requestPath: string | undefined): Promise<ApiRequest> {
	const request = async () => withOverrides(pmsRequest('GET', '/rooms', { propertyId }), { requestPath });
	return await request().catch((error: ParameterError) => {
		throw new ParameterError(roomsRequestPath.name, error.value, error.problem, error.advice);
	});
}

export function roomsErrors(propertyId: string): ErrorTexts {
	return {
		'404': {
			message: `The rooms of the property '${propertyId}' were not found`,
			description:
				"Check 'Property'. If it is right, your provider may use another address for the list of rooms: enter it under Options as 'Rooms Request Path'.",
		},
	};
}

/** All rooms of a property, by id. */
export async function roomsOf(
	api: Api,
	propertyId: string,
	requestPath: string | undefined,
	options?: SendOptions,
): Promise<Map<string, RoomFacts>> {
	const request = await roomsRequest(propertyId, requestPath);
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
const MOST_KEPT = 50;

const cache = new PropertyCache<ReadonlyMap<string, RoomFacts>>(
	async (api, propertyId, options, requestPath) => await roomsOf(api, propertyId, requestPath, options),
	MOST_KEPT,
);

/** The rooms of a property for names in records; kept for five minutes per client. */
export async function roomsForNames(
	api: Api,
	propertyId: string,
	requestPath: string | undefined,
): Promise<ReadonlyMap<string, RoomFacts>> {
	return await cache.read(api, propertyId, undefined, requestPath);
}

const noRooms: ReadonlyMap<string, RoomFacts> = new Map();

/**
 * The same where names only complete a record: without the list, they are null and a hint says so.
 * @throws ParameterError for an invalid path
 */
export async function roomsIfAvailable(
	api: Api,
	propertyId: string,
	requestPath: string | undefined,
	warn: (text: string) => void,
): Promise<ReadonlyMap<string, RoomFacts>> {
	const accepted = ['forbidden', 'unavailable'] as const;
	const rooms = await cache.readUnless(accepted, api, propertyId, PATIENCE, requestPath);
	if (typeof rooms !== 'string') return rooms;
	warn(
		"The names of rooms are missing because their list could not be read. Your provider may use another address for it: enter it under Options as 'Rooms Request Path'.",
	);
	return noRooms;
}
