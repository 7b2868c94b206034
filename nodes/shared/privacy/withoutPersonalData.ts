import type { ApiArea } from '../transport/areas';
import type { Api } from '../transport/types';
import { isRecord } from '../util/json';
import { keptFields } from './keptFields';
import type { RecordName } from './personalFields';

/** What the responses of an area are. */
const RESPONSES: Record<ApiArea, RecordName | 'nothing of guests'> = {
	bookings: 'Booking.Response',
	content: 'nothing of guests',
	pms: 'Pms.Response',
	pmsAnalytics: 'nothing of guests',
	pmsIntegrationStorage: 'Storage.Response',
	referenceData: 'nothing of guests',
	reviews: 'Reviews.Response',
	search: 'nothing of guests',
};

/** The API as if it had no personal data of guests: whatever is made of its responses has none. */
export function withoutPersonalData(api: Api): Api {
	const send: Api['send'] = async (request, options) => {
		const response = await api.send(request, options);
		const record = RESPONSES[request.area];
		if (record === 'nothing of guests') return response;
		return { ...response, body: isRecord(response.body) ? keptFields(record, response.body) : null };
	};
	return { ...api, send };
}
