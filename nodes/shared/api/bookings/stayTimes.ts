import { nightsBetween } from '../../dates/dateRules';
import { dateText, dayOf } from '../../dates/dateText';

/**
 * When a stay begins and ends, for people and for machines. Times of the API are the hotel's local times.
 * @param language of the texts, ISO 639-1; absent or empty: English
 */
export function stayTimes(arrival: string | null = null, departure: string | null = null, language?: string) {
	return {
		arrival: dayOf(arrival),
		departure: dayOf(departure),
		nights: nightsBetween(arrival, departure),
		arrivalText: dateText(arrival, language),
		departureText: dateText(departure, language),
		arrivalDateTime: arrival,
		departureDateTime: departure,
	};
}
