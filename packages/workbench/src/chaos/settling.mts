import { setTimeout as sleep } from 'node:timers/promises';
import { count } from './count.mts';
import { countReservations, type ReservationCount } from './reservationCount.mts';
import type { DatabaseContents } from './database.mts';
import type { DetailRead } from './explain.mts';
import type { Change } from './states.mts';
import type { Trial } from './trial.mts';

const LOOK_EVERY_MS = 15_000;
/** So long without a new execution is several polls that brought nothing. */
const QUIET_MS = 4 * 60_000;
/** After everything has come: time for polls that might repeat something. */
const REPEAT_MS = 130_000;
const TIMEOUT_MS = 20 * 60_000;

/** Which of the missing bookings may still come. */
export type StillToCome = (missing: readonly Change[], reads: readonly DetailRead[]) => readonly Change[];

/** Waits until everything has been delivered, or nothing comes any more; then for what might be repeated. */
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

/** What changes while the trigger lists what is there can wait for that: with 200 properties, for more than an hour. */
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
