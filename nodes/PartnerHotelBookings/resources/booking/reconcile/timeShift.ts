import { ParameterError } from '../../../../shared/util/parameterError';

const QUARTER_HOUR = 900;
const HOUR = 3600;
/** No clocks are further from UTC. */
const MAX_SHIFT = 14 * HOUR;
/** Fewer may agree by chance. */
const MIN_ROWS = 3;

/** By how much most times of the items are later than those of the hotel. */
export interface TimeShift {
	/** In seconds; negative: earlier. */
	shift: number;
	/** The larger one, if some are off by an hour more: the clocks were changed meanwhile. */
	summerShift?: number;
	rows: number;
}

/**
 * A time zone that is not the right one makes most times differ by the same whole quarter-hours.
 * @param shifts of all rows, in seconds
 */
export function commonShift(shifts: readonly number[]): TimeShift | undefined {
	const counts = new Map<number, number>();
	for (const shift of shifts) if (isOffset(shift)) counts.set(shift, (counts.get(shift) ?? 0) + 1);
	const candidates = [...counts].map(([shift, count]): TimeShift => {
		const summer = counts.get(shift + HOUR);
		return summer === undefined
			? { shift, rows: count }
			: { shift, summerShift: shift + HOUR, rows: count + summer };
	});
	const [best] = candidates.sort((one, other) => other.rows - one.rows);
	return best && best.rows >= MIN_ROWS && best.rows * 2 > shifts.length ? best : undefined;
}

function isOffset(shift: number): boolean {
	return shift !== 0 && shift % QUARTER_HOUR === 0 && Math.abs(shift) <= MAX_SHIFT;
}

/** @param where completes the sentence: ` at the property 1024`; empty for all properties together */
export function requireTimeZone(shifts: readonly number[], timeZone: string, where: string): void {
	const found = commonShift(shifts);
	if (found === undefined) return;
	const offsets = [found.shift, found.summerShift].filter((one) => one !== undefined).map(offsetText);
	throw new ParameterError(
		'timeZone',
		timeZone,
		`looks wrong${where}: ${found.rows} of the ${shifts.length} times in the items are off by ${offsets.join(' or ')}`,
		"Nothing was returned. Choose in {timeZone} the zone in which the other system writes times without an offset. If its times have one, correct it there. Check also that {modifiedField} is the hotel's modification time.",
	);
}

/** `+05:45` */
function offsetText(seconds: number): string {
	const minutes = Math.abs(seconds) / 60;
	const digits = (number: number) => String(number).padStart(2, '0');
	return `${seconds < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}
