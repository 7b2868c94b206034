import { alone, mark, type MarkStore } from './marks';
import { freeReservation, type Reservation } from './reservation';

/**
 * A key belongs to the first write that uses it, for as long as the store keeps it.
 * @param scope within which the key is unique
 */
export async function reserveKey(
	store: MarkStore,
	scope: string,
	key: string,
	fingerprint: string,
): Promise<Reservation> {
	const used = mark('key', scope, key);
	const usedForThis = mark('key of write', scope, key, fingerprint);
	/** Stands from before the write is sent until its outcome is known. */
	const open = mark('key of open write', scope, key, fingerprint);
	return await alone(store, async (marks) => {
		const { fresh, standing } = await marks.claim([used, usedForThis, open]);
		if (standing.length === 0) {
			return freeReservation(store, fresh, {
				done: [used, usedForThis],
				unknown: [used, usedForThis, open],
			});
		}
		await marks.remove(fresh);
		if (standing.includes(open)) return { state: 'unknown', by: 'key' };
		return { state: standing.includes(usedForThis) ? 'repeated' : 'otherWrite' };
	});
}
