/** How long a change counts for the activity of a property: a day, as hotels have their hours. */
const MEMORY_MS = 24 * 3_600_000;
/** Where nothing changed lately, this many changes are expected: quiet properties must not wait for long. */
const UNSEEN_CHANGES = 2;
/** Until the next poll reads them, in intervals of polls: it can come late, and takes some time. */
const NEXT_POLL = 1.5;

/** Changes, each weighted by how long ago it was, at a time in epoch milliseconds. */
export interface Activity {
	changes: number;
	at: number;
}

/** When each property was last read, in epoch milliseconds; empty when the process starts. */
type ReadTimes = ReadonlyMap<string, number>;

/**
 * The properties in the order in which a poll reads them, for it cannot always read all. Those that were not read for
 * `maxIntervalMs`, or will not have been before the next poll, come first, in turn. Then come the most urgent: the
 * time since the last reading counts squared and the activity once, so that the delay of all changes together is about
 * the least (visits in proportion to the square root of the rate). As far as the last poll came, the most urgent of
 * them is read last: a poll hands over at its end, and what was read early is old by then.
 * @param activityOf how much changes at a property
 */
export function readingOrder(
	activityOf: (id: string) => Activity | undefined,
	propertyIds: readonly string[],
	readTimes: ReadTimes,
	now: number,
	maxIntervalMs: number,
): string[] {
	const ages = propertyIds.map((id) => ({ id, age: ageOf(readTimes.get(id), now) }));
	const last = lastPoll(readTimes);
	const oldestMs = maxIntervalMs - NEXT_POLL * Math.max(0, now - last.at);
	const overdue = ages.filter(({ age }) => age >= oldestMs).sort((one, other) => other.age - one.age);
	const urgent = ages
		.filter(({ age }) => age < oldestMs)
		.map(({ id, age }) => ({ id, urgency: (UNSEEN_CHANGES + activityAt(activityOf(id), now)) * age ** 2 }))
		.sort((one, other) => other.urgency - one.urgency);
	const within = Math.max(0, last.count - overdue.length);
	return [...overdue, ...urgent.slice(0, within).reverse(), ...urgent.slice(within)].map(({ id }) => id);
}

/** How many of the properties this poll must read: with the next one, it would be more than `maxIntervalMs`. */
export function dueNow(
	propertyIds: readonly string[],
	readTimes: ReadTimes,
	now: number,
	maxIntervalMs: number,
): number {
	const sinceLastMs = Math.max(0, now - lastPoll(readTimes).at);
	const oldestMs = maxIntervalMs - sinceLastMs / 2;
	return propertyIds.filter((id) => ageOf(readTimes.get(id), now) >= oldestMs).length;
}

/** When it was, and how many it read. */
function lastPoll(readTimes: ReadTimes): { at: number; count: number } {
	const times = [...readTimes.values()];
	const at = times.reduce((latest, time) => Math.max(latest, time), -Infinity);
	return { at, count: times.filter((time) => time === at).length };
}

/** A reading in the future means that the clock was set back. */
function ageOf(readAt: number | undefined, now: number): number {
	return readAt === undefined || readAt > now ? Infinity : now - readAt;
}

/** How many changes there were lately: each counts less the longer ago it was. */
function activityAt(activity: Activity | undefined, now: number): number {
	return activity === undefined
		? 0
		: activity.changes * Math.exp(-Math.max(0, now - activity.at) / MEMORY_MS);
}

/** With what was read now. Changes from before yesterday are history, not activity. */
export function withChanges(
	activity: Activity | undefined,
	read: ReadonlyArray<{ modifiedDateTime?: string }>,
	now: number,
): Activity | undefined {
	const isRecent = ({ modifiedDateTime = '' }: { modifiedDateTime?: string }) =>
		Date.parse(modifiedDateTime) > now - MEMORY_MS;
	const changes = read.filter(isRecent).length;
	if (changes === 0) return activity;
	return { changes: Math.round((activityAt(activity, now) + changes) * 10) / 10, at: now };
}
