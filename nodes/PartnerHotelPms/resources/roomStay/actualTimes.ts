import { propertyClock } from '../../../shared/api/property/propertyClock';
import { defineParameter } from '../../../shared/operation/defineOperation';
import { roomsOverrides } from '../../../shared/pms/rooms';
import type { Api } from '../../../shared/transport/types';
import { timeZone } from '../../parameters';

export const timeOptions = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...roomsOverrides, timeZone],
});

/** A time in the format of the API: `YYYY-MM-DDTHH:mm`, in the hotel's local time. */
export async function hotelMinute(
	api: Api,
	propertyId: string,
	parameter: string,
	text: string,
	zone: string | undefined,
): Promise<string> {
	return await propertyClock(api, propertyId, zone).minute(parameter, text);
}
