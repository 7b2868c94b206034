import { DAY_SECONDS, instantOfWall, wallOfInstant } from '../dates/wallClock';

/**
 * The hours in which messages are sent, in whole minutes as seconds since midnight on the hotel's clock, both included.
 */
export interface SendingHours {
	notBefore: number;
	notAfter: number;
	/** Where a message outside of them is moved. */
	move: 'earlier' | 'later';
}

/** Whether messages are sent at an instant. */
function maySendAt(instant: number, hours: SendingHours, zone: string): boolean {
	const clock = Math.floor((wallOfInstant(instant, zone) % DAY_SECONDS) / 60) * 60;
	const { notBefore, notAfter } = hours;
	return notBefore <= notAfter
		? clock >= notBefore && clock <= notAfter
		: clock >= notBefore || clock <= notAfter;
}

/** The next instant at which messages are sent; the same if they are now. */
export function nextSending(instant: number, hours: SendingHours | undefined, zone: string): number {
	if (!hours || maySendAt(instant, hours, zone)) return instant;
	return moved(instant, hours.notBefore, 1, zone);
}

/**
 * The time in the sending hours to which a due time is moved: in the chosen direction, or where that leaves the time
 * in which it makes sense in the other one.
 * @returns undefined: there is none in that time
 */
export function intoSendingHours(
	dueAt: number,
	{ opensAt, closesAt }: { opensAt: number; closesAt: number },
	hours: SendingHours | undefined,
	zone: string,
): number | undefined {
	if (!hours || maySendAt(dueAt, hours, zone)) return dueAt;
	const later = moved(dueAt, hours.notBefore, 1, zone);
	const earlier = moved(dueAt, hours.notAfter, -1, zone);
	const inOrder = hours.move === 'later' ? [later, earlier] : [earlier, later];
	return inOrder.find((time) => time >= opensAt && time < closesAt && maySendAt(time, hours, zone));
}

/** The nearest instant in a direction at which the clock shows a time. */
function moved(instant: number, clock: number, direction: 1 | -1, zone: string): number {
	const wall = wallOfInstant(instant, zone);
	const midnight = Math.floor(wall / DAY_SECONDS) * DAY_SECONDS;
	const times = [-2, -1, 0, 1, 2].map((days) => instantOfWall(midnight + days * DAY_SECONDS + clock, zone));
	const beyond = times.filter((time) => (direction === 1 ? time >= instant : time <= instant));
	return direction === 1 ? Math.min(...beyond) : Math.max(...beyond);
}
