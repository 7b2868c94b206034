import type { PropertyContent } from '../content/content.mts';
import type { RatePlanRecord, RoomTypeRecord } from '../content/types.mts';
import type { PmsView } from '../pms/pmsView.mts';
import { usualTimes } from '../rules/extraStay.mts';
import { requiredPrepayment } from '../rules/prepayment.mts';
import { toWireDate } from '../time.mts';
import { searchTotal, type SearchTotal } from './amounts.mts';
import { freeRooms } from './availability.mts';
import { cancellationPolicyOf, type CancellationPolicy } from './cancellationPolicy.mts';
import { extraBedsOf, fullPlacementsName, placePeople, type OfferPlacement } from './placements.mts';
import { nightRate } from './rates.mts';
import { nightsOfRequest, type StayRequest } from './stayRequest.mts';

/** A room type under a rate plan for a stay, in neutral form. */
export interface Offer {
	roomType: RoomTypeRecord;
	ratePlan: RatePlanRecord;
	placements: OfferPlacement[];
	fullPlacementsName: string;
	/** Free rooms. */
	availability: number;
	dailyRates: Array<{ priceBeforeTax: number; date: string }>;
	total: SearchTotal;
	/** `YYYY-MM-DDThh:mm`, property time. */
	stayDates: { arrivalDateTime: string; departureDateTime: string };
	/** Computed on access: the lowest-price search does not need it. */
	readonly cancellationPolicy: CancellationPolicy;
	includedServices: IncludedService[];
	mealPlanCode: string;
	discount: { reason: string; amount: number } | null;
}

export interface IncludedService {
	id: string;
	mealPlanCode: string | null;
}

/** No meal; not in the dictionary of meal plans. */
export const ROOM_ONLY = 'RoomOnly';
const SEVERAL_MEALS = 'HalfBoard';
const LONG_STAY_NIGHTS = 7;
const LONG_STAY_SHARE = 0.05;

/** The data for a search of one property. */
export interface SearchSetting {
	view: PmsView;
	content: PropertyContent;
	/** Epoch milliseconds on the sandbox's clock. */
	nowMs: number;
}

/** All offers of a property for a stay, the cheapest first. */
export function offersOf(setting: SearchSetting, request: StayRequest): Offer[] {
	const { view } = setting;
	const free = freeRooms(view, request);
	const ratePlans = view.content.ratePlans.filter((ratePlan) => isOpen(ratePlan, request));
	return view.content.roomTypes
		.flatMap((roomType) => {
			const placements = placePeople(roomType, request.adults, request.childAges);
			const availability = free.get(roomType.id) ?? 0;
			if (placements === undefined || availability === 0) return [];
			return ratePlans.map((ratePlan) =>
				makeOffer(setting, request, { roomType, ratePlan, placements, availability }),
			);
		})
		.sort((one, other) => one.total.priceBeforeTax - other.total.priceBeforeTax);
}

function isOpen({ isStayWithChildrenOnly, corporateOnly }: RatePlanRecord, request: StayRequest): boolean {
	if (isStayWithChildrenOnly && request.childAges.length === 0) return false;
	return !corporateOnly || request.forCorporates;
}

function makeOffer(
	{ view, content, nowMs }: SearchSetting,
	request: StayRequest,
	choice: Pick<Offer, 'roomType' | 'ratePlan' | 'placements' | 'availability'>,
): Offer {
	const { roomType, ratePlan, placements } = choice;
	const extraBeds = extraBedsOf(placements);
	const dailyRates = nightsOfRequest(request).map((day) => ({
		priceBeforeTax: nightRate(view, ratePlan, roomType, day, extraBeds),
		date: toWireDate(day),
	}));
	const nightPrices = dailyRates.map(({ priceBeforeTax }) => priceBeforeTax);
	const price = nightPrices.reduce((sum, one) => sum + one, 0);
	const total = searchTotal(price, view.content.currency);
	const { currency, policy, timeZone } = view.content;
	const extraStayRule = content.extraStayRules.find(({ id }) => id === ratePlan.extraStayRuleId);
	const times = usualTimes(extraStayRule, policy);
	const arrivalDate = toWireDate(request.arrivalDay);
	const includedServices = includedIn(view, ratePlan, roomType);
	const isLong = nightPrices.length >= LONG_STAY_NIGHTS;
	const saved = searchTotal(price * LONG_STAY_SHARE, view.content.currency).priceBeforeTax;
	return {
		...choice,
		fullPlacementsName: fullPlacementsName(placements),
		dailyRates,
		total,
		stayDates: {
			arrivalDateTime: `${arrivalDate}T${times.checkInTime}`,
			departureDateTime: `${toWireDate(request.departureDay)}T${times.checkOutTime}`,
		},
		get cancellationPolicy() {
			const rule = content.cancellationRules.find(({ id }) => id === ratePlan.cancellationRuleId);
			const stay = {
				timeZone: timeZone.id,
				...policy,
				arrivalDate,
				chosenArrivalTime: null,
				bookedMs: nowMs,
				currency,
				nightPrices,
				prepayment: requiredPrepayment(rule, total.priceBeforeTax + total.taxAmount, currency),
			};
			return cancellationPolicyOf(rule, stay, nowMs);
		},
		includedServices,
		mealPlanCode: mealPlanOf(includedServices),
		discount: isLong ? { reason: 'StayDatesDiscount', amount: saved } : null,
	};
}

/** The services that a rate plan includes for a room type. */
function includedIn(view: PmsView, ratePlan: RatePlanRecord, roomType: RoomTypeRecord): IncludedService[] {
	return (ratePlan.availableServices ?? [])
		.filter(({ included, roomTypeIds }) => included && isForRoomType(roomTypeIds, roomType))
		.map(({ id }) => {
			const service = view.content.services.find((candidate) => candidate.id === String(id));
			return { id: String(id), mealPlanCode: service?.mealPlanCode ?? null };
		});
}

/** @param roomTypeIds null = all */
export function isForRoomType(roomTypeIds: readonly number[] | null, roomType: RoomTypeRecord): boolean {
	return roomTypeIds === null || roomTypeIds.includes(Number(roomType.id));
}

function mealPlanOf(services: readonly IncludedService[]): string {
	const meals = services.flatMap(({ mealPlanCode }) => (mealPlanCode === null ? [] : [mealPlanCode]));
	return meals.length > 1 ? SEVERAL_MEALS : (meals[0] ?? ROOM_ONLY);
}
