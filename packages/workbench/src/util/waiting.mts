import { setTimeout as sleep } from 'node:timers/promises';
import { UserError } from './userError.mts';

export interface Patience {
	/** What is waited for, to complete "Waited … for". */
	for: string;
	timeoutMs: number;
	everyMs?: number;
	/** Details to add to the error on a timeout; called only then. */
	diagnosis?: () => Promise<string> | string;
}

const USUAL_PAUSE_MS = 500;

/** Polls until the probe returns a value. A probe that throws ends the wait. */
export async function waitFor<T>(patience: Patience, probe: () => Promise<T | undefined>): Promise<T> {
	const deadline = Date.now() + patience.timeoutMs;
	for (;;) {
		const found = await probe();
		if (found !== undefined) return found;
		if (Date.now() > deadline) break;
		await sleep(patience.everyMs ?? USUAL_PAUSE_MS);
	}
	const waited = `Waited ${Math.round(patience.timeoutMs / 1000)} s for ${patience.for}, in vain.`;
	const diagnosis = await patience.diagnosis?.();
	throw new UserError(diagnosis ? `${waited} ${diagnosis}` : waited);
}
