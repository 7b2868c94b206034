import { ApiError } from '../../http/apiError.mts';
import { isLocalMinute } from '../../world/zone.mts';

/** A local time of a request. */
export function requireLocalMinute(text: string | undefined): string {
	if (text === undefined || !isLocalMinute(text)) throw incorrectDates();
	return text;
}

/** The published documents name its code. */
export function incorrectDates(): ApiError {
	return new ApiError(400, '11', 'Incorrect dates format');
}
