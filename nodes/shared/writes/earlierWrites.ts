import type { IExecuteFunctions } from 'n8n-workflow';
export interface WriteIdentity {
	fingerprint: string;
	key?: string;
	refuseWithinMs: number;
}
export type Reservation =
	| { state: 'free'; settle(outcome: 'done' | 'notDone' | 'unknown'): Promise<void> }
	| { state: 'repeated' }
	| { state: 'unknown'; by: 'key' | 'identical' }
	| { state: 'otherWrite' };
const unknown = new Map<string, number>();
const keys = new Map<string, { fingerprint: string; outcome: string }>();
export async function reserveWrite(
	_context: IExecuteFunctions,
	{ fingerprint, key, refuseWithinMs }: WriteIdentity,
	now = Date.now(),
): Promise<Reservation> {
	const known = key ? keys.get(key) : undefined;
	if (known && known.fingerprint !== fingerprint) return { state: 'otherWrite' };
	if (known?.outcome === 'done') return { state: 'repeated' };
	if (known) return { state: 'unknown', by: 'key' };
	if (now - (unknown.get(fingerprint) ?? -Infinity) < refuseWithinMs)
		return { state: 'unknown', by: 'identical' };
	unknown.set(fingerprint, now);
	if (key) keys.set(key, { fingerprint, outcome: 'unknown' });
	return {
		state: 'free',
		settle: async (outcome) => {
			if (outcome !== 'unknown') unknown.delete(fingerprint);
			if (key && outcome === 'notDone') keys.delete(key);
			else if (key) keys.set(key, { fingerprint, outcome });
			await Promise.resolve();
		},
	};
}
