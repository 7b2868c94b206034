/*
 * What is compared: the states that bookings went through in the sandbox, and those that n8n's executions hold.
 */

/** What is visible of a booking's state. */
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
	/** Made before the trigger was switched on: nothing that it should report. */
	before?: boolean;
}

/** A booking as an item of an execution holds it. */
export interface Delivery {
	/** Executions count up. */
	executionId: number;
	/** Of the item in its execution. */
	position: number;
	/** When the execution started, in epoch milliseconds. */
	startedAt: number;
	event: string;
	/** Handed over again after a restart, and marked so. */
	redelivered?: boolean;
	propertyId: string;
	number: string;
	/** What the list of bookings said when it was read. */
	listed: Omit<BookingState, 'arrival'>;
	/** What the details said, which were read a little later; absent where none were fetched. */
	detailed?: BookingState;
}

/** An execution that n8n has written down. */
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

/** Whether the item tells this state: by its details, where it has them. */
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

/** Executions of several readings: what n8n did to an interrupted one later must not hide what it held. */
export function mergeExecutions(readings: ReadonlyArray<readonly ExecutionRecord[]>): ExecutionRecord[] {
	const merged = new Map<number, ExecutionRecord>();
	for (const record of readings.flat()) {
		const known = merged.get(record.id);
		const fuller = known === undefined || record.deliveries.length >= known.deliveries.length;
		merged.set(record.id, fuller ? record : { ...record, deliveries: known.deliveries });
	}
	return [...merged.values()].sort((one, other) => one.id - other.id);
}
