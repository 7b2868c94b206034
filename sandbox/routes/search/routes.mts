import { ApiError } from '../../http/apiError.mts';
import { ok, type Answer, type ApiCall, type Operation } from '../../http/route.mts';
import { flagOf } from '../../http/query.mts';
import type { Sandbox } from '../../sandbox.mts';
import {
	serializeDetailedOffer,
	serializeExtraService,
	serializeExtraStays,
	serializeShortContent,
	serializeShortOffer,
	serializeWarnings,
	type SearchWarning,
} from '../../serializers/search.mts';
import { mayUseProperty } from '../../world/clients.mts';
import { openPmsView } from '../../world/pms/pmsView.mts';
import type { Property } from '../../world/properties.mts';
import { extraServicesOf, type ExtraService } from '../../world/search/extraServices.mts';
import { extraStaysOf, type ExtraStays } from '../../world/search/extraStays.mts';
import { offersOf, type Offer, type SearchSetting } from '../../world/search/offers.mts';
import { extraBedsOf, placePeople } from '../../world/search/placements.mts';
import { nightRate } from '../../world/search/rates.mts';
import { datesProblem, type StayRequest } from '../../world/search/stayRequest.mts';
import { dayOf } from '../../world/time.mts';
import { localDay } from '../../world/zone.mts';
import {
	MAX_PROPERTIES,
	readAggregated,
	readExtras,
	readQuery,
	type AggregatedCriteria,
	type Criteria,
} from './criteria.mts';

const PREFIX = '/api/search/v1/properties';
const POST = { method: 'POST', area: 'search' } as const;
const NOT_ENOUGH_RIGHTS: SearchWarning = { code: 'NotEnoughRights', message: 'Not enough rights to hotel' };

/** The four operations of the search area (specification, Search). */
export function searchOperations(sandbox: Sandbox): Operation[] {
	return [
		{ ...POST, path: `${PREFIX}/room-stays/search`, onArea: (call) => findLowestPrices(sandbox, call) },
		{
			method: 'GET',
			area: 'search',
			path: `${PREFIX}/{propertyId}/room-stays`,
			onProperty: (call, property) => listOffers(sandbox, property, call),
		},
		{
			...POST,
			path: `${PREFIX}/{propertyId}/services`,
			onProperty: (call, property) => listExtraServices(sandbox, property, call),
		},
		{
			...POST,
			path: `${PREFIX}/{propertyId}/extra-stays`,
			onProperty: (call, property) => listExtraStays(sandbox, property, call),
		},
	];
}

/** The cheapest option of each property. Properties for whom the dates make no sense are left out. */
function findLowestPrices(sandbox: Sandbox, call: ApiCall): Answer {
	const { world, settings } = sandbox;
	const criteria = readAggregated(call);
	const usable = world.properties.filter(({ id }) => mayUseProperty(call.client, id));
	const byId = new Map(usable.map((property) => [property.id, property]));
	const asked = criteria.propertyIds ?? usable.slice(0, MAX_PROPERTIES).map(({ id }) => id);
	const found = asked.flatMap((id) => byId.get(id) ?? []);
	const entered = found.map((property) => enter(sandbox, property));
	const problems = entered.map((setting) => datesProblem(criteria, todayOf(setting)));
	refuseDates(problems, criteria, sandbox);
	const roomStays = entered
		.filter((_setting, index) => problems[index] === undefined)
		.flatMap((setting) => cheapest(setting, requestOf(sandbox, criteria), criteria.wants))
		.map(({ offer, ...place }) => ({
			...serializeShortOffer(offer, place, settings.dialect),
			...serializeShortContent(offer, criteria.include),
		}));
	const warnings = asked.filter((id) => !byId.has(id)).map(() => NOT_ENOUGH_RIGHTS);
	return ok({ roomStays, ...serializeWarnings(warnings, settings.dialect, 'null') });
}

function cheapest(
	setting: SearchSetting,
	request: StayRequest,
	wants: AggregatedCriteria['wants'],
): Array<{ offer: Offer; propertyId: string; currencyCode: string }> {
	const { property, content } = setting.view;
	const offer = offersOf(setting, request).find((candidate) => wants(candidate, content.currency));
	return offer === undefined ? [] : [{ offer, propertyId: property.id, currencyCode: content.currency }];
}

/** Wrong dates are refused when they are wrong for every property, in its own time. */
function refuseDates(
	problems: ReadonlyArray<string | undefined>,
	criteria: Criteria,
	{ clock }: Sandbox,
): void {
	const [first] = problems.length > 0 ? problems : [datesProblem(criteria, dayOf(clock.now()))];
	if (first === undefined || problems.includes(undefined)) return;
	throw new ApiError(400, 'InvalidStayDates', first);
}

