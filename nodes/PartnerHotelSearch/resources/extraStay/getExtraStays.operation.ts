import { namesOf } from '../../../shared/api/property/names';
import { withWarnings } from '../../../shared/api/response/messages';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { optional } from '../../../shared/parameters/locator';
import { maxOf, paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { simplify } from '../../../shared/parameters/simplify';
import { roomTypeId } from '../../../shared/parameters/roomType';
import { ratePlanId } from '../../../shared/parameters/ratePlan';
import { arrivalDateTime, departureDateTime, placements, stayOptions } from '../../chosenStay';
import { adults, childAges } from '../../stay';
import { readExtraStayOptions } from './extraStayOptions';
import { simplifyExtraStay } from './simplifyExtraStay';

export const getExtraStays = defineOperation({
	option: {
		name: 'Get Options',
		value: 'getOptions',
		action: 'Get extra stay options',
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
		simplify,
		stayOptions,
	],
	run: async ({ values, api }) => {
		const { options, body } = await readExtraStayOptions(api, values);
		const extraStays = withWarnings(options, body).slice(0, maxOf(values));
		if (!values.simplify) return extraStays;
		const names = await namesOf(api, values.propertyId);
		return extraStays.map((extraStay) => simplifyExtraStay(extraStay, values.propertyId, names));
	},
});
