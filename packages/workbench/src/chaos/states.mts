/*
 * What is compared: the states of bookings in the sandbox, and those in n8n's executions.
 */

/** The visible state of a booking. */
export interface BookingState {
	status: string;
	/** As the API shows it: whole seconds. */
	modified: string;
	/** Arrival date: the harness moves it by a day with every change, so that it tells states apart. */
	arrival: string;
}

/** A state that a booking took on in the sandbox. */
export interface Change extends BookingState {
	propertyId: string;
	number: string;
	/** When it was made, in epoch milliseconds. */
	at: number;
	/** Made before the trigger was activated, so that it must not emit it. */
	before?: boolean;
}

/** A booking in an item of an execution. */
export interface Delivery {
	/** Increasing. */
	executionId: number;
	/** The index of the item in its execution. */
	position: number;
	/** When the execution started, in epoch milliseconds. */
	startedAt: number;
	event: string;
	/** Marked as redelivered after a restart. */
	redelivered?: boolean;
	propertyId: string;
	number: string;
	/** The state in the list of bookings. */
	listed: Omit<BookingState, 'arrival'>;
	/** The state in the details, which were read a little later; undefined if none were fetched. */
	detailed?: BookingState;
}

/** An execution that n8n has saved. */
export interface ExecutionRecord {
	id: number;
	status: string;
	/** Epoch milliseconds. */
	createdAt: number;
	startedAt: number;
	deliveries: Delivery[];
}

export function bookingKey({ propertyId, number }: Pick<Change, 'propertyId' | 'number'>): string {
	return `${propertyId}/${number}`;
}

/** Whether the item has this state, judged by its details if it has any. */
export function tells({ listed, detailed }: Delivery, state: BookingState): boolean {
	const told = detailed ?? listed;
	if (told.status !== state.status || told.modified !== state.modified) return false;
	return detailed === undefined || detailed.arrival === state.arrival;
}

/** The values by key, in the order in which they came. */
export function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const value of values) {
		const key = keyOf(value);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [value]);
		else group.push(value);
	}
	return groups;
}

/** Merges the executions of several readings: n8n may later delete items of an interrupted one. */
export function mergeExecutions(readings: ReadonlyArray<readonly ExecutionRecord[]>): ExecutionRecord[] {
	const merged = new Map<number, ExecutionRecord>();
	for (const record of readings.flat()) {
		const known = merged.get(record.id);
		const fuller = known === undefined || record.deliveries.length >= known.deliveries.length;
		merged.set(record.id, fuller ? record : { ...record, deliveries: known.deliveries });
	}
	return [...merged.values()].sort((one, other) => one.id - other.id);
}
