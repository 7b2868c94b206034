import { alone, mark, type MarkStore } from './marks';
import { freeReservation, type Reservation } from './reservation';
import { spansAround, spansWithin } from './timeSpans';

/** How far the clocks of two n8n processes may be apart. */
const CLOCKS_APART_MS = 60_000;

/**
 * Refuses a write while an identical one, sent less than `refuseWithinMs` ago, is under way or has an unknown outcome.
 */
export async function reserveIdentical(
	store: MarkStore,
	fingerprint: string,
	refuseWithinMs: number,
	now: number,
): Promise<Reservation> {
	const sentIn = (span: string) => mark('write sent in', fingerprint, span);
	/** Stands as long as any such write is open; the others tell since when. */
	const open = mark('open write', fingerprint);
	const wanted = [open, ...spansAround(now).map(sentIn)];
	return await alone(store, async (marks) => {
		const claimed = await marks.claim(wanted);
		const { fresh, standing, own } = claimed;
		const free = freeReservation(store, claimed, { done: [], unknown: wanted });
		if (refuseWithinMs <= 0 || !standing.includes(open)) return free;
		const spans = spansWithin(now - refuseWithinMs, now + CLOCKS_APART_MS).map(sentIn);
		const asked = await marks.record(spans.filter((one) => !fresh.includes(one)));
		if (asked.standing.length > 0) {
			// Marks that stay behind prolong the refusal; a failure to remove them must not lift it.
			await marks.withdraw([...fresh, ...asked.fresh], own).catch(() => undefined);
			return { state: 'unknown', by: 'identical' };
		}
		await marks.remove(asked.fresh);
		return free;
	});
}
