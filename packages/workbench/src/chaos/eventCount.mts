/** The items that started an execution. */
export interface ReceivedEvents {
	status: string;
	items: ReadonlyArray<Record<string, unknown>>;
}

export interface EventCount {
	/** Changes of bookings, each of which makes an event. */
	changes: number;
	/** Items in executions. */
	items: number;
	lost: string[];
	/** Events that were delivered more than once. */
	repeated: string[];
	/** Bookings whose cancellation was delivered before their creation. */
	reversed: string[];
	/** Only in an execution that was running when n8n was killed: n8n lists it as crashed. */
	crashedOnly: string[];
	/** Events that were never sent. */
	unknown: string[];
}

/** @param sent booking number and event, such as `20260101-1024-1 bookingCreated` */
export function countEvents(sent: readonly string[], executions: readonly ReceivedEvents[]): EventCount {
	const received = executions.flatMap(({ status, items }) =>
		items.map(({ bookingNumber, event }) => ({
			number: String(bookingNumber),
			key: `${String(bookingNumber)} ${String(event)}`,
			hasRun: status === 'success',
		})),
	);
	const times = new Map<string, number>();
	for (const { key } of received) times.set(key, (times.get(key) ?? 0) + 1);
	const run = new Set(received.flatMap(({ key, hasRun }) => (hasRun ? [key] : [])));
	const first = new Map<string, number>();
	for (const [position, { key }] of received.entries()) if (!first.has(key)) first.set(key, position);
	const numbers = [...new Set(received.map(({ number }) => number))];
	const known = new Set(sent);
	return {
		changes: sent.length,
		items: received.length,
		lost: sent.filter((key) => !times.has(key)),
		repeated: [...times].flatMap(([key, count]) => (count > 1 ? [key] : [])),
		reversed: numbers.filter((number) => {
			const [created, cancelled] = ['bookingCreated', 'bookingCancelled'].map((event) =>
				first.get(`${number} ${event}`),
			);
			return created !== undefined && cancelled !== undefined && cancelled < created;
		}),
		crashedOnly: [...times.keys()].filter((key) => !run.has(key)),
		unknown: [...times.keys()].filter((key) => !known.has(key)),
	};
}
