import type { IDataObject } from 'n8n-workflow';

import { isRecord, recordIn } from '../../../shared/util/json';
import { withWarnings } from '../../../shared/api/warnings';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { optional } from '../../../shared/parameters/locator';
import { maxOf, paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { roomTypeId } from '../../../shared/parameters/roomType';
import { ratePlanId } from '../../../shared/parameters/ratePlan';
import { propertyErrors } from '../../../shared/api/propertyFacts';
import { recordsAt } from '../../../shared/api/records';
import { arrivalDateTime, chosenStayBody, departureDateTime, placements } from '../../chosenStay';
import { adults, childAges } from '../../stay';

export const getExtraStays = defineOperation({
	option: {
		name: 'Get Options',
		value: 'getOptions',
		action: 'Get options for early check in and late check out',
		description: 'Get the times and prices of early check-in and late check-out for an offer, one item each',
	},
	readOnly: true,
	parameters: [
		propertyId,
		arrivalDateTime,
		departureDateTime,
		optional(roomTypeId),
		placements,
		optional(ratePlanId),
		{
			...optional(adults),
			typeOptions: { minValue: 0, numberPrecision: 0 },
			description: 'Number of adults in the room. With 0, no guests are sent.',
		},
		childAges,
		...paging,
	],
	run: async ({ values, api }) => {
		const { body } = await api.send(
			{
				area: 'search',
				method: 'POST',
				path: '/v1/properties/{propertyId}/extra-stays',
				pathParameters: { propertyId: values.propertyId },
				readOnly: true,
				body: await chosenStayBody(api, values),
			},
			{ errors: propertyErrors(values.propertyId) },
		);
		return withWarnings(optionsIn(body), body).slice(0, maxOf(values));
	},
});

/** Null for a hotel without extra stays. */
function optionsIn(body: unknown): IDataObject[] {
	if (isRecord(body) && body.extraStays === null) return [];
	const extraStays = recordIn(body, 'extraStays');
	return ['earlyCheckIn', 'lateCheckOut'].flatMap((kind) =>
		recordsAt(extraStays, kind).map((option) => ({ kind, ...option })),
	);
}
