import { ApiError } from '../../http/apiError.mts';
import { ok, type ApiResponse, type ApiCall } from '../../http/route.mts';
import { serializeExtraService } from '../../serializers/extras.mts';
import type { Property } from '../../world/properties.mts';
import { extraServicesOf, type ExtraService } from '../../world/search/extraServices.mts';
import type { SearchSetting } from '../../world/search/offers.mts';
import { choiceOf, type Choice, type Stay } from './choice.mts';
import { readExtrasCriteria } from './extrasCriteria.mts';
import { requireDates, searchSettingOf } from './propertySearch.mts';

/** The services that can be booked on top of a room type under a rate plan. */
export function listExtraServices(call: ApiCall, property: Property): ApiResponse {
	const { dates, roomTypeId, ratePlanId, guests } = readExtrasCriteria(call, true);
	const setting = searchSettingOf(call.sandbox, property);
	const choice = choiceOf(setting, roomTypeId, ratePlanId);
	if (dates === undefined || guests === undefined || choice === undefined) throw incomplete();
	requireDates(dates, setting);
	const services = extraServicesFor(setting, choice, { ...dates, ...guests });
	const { currency } = setting.view.content;
	return ok({
		roomStayExtraServices: services.map((service) =>
			serializeExtraService(service, currency, call.sandbox.settings.dialect),
		),
	});
}

export function extraServicesFor({ view }: SearchSetting, choice: Choice, stay: Stay): ExtraService[] {
	const { adults, childAges, arrivalDay, departureDay } = stay;
	return extraServicesOf(view, { ...choice, adults, childAges, nights: departureDay - arrivalDay });
}

function incomplete(): ApiError {
	return new ApiError(400, 'MissingValue', 'stayDates, roomType, ratePlan and guestCount must be given');
}
