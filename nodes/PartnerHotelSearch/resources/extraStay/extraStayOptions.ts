import type { IDataObject } from 'n8n-workflow';

import { propertyErrors } from '../../../shared/api/property/propertyFacts';
import { recordsAt } from '../../../shared/api/response/records';
import type { Api } from '../../../shared/transport/types';
import { isRecord, recordIn } from '../../../shared/util/json';
import { chosenStayBody, type ChosenStay, type StayTimes } from '../../chosenStay';

/** The extra stays that the API offers for a stay. */
export interface ExtraStayOptions {
	/** As in the response, with their `kind`. */
	options: IDataObject[];
	/** As sent; missing if the stay has no dates. */
	stayDates?: StayTimes;
	/** The whole response. */
	body: unknown;
}

/** Specification, Search. */
export async function readExtraStayOptions(api: Api, stay: ChosenStay): Promise<ExtraStayOptions> {
	const chosen = await chosenStayBody(api, stay);
	const { body } = await api.send(
		{
			area: 'search',
			method: 'POST',
			path: '/v1/properties/{propertyId}/extra-stays',
			pathParameters: { propertyId: stay.propertyId },
			readOnly: true,
			body: chosen,
		},
		{ errors: propertyErrors(stay.propertyId) },
	);
	return { options: optionsIn(body), stayDates: chosen.stayDates, body };
}

/** Null for a hotel without extra stays. */
function optionsIn(body: unknown): IDataObject[] {
	if (isRecord(body) && body.extraStays === null) return [];
	const extraStays = recordIn(body, 'extraStays');
	return ['earlyCheckIn', 'lateCheckOut'].flatMap((kind) =>
		recordsAt(extraStays, kind).map((option) => ({ kind, ...option })),
	);
}
