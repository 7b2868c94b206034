import { requireText } from '../../../shared/parameters/checks';
import { readList, wholeList } from '../../../shared/api/response/lists';
import { namesOf } from '../../../shared/api/property/names';
import { defineOperation } from '../../../shared/operation/defineOperation';
import { maxOf, paging } from '../../../shared/operation/paging';
import { propertyId } from '../../../shared/parameters/property';
import { roomTypeId } from '../../../shared/parameters/roomType';
import { ratePlanId } from '../../../shared/parameters/ratePlan';
import { simplify } from '../../../shared/parameters/simplify';
import { propertyErrors } from '../../../shared/api/property/propertyFacts';
import {
	arrivalDateTime,
	chosenStayBody,
	departureDateTime,
	placements,
	stayOptions,
} from '../../chosenStay';
import { adults, childAges } from '../../stay';
import { simplifyExtraService } from './simplifyExtraService';

const required = { required: true } as const;

export const getExtraServices = defineOperation({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many extra services',
		description:
			'Get the extra services that can be booked with an offer, such as meals and transfers, with prices',
	},
	readOnly: true,
	parameters: [
		propertyId,
		{ ...arrivalDateTime, ...required },
		{ ...departureDateTime, ...required },
		roomTypeId,
		{ ...placements, ...required },
		ratePlanId,
		adults,
		childAges,
		...paging,
		simplify,
		stayOptions,
	],
	run: async ({ values, api }) => {
		for (const name of [
			'arrivalDateTime',
			'departureDateTime',
			'roomTypeId',
			'placements',
			'ratePlanId',
		] as const) {
			requireText(name, values[name]);
		}
		const request = {
			area: 'search',
			method: 'POST',
			path: '/v1/properties/{propertyId}/services',
			pathParameters: { propertyId: values.propertyId },
			readOnly: true,
			body: await chosenStayBody(api, values),
		} as const;
		const errors = propertyErrors(values.propertyId);
		const list = wholeList('roomStayExtraServices');
		const services = await readList(api, request, list, maxOf(values), { errors });
		if (!values.simplify) return services;
		const names = await namesOf(api, values.propertyId);
		return services.map((service) => simplifyExtraService(service, values.propertyId, names));
	},
});
