import { textIn } from '../shared/util/json';
import { pmsList, readList } from '../shared/api/lists';
import { defineParameter } from '../shared/operation/defineOperation';
import { withOverrides } from './overrides';
import { ParameterError } from '../shared/util/parameterError';
import type { Api, ApiRequest, ErrorTexts } from '../shared/transport/types';
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
): Promise<Map<string, RoomFacts>> {
	const request = await roomsRequest(propertyId, requestPath);
	const errors = roomsErrors(propertyId);
	const records = await readList(api, request, pmsList('rooms'), Infinity, { errors });
	const rooms = records.flatMap((record) => {
		const id = textIn(record, 'id');
		return id === undefined
			? []
			: [{ id, name: textIn(record, 'displayName') ?? id, roomTypeId: textIn(record, 'roomTypeId') }];
	});
	return new Map(rooms.map((room) => [room.id, room]));
}
