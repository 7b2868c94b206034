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
	const used = usedMark(scope, key);
	const usedForThis = mark('key of write', scope, key, fingerprint);
	/** Stands from before the write is sent until its outcome is known. */
	const open = mark('key of open write', scope, key, fingerprint);
	return await alone(store, async (marks) => {
		const claimed = await marks.claim([used, usedForThis, open]);
		const { fresh, standing, own } = claimed;
		if (standing.length === 0) {
			return freeReservation(store, claimed, {
				done: [used, usedForThis],
				unknown: [used, usedForThis, open],
			});
		}
		await marks.withdraw(fresh, own);
		if (standing.includes(open)) return { state: 'unknown', by: 'key' };
		return { state: standing.includes(usedForThis) ? 'repeated' : 'otherWrite' };
	});
}

/** Whether a write has used the key: it was carried out, or its outcome is unknown. */
export async function isKeyUsed(store: MarkStore, scope: string, key: string): Promise<boolean> {
	const used = usedMark(scope, key);
	return await alone(store, async (marks) => {
		const { fresh, standing, own } = await marks.claim([used]);
		await marks.withdraw(fresh, own);
		return standing.includes(used);
	});
}

function usedMark(scope: string, key: string): string {
	return mark('key', scope, key);
}
