import { servicePrice } from '../bookings/detail/prices.mts';
import type { RatePlanRecord, RoomTypeRecord, ServiceRecord } from '../content/types.mts';
import type { PmsView } from '../pms/pmsView.mts';
import { Random } from '../random.mts';
import { searchTotal, type SearchTotal } from './amounts.mts';
import { isForRoomType } from './offers.mts';
import type { StayRequest } from './stayRequest.mts';

export type CalculationMethod = 'PerStay' | 'PerPerson' | 'PerPersonByAge' | 'PerUse';

/** A service that can be chosen on top of an offer. */
export interface ExtraService {
	id: string;
	kind: ServiceRecord['kind'];
	/** null unless a meal. */
	mealPlanCode: string | null;
	calculationMethod: CalculationMethod;
	/** For PerUse. */
	maxQuantity: number | null;
	/** null for PerPersonByAge. */
	quantity: number | null;
	total: SearchTotal;
	quantityByGuests: {
		adultsServiceQuantity: number;
		childrenServiceQuantity: Array<{ age: number; count: number }>;
	} | null;
}

export interface ServiceRequest extends Pick<StayRequest, 'adults' | 'childAges'> {
	nights: number;
	roomType: RoomTypeRecord;
	ratePlan: RatePlanRecord;
}

/** How the services are charged, in the order in which a property lists them. */
const METHODS: readonly CalculationMethod[] = ['PerPersonByAge', 'PerPerson', 'PerUse'];
const MAX_USES = 4;
const CHILD_SHARE = 0.5;

/**
 * The services that can be added to a rate plan: active ones that it lists without including them, and those that
 * no rate plan lists.
 */
export function extraServicesOf(view: PmsView, request: ServiceRequest): ExtraService[] {
	const listed = new Map(
		(request.ratePlan.availableServices ?? []).map((entry) => [String(entry.id), entry]),
	);
	return view.content.services.flatMap((service, index) => {
		const entry = listed.get(service.id);
		const isOnOffer =
			entry === undefined
				? service.kind === 'Common'
				: !entry.included && isForRoomType(entry.roomTypeIds, request.roomType);
		if (service.status === 'Inactive' || !isOnOffer) return [];
		return [describe(view, service, METHODS[index] ?? 'PerStay', request)];
	});
}

function describe(
	{ seed, property, content }: PmsView,
	service: ServiceRecord,
	calculationMethod: CalculationMethod,
	{ adults, childAges, nights }: ServiceRequest,
): ExtraService {
	const draw = new Random(seed, property.id, 'service price', service.id).fraction();
	const unit = servicePrice(property.place.nightPrice, draw);
	const people = adults + childAges.length;
	const times: Record<CalculationMethod, number> = {
		PerPersonByAge: (adults + childAges.length * CHILD_SHARE) * nights,
		PerPerson: people * nights,
		PerUse: 1,
		PerStay: 1,
	};
	const byAge = calculationMethod === 'PerPersonByAge';
	return {
		id: service.id,
		kind: service.kind,
		mealPlanCode: service.mealPlanCode,
		calculationMethod,
		maxQuantity: calculationMethod === 'PerUse' ? MAX_USES : null,
		quantity: byAge ? null : calculationMethod === 'PerPerson' ? people : 1,
		total: searchTotal(unit * times[calculationMethod], content.currency),
		quantityByGuests: byAge
			? { adultsServiceQuantity: adults, childrenServiceQuantity: countsByAge(childAges) }
			: null,
	};
}

function countsByAge(childAges: readonly number[]): Array<{ age: number; count: number }> {
	const ages = [...new Set(childAges)].sort((one, other) => one - other);
	return ages.map((age) => ({ age, count: childAges.filter((one) => one === age).length }));
}
