import { alone, type Claimed, type MarkStore } from './marks';
import type { Outcome } from './outcome';

export type Reservation =
	| FreeReservation
	/** A write with this key was done: it is not sent again. */
	| { state: 'repeated' }
	/** A write with this key, or an identical one within the time, is under way or has an unknown outcome. */
	| { state: 'unknown'; by: 'key' | 'identical' }
	/** The key was used for another write (another stay, amount …). */
	| { state: 'otherWrite' };

export interface FreeReservation {
	/**
	 * It may be sent. `settle` must be called with its outcome; if it never is (a crash), the write counts as one with
	 * an unknown outcome.
	 */
	state: 'free';
	/** Rejects where the outcome could not be stored: it then counts as unknown. */
	settle(outcome: Outcome): Promise<void>;
}

/**
 * @param claimed what this write recorded before it was sent
 * @param kept which marks stay, by outcome
 */
export function freeReservation(
	store: MarkStore,
	{ fresh, own }: Claimed,
	kept: Record<'done' | 'unknown', readonly string[]>,
): FreeReservation {
	return {
		state: 'free',
		settle: async (outcome) => {
			const staying = outcome === 'notDone' ? [] : kept[outcome];
			await alone(store, async (marks) => {
				// Another process may have overwritten them meanwhile.
				if (staying.length > 0) await marks.record(staying);
				await marks.withdraw(
					fresh.filter((one) => !staying.includes(one)),
					own,
				);
			});
		},
	};
}
