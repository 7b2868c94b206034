import { bookingKey, groupBy, tells, type Change, type Delivery } from './states.mts';

/** The same event and state of a booking in more than one item. */
export interface Repetition {
	propertyId: string;
	number: string;
	deliveries: Delivery[];
}

/** An item with an older state than an earlier item of the same booking. */
export interface Reversal {
	earlier: Delivery;
	later: Delivery;
}

export interface Count {
	/** Bookings that were made or changed while the trigger was on. */
	bookings: number;
	/** The number of their states. */
	changes: number;
	items: number;
	/** Last states of bookings that no item has. */
	lost: Change[];
	repeated: Repetition[];
	/** Items marked as redelivered after a restart. They do not count as repetitions. */
	redelivered: number;
	/** Redelivered items with a state that no earlier item has. */
	saved: number;
	/**
	 * Items with the details of an earlier item and a newer line of the list: the booking changed after the list
	 * was read and before its details were.
	 */
	retold: Delivery[];
	reversed: Reversal[];
	/** Items with a state that the booking never had. */
	unknown: Delivery[];
	/** Items with a state from before the trigger was activated. */
	early: Delivery[];
	/** States that were followed by another one before the trigger read them. */
	overtaken: number;
	/** From a change to the start of its first execution, in milliseconds, in ascending order. */
	delays: number[];
}

/**
 * Compares what happened with n8n's executions. The list has each booking once, in its latest state: a state that was
 * soon followed by another one may be skipped, but the last one must be delivered.
 * @param delaysFromMs delays of earlier changes are not counted
 */
export function count(
	changes: readonly Change[],
	deliveries: readonly Delivery[],
	delaysFromMs = -Infinity,
): Count {
	const ordered = [...deliveries].sort(byTime);
	const told = groupBy(ordered, bookingKey);
	const firstHand = groupBy(
		ordered.filter(({ redelivered }) => !redelivered),
		bookingKey,
	);
	const happened = groupBy(changes, bookingKey);
	const during = changes.filter(({ before }) => !before);
	const touched = new Set(during.map(bookingKey));
	const firsts = during.map((change) => ({ change, first: firstTelling(change, told) }));
	const last = new Set([...happened.values()].map((states) => states.at(-1)));
	const missing = firsts.filter(({ first }) => first === undefined).map(({ change }) => change);
	return {
		bookings: touched.size,
		changes: during.length,
		items: ordered.length,
		lost: missing.filter((change) => last.has(change)),
		repeated: [...firstHand.values()].flatMap(repetitions),
		redelivered: ordered.filter(({ redelivered }) => redelivered).length,
		saved: firsts.filter(({ first }) => first?.redelivered).length,
		retold: [...firstHand.values()].flatMap(retellings),
		reversed: [...firstHand].flatMap(([key, items]) => reversals(items, happened.get(key) ?? [])),
		unknown: ordered.filter((item) => rankOf(item, happened.get(bookingKey(item)) ?? []) < 0),
		early: ordered.filter(
			(item) => happened.get(bookingKey(item))?.find((state) => tells(item, state))?.before,
		),
		overtaken: missing.filter((change) => !last.has(change)).length,
		delays: firsts
			.flatMap(({ change, first }) =>
				first === undefined || change.at < delaysFromMs ? [] : [first.startedAt - change.at],
			)
			.sort((one, other) => one - other),
	};
}

function byTime(one: Delivery, other: Delivery): number {
	return one.executionId - other.executionId || one.position - other.position;
}

function firstTelling(change: Change, told: ReadonlyMap<string, Delivery[]>): Delivery | undefined {
	return told.get(bookingKey(change))?.find((item) => tells(item, change));
}

/** The index of the item's state among those of the booking; -1 = none. */
function rankOf(item: Delivery, states: readonly Change[]): number {
	return states.map((state) => tells(item, state)).lastIndexOf(true);
}

function repetitions(items: readonly Delivery[]): Repetition[] {
	const same = groupBy(items, ({ event, listed, detailed }) => JSON.stringify([event, listed, detailed]));
	return [...same.values()].flatMap((deliveries) => {
		const [first, second] = deliveries;
		if (first === undefined || second === undefined) return [];
		return [{ propertyId: first.propertyId, number: first.number, deliveries }];
	});
}

function retellings(items: readonly Delivery[]): Delivery[] {
	return items.filter((item, index) => {
		const { detailed, listed } = item;
		const same = items
			.slice(0, index)
			.filter((before) => JSON.stringify(before.detailed) === JSON.stringify(detailed));
		const listedBefore = same.some((before) => JSON.stringify(before.listed) === JSON.stringify(listed));
		return detailed !== undefined && same.length > 0 && !listedBefore;
	});
}

function reversals(items: readonly Delivery[], states: readonly Change[]): Reversal[] {
	return items.slice(1).flatMap((later, index) => {
		const earlier = items[index];
		if (earlier === undefined) return [];
		const older =
			rankOf(later, states) < rankOf(earlier, states) || later.listed.modified < earlier.listed.modified;
		return older ? [{ earlier, later }] : [];
	});
}
