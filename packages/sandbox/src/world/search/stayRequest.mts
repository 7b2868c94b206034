import { toWireDate } from '../time.mts';

/** Dates and guests of a search. Days count from 1970-01-01, on the property's calendar. */
export interface StayRequest {
	arrivalDay: number;
	departureDay: number;
	adults: number;
	/** 0 or more. */
	childAges: readonly number[];
	/** True when the search names corporate clients that exist: it sees their rate plans. */
	forCorporates: boolean;
}

const MAX_NIGHTS = 100;
const MAX_DAYS_AHEAD = 365;

/**
 * What is wrong with the days of a stay (specification, Other limits); undefined = nothing.
 * @param today the day on the property's calendar
 */
export function datesProblem(
	{ arrivalDay, departureDay }: Pick<StayRequest, 'arrivalDay' | 'departureDay'>,
	today: number,
): string | undefined {
	const nights = departureDay - arrivalDay;
	if (nights < 1) return 'The departure must be after the arrival';
	if (nights > MAX_NIGHTS) return `A stay has at most ${MAX_NIGHTS} nights`;
	if (arrivalDay < today) return `The arrival ${toWireDate(arrivalDay)} is in the past`;
	if (arrivalDay > today + MAX_DAYS_AHEAD) return `The arrival is more than ${MAX_DAYS_AHEAD} days ahead`;
	return undefined;
}

export function nightsOfRequest({ arrivalDay, departureDay }: StayRequest): number[] {
	return Array.from({ length: departureDay - arrivalDay }, (_, night) => arrivalDay + night);
}
