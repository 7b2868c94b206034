import { ok, type ApiResponse, type ApiCall } from '../../http/route.mts';
import { serializeExtraStays } from '../../serializers/extras.mts';
import type { Property } from '../../world/properties.mts';
import { extraStaysOf, type ExtraStays } from '../../world/search/extraStays.mts';
import type { SearchSetting } from '../../world/search/offers.mts';
import { extraBedsOf, placePeople } from '../../world/search/placements.mts';
import { nightRate } from '../../world/search/rates.mts';
import { choiceOf, type Choice, type Stay } from './choice.mts';
import { readExtrasCriteria } from './extrasCriteria.mts';
import { requireDates, searchSettingOf } from './propertySearch.mts';

/** Early check-ins and late check-outs. Without dates, room type or rate plan there are none. */
export function listExtraStays(call: ApiCall, property: Property): ApiResponse {
	const { dates, roomTypeId, ratePlanId, guests } = readExtrasCriteria(call, false);
	const setting = searchSettingOf(call.sandbox, property);
	const choice = choiceOf(setting, roomTypeId, ratePlanId);
	if (dates !== undefined) requireDates(dates, setting);
	const extraStays =
		dates === undefined || choice === undefined
			? { earlyCheckIn: [], lateCheckOut: [] }
			: extraStaysFor(setting, choice, { adults: 1, childAges: [], ...guests, ...dates });
	return ok({ extraStays: serializeExtraStays(extraStays, setting.view.content.currency) });
}

export function extraStaysFor({ view, content }: SearchSetting, choice: Choice, stay: Stay): ExtraStays {
	const { roomType, ratePlan } = choice;
	const { arrivalDay, departureDay, adults, childAges } = stay;
	const extraBeds = extraBedsOf(placePeople(roomType, adults, childAges) ?? []);
	const pricesOn = (day: number) => {
		const night = nightRate(view, ratePlan, roomType, day, 0);
		const extraPlaces = nightRate(view, ratePlan, roomType, day, extraBeds) - night;
		return { currency: view.content.currency, night, extraPlaces, meals: 0, otherServices: 0 };
	};
	return extraStaysOf(
		content.extraStayRules.find(({ id }) => id === ratePlan.extraStayRuleId),
		{
			property: view.content.policy,
			arrivalDay,
			departureDay,
			firstNight: pricesOn(arrivalDay),
			lastNight: pricesOn(departureDay - 1),
		},
	);
}
