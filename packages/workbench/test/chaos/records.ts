import type { Change, Delivery } from '../../src/chaos/states.mts';

/** Invented records for the counting: the booking's state is told by the day of its arrival. */
export function change(number: string, day: number, more: Partial<Change> = {}): Change {
	return {
		propertyId: '1024',
		number,
		status: 'Active',
		modified: `2026-05-0${day}T10:00:00Z`,
		arrival: `2031-01-0${day}`,
		at: day * 1_000,
		...more,
	};
}

/** The item that tells a state, in an execution that started so much later. */
export function delivery(state: Change, executionId: number, more: Partial<Delivery> = {}): Delivery {
	const { propertyId, number, status, modified, arrival, at } = state;
	return {
		executionId,
		position: 0,
		startedAt: at + 500,
		event: 'new',
		propertyId,
		number,
		listed: { status, modified },
		detailed: { status, modified, arrival },
		...more,
	};
}
