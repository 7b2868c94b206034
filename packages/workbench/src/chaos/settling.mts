import { setTimeout as sleep } from 'node:timers/promises';
import { count } from './count.mts';
import { countReservations, type ReservationCount } from './reservationCount.mts';
import type { DatabaseContents } from './database.mts';
import type { DetailRead } from './explain.mts';
import type { Change } from './states.mts';
import type { Trial } from './trial.mts';

const LOOK_EVERY_MS = 15_000;
/** Several polls without items. */
const QUIET_MS = 4 * 60_000;
/** Time for polls that might repeat something, after everything was delivered. */
const REPEAT_MS = 130_000;
const TIMEOUT_MS = 20 * 60_000;

/** The missing bookings that may still be delivered. */
export type StillToCome = (missing: readonly Change[], reads: readonly DetailRead[]) => readonly Change[];

/** Waits until everything was delivered, or nothing more is; then for possible repetitions. */
export async function settle(
	trial: Trial,
	say: (words: string) => void,
	stillToCome: StillToCome = (missing) => missing,
): Promise<DatabaseContents> {
	const deadline = Date.now() + TIMEOUT_MS;
	let [newest, newestAt] = [0, Date.now()];
	while (Date.now() < deadline) {
		const { executions } = await trial.read();
		const reads = await trial.detailReads();
		const deliveries = executions.flatMap((execution) => execution.deliveries);
		const awaited = stillToCome(count(trial.stream.changes, deliveries).lost, reads);
		if (deliveries.length > newest) [newest, newestAt] = [deliveries.length, Date.now()];
		if (awaited.length === 0 || Date.now() - newestAt > QUIET_MS) break;
		say(`${awaited.length} bookings to come`);
		await sleep(LOOK_EVERY_MS);
	}
	await sleep(REPEAT_MS);
	return await trial.read();
}

/** Changes during the first listing may wait for its end: with 200 properties, for more than an hour. */
const RESERVATIONS_WITHIN_MS = 75 * 60_000;

export async function settleReservations(
	trial: Trial,
	say: (words: string) => void,
): Promise<ReservationCount> {
	const deadline = Date.now() + RESERVATIONS_WITHIN_MS;
	const read = async () => countReservations(trial.stream.changes, (await trial.readReservations()) ?? []);
	let counted = await read();
	while (counted.lost.length > 0 && Date.now() < deadline) {
		say(`${counted.lost.length} reservations to come`);
		await sleep(LOOK_EVERY_MS);
		counted = await read();
	}
	return counted;
}
