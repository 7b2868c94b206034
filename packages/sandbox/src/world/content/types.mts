/** Content records as the sandbox keeps them, in neutral form: `serializers/content.mts` names their fields. */

export type ChargeType = 'free' | 'chargeable' | 'none';

export interface Image {
	url: string;
}

export interface Address {
	postalCode: string | null;
	countryCode: string;
	region: string | null;
	regionId: string | null;
	cityName: string | null;
	cityId: string | null;
	addressLine: string | null;
	latitude: number | null;
	longitude: number | null;
	remark: string | null;
}

export interface Phone {
	phoneNumber: string | null;
	techType: string | null;
	remark: string | null;
}

export interface Vat {
	applicable: boolean;
	included?: boolean;
	/** Per cent, whole. */
	percent?: number;
}

export interface RatePlanRecord {
	id: string;
	name: string;
	/** May hold HTML. */
	description: string | null;
	currency: string;
	isStayWithChildrenOnly: boolean;
	cancellationRuleId: string;
	/** null = no early check-in or late check-out. */
	extraStayRuleId: string | null;
	vat?: Vat;
	availableServices: Array<{
		id: number;
		included: boolean;
		roomTypeIds: number[] | null;
		roomTypeAvailability: 'All' | 'Selective';
	}> | null;
	corporateOnly: boolean;
}

export interface Placement {
	kind: 'Adult' | 'ExtraAdult' | 'Child' | 'ExtraChild' | 'ChildBandWithoutBed';
	count: number;
	minAge: number | null;
	maxAge: number | null;
}

export interface RoomTypeRecord {
	id: string;
	name: string;
	description: string | null;
	amenities: Array<{ code: string; name: string }>;
	images: Image[];
	size?: { value: number; unit: string };
	categoryCode: string;
	categoryName: string;
	address?: Address;
	occupancy: { adultBed: number; extraBed: number; childWithoutBed: number };
	placements: Placement[];
	position: number | null;
}

export interface ServiceRecord {
	id: string;
	name: string;
	description: string | null;
	kind: 'Common' | 'Meal';
	mealPlanCode: string | null;
	mealPlanName: string | null;
	images: Image[];
	status: 'Active' | 'Inactive';
	vat?: Vat;
}

export interface PropertyAmenity {
	code: string;
	displayName: string;
	chargeType: ChargeType;
}

export interface PropertyRecord {
	id: string;
	name: string;
	description: string | null;
	currency: string;
	images: Image[];
	stars: number | null;
	stayUnitKind: 'NightRate' | 'DailyRate';
	propertyKindId: number;
	contactInfo: { address: Address; phones: Phone[]; emails: string[] };
	policy: { checkInTime: string; checkOutTime: string };
	timeZone: { id: string };
	ratePlans: RatePlanRecord[];
	roomTypes: RoomTypeRecord[];
	services: ServiceRecord[];
	multiLocationProperty: boolean;
	companyDetails: {
		legalEntityName: string | null;
		taxpayerIdentificationNumber: string | null;
		companyRegistrationNumber: string | null;
		legalAddress: string | null;
	};
	amenities: PropertyAmenity[];
	fsaCertifications: Array<Record<string, string>> | null;
}

export interface CancellationTerm {
	beforeArrivalMatching: 'NoMatter' | 'AtLeast' | 'NoMoreThan' | 'Between';
	beforeArrivalUnit: 'None' | 'Day' | 'Hour';
	beforeArrivalValue: number;
	/** Only with Between. */
	beforeArrivalValueMax?: number;
	penaltyCalculationMethod:
		| 'NoPenalty'
		| 'FirstNightPercent'
		| 'PrepaymentPercent'
		| 'FirstNights'
		| 'Percent'
		| 'Fixed';
	penaltyValue: number;
	penaltyValueCurrency: string | null;
	/** Both days included; endDate null when endless. */
	arrivalDates: Array<{ startDate: string; endDate: string | null; isEndless: boolean }>;
}

export interface CancellationRule {
	id: string;
	propertyId: string;
	referencePointKind:
		| 'ProviderArrivalTime'
		| 'ProviderDepartureTime'
		| 'GuestArrivalTime'
		| 'CustomArrivalTime'
		| 'BookingCreationTime';
	/** `HH:mm`, property time; only with CustomArrivalTime. */
	referencePointTime: string | null;
	/** Empty = free cancellation. */
	cancellationTerms: CancellationTerm[];
}

export interface ExtraStayPeriod {
	startTime: string;
	/** May be `24:00`. */
	endTime: string;
	chargeType: 'Free' | 'Fixed' | 'Percent' | 'HourlyRate' | 'HourlyRateAutoCalculated' | 'Forbidden';
	rates: Array<{ currency: string; rate: number }>;
	percentOptions?: {
		percentage: number;
		extraPlacementEnabled: boolean;
		extraServiceOption: 'None' | 'All' | 'MealOnly';
	};
	occupyQuota: boolean;
}

export interface ExtraStayRule {
	id: string;
	propertyId: string;
	checkInTime: string;
	checkOutTime: string;
	overridesPropertyCheckInTime: boolean;
	overridesPropertyCheckOutTime: boolean;
	earlyCheckInPeriods: ExtraStayPeriod[];
	lateCheckOutPeriods: ExtraStayPeriod[];
}

/** The rules that a property's rate plans refer to. */
export interface PropertyRules {
	cancellationRules: CancellationRule[];
	extraStayRules: ExtraStayRule[];
}