function listOffers(sandbox: Sandbox, property: Property, call: ApiCall): Answer {
	const { settings } = sandbox;
	const criteria = readQuery(call.query);
	const withStays = flagOf(call.query, 'includeExtraStays');
	const withServices = flagOf(call.query, 'includeExtraServices');
	const setting = enter(sandbox, property);
	requireDates(criteria, setting);
	const { content } = setting.view;
	const roomStays = offersOf(setting, requestOf(sandbox, criteria)).map((offer) => {
		const services = servicesBeside(setting, offer, criteria);
		return serializeDetailedOffer(
			{
				offer,
				propertyId: property.id,
				currencyCode: content.currency,
				guestCount: { adultCount: criteria.adults, childAges: criteria.childAges },
				extraServicesAvailable: services.length > 0,
				extraStays: withStays ? staysBeside(setting, offer, criteria) : undefined,
				extraServices: withServices ? services : undefined,
			},
			settings.dialect,
		);
	});
	return ok({
		roomStays,
		...(settings.dialect === 'published' && { services: [], content: null }),
		...serializeWarnings([], settings.dialect, 'missing'),
	});
}

function listExtraServices(sandbox: Sandbox, property: Property, call: ApiCall): Answer {
	const { dates, roomTypeId, ratePlanId, guests } = readExtras(call, true);
	const setting = enter(sandbox, property);
	const choice = choiceOf(setting, roomTypeId, ratePlanId);
	if (dates === undefined || guests === undefined || choice === undefined) throw incomplete();
	requireDates(dates, setting);
	const services = servicesBeside(setting, choice, { ...dates, ...guests });
	const { currency } = setting.view.content;
	return ok({
		roomStayExtraServices: services.map((service) =>
			serializeExtraService(service, currency, sandbox.settings.dialect),
		),
	});
}

/** Without dates, room type or rate plan nothing can be said: both lists are empty. */
function listExtraStays(sandbox: Sandbox, property: Property, call: ApiCall): Answer {
	const { dates, roomTypeId, ratePlanId, guests } = readExtras(call, false);
	const setting = enter(sandbox, property);
	const choice = choiceOf(setting, roomTypeId, ratePlanId);
	if (dates !== undefined) requireDates(dates, setting);
	const extraStays =
		dates === undefined || choice === undefined
			? { earlyCheckIn: [], lateCheckOut: [] }
			: staysBeside(setting, choice, { adults: 1, childAges: [], ...guests, ...dates });
	return ok({ extraStays: serializeExtraStays(extraStays, setting.view.content.currency) });
}

type Choice = Pick<Offer, 'roomType' | 'ratePlan'>;
type Stay = Omit<Criteria, 'corporateIds'>;

function choiceOf(
	{ view }: SearchSetting,
	roomTypeId: string | undefined,
	ratePlanId: string | undefined,
): Choice | undefined {
	const roomType = view.content.roomTypes.find(({ id }) => id === roomTypeId);
	const ratePlan = view.content.ratePlans.find(({ id }) => id === ratePlanId);
	if (roomTypeId !== undefined && roomType === undefined) {
		throw new ApiError(400, 'InvalidRoomType', `The property has no room type ${roomTypeId}`);
	}
	if (ratePlanId !== undefined && ratePlan === undefined) {
		throw new ApiError(400, 'InvalidRatePlan', `The property has no rate plan ${ratePlanId}`);
	}
	return roomType === undefined || ratePlan === undefined ? undefined : { roomType, ratePlan };
}

function servicesBeside({ view }: SearchSetting, choice: Choice, stay: Stay): ExtraService[] {
	const { adults, childAges, arrivalDay, departureDay } = stay;
	return extraServicesOf(view, { ...choice, adults, childAges, nights: departureDay - arrivalDay });
}

function staysBeside({ view, content }: SearchSetting, choice: Choice, stay: Stay): ExtraStays {
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

function enter({ world, clock }: Sandbox, property: Property): SearchSetting {
	const nowMs = clock.now();
	return { view: openPmsView(world, property, nowMs), content: world.content(property), nowMs };
}

/** Corporate clients that do not exist open no rate plans. */
function requestOf({ world }: Sandbox, { corporateIds, ...stay }: Criteria): StayRequest {
	return { ...stay, forCorporates: corporateIds.some((id) => world.corporates.has(id)) };
}

function requireDates(dates: Pick<StayRequest, 'arrivalDay' | 'departureDay'>, setting: SearchSetting): void {
	const problem = datesProblem(dates, todayOf(setting));
	if (problem !== undefined) throw new ApiError(400, 'InvalidStayDates', problem);
}

function todayOf({ view }: SearchSetting): number {
	return localDay(view.now);
}

function incomplete(): ApiError {
	return new ApiError(400, 'MissingValue', 'stayDates, roomType, ratePlan and guestCount must be given');
}
