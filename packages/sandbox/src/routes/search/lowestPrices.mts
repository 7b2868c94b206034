import { ApiError } from '../../http/apiError.mts';
import { ok, type ApiResponse, type ApiCall } from '../../http/route.mts';
import type { Sandbox } from '../../sandbox.mts';
import { serializeShortContent, serializeShortOffer } from '../../serializers/offer.mts';
import { serializeWarnings, type SearchWarning } from '../../serializers/searchWarnings.mts';
import { mayUseProperty } from '../../world/clients.mts';
import { offersOf, type Offer, type SearchSetting } from '../../world/search/offers.mts';
import { datesProblem, type StayRequest } from '../../world/search/stayRequest.mts';
import { dayOf } from '../../world/time.mts';
import { MAX_PROPERTIES, readAggregatedCriteria, type AggregatedCriteria } from './aggregatedCriteria.mts';
import type { Criteria } from './criteria.mts';
import { searchSettingOf, stayRequestOf, todayAt } from './propertySearch.mts';

const NOT_ENOUGH_RIGHTS: SearchWarning = { code: 'NotEnoughRights', message: 'Not enough rights to hotel' };

/** The cheapest option of each property. Properties for which the dates are invalid are left out. */
export function findLowestPrices(call: ApiCall): ApiResponse {
	const { sandbox } = call;
	const { world, settings } = sandbox;
	const criteria = readAggregatedCriteria(call);
	const usable = world.properties.filter(({ id }) => mayUseProperty(call.client, id));
	const byId = new Map(usable.map((property) => [property.id, property]));
	const requested = criteria.propertyIds ?? usable.slice(0, MAX_PROPERTIES).map(({ id }) => id);
	const searches = requested
		.flatMap((id) => byId.get(id) ?? [])
		.map((property) => searchSettingOf(sandbox, property));
	const problems = searches.map((setting) => datesProblem(criteria, todayAt(setting)));
	refuseDates(problems, criteria, sandbox);
	const roomStays = searches
		.filter((_setting, index) => problems[index] === undefined)
		.flatMap((setting) => cheapest(setting, stayRequestOf(sandbox, criteria), criteria.matches))
		.map(({ offer, ...place }) => ({
			...serializeShortOffer(offer, place, settings.dialect),
			...serializeShortContent(offer, criteria.include, settings.dialect),
		}));
	const warnings = requested.filter((id) => !byId.has(id)).map(() => NOT_ENOUGH_RIGHTS);
	return ok({ roomStays, ...serializeWarnings(warnings, settings.dialect, 'null') });
}

function cheapest(
	setting: SearchSetting,
	request: StayRequest,
	matches: AggregatedCriteria['matches'],
): Array<{ offer: Offer; propertyId: string; currencyCode: string }> {
	const { property, content } = setting.view;
	const offer = offersOf(setting, request).find((candidate) => matches(candidate, content.currency));
	return offer === undefined ? [] : [{ offer, propertyId: property.id, currencyCode: content.currency }];
}

/** Wrong dates are refused only if they are wrong for every property, in its own time zone. */
function refuseDates(
	problems: ReadonlyArray<string | undefined>,
	criteria: Criteria,
	{ clock }: Sandbox,
): void {
	const [first] = problems.length > 0 ? problems : [datesProblem(criteria, dayOf(clock.now()))];
	if (first === undefined || problems.includes(undefined)) return;
	throw new ApiError(400, 'InvalidStayDates', first);
}
