import { wallOfInstant } from '../dates/wallClock';
import { earlier, feedTime } from './feedTime';

/** Clocks that are set back show the minutes of at most three hours twice. */
const CLOCK_CHANGE_SECONDS = 3 * 3_600;

/** The hotel-local minute of an instant, or an earlier one where the clocks will show it once more. */
export function firstMinute(from: number, zone: string): string {
	const offset = (instant: number) => wallOfInstant(instant, zone) - instant;
	const change = offset(from) - earlier(offset(from), offset(from + CLOCK_CHANGE_SECONDS));
	return feedTime(wallOfInstant(from, zone) - change).slice(0, 16);
}
