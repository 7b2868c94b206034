import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kill, KillKind } from './explain.mts';
import type { KillPlan } from './killPlan.mts';
import type { Trial } from './trial.mts';

const WATCH_EVERY_MS = 100;
/** A poll comes every minute; n8n may back off after a failure. */
const AIM_TIMEOUT_MS = 150_000;

/** Kills n8n as planned, and starts it again each time with the same data. */
export async function killAgainAndAgain(
	trial: Trial,
	plans: readonly KillPlan[],
	orderFile: string,
	say: (words: string) => void,
): Promise<Kill[]> {
	const startedAt = Date.now();
	let runningSince = startedAt;
	const kills: Kill[] = [];
	for (const plan of plans) {
		await sleep(Math.max(0, startedAt + plan.atMs - Date.now()));
		await asked(trial, runningSince, plan.afterMs);
		const kind = await killOnce(trial, plan, orderFile);
		const at = Date.now();
		const { executions, staticData, cursor } = await trial.read({ abandoned: true });
		await trial.detailReads();
		const last = executions.at(-1);
		kills.push({
			kind,
			at,
			saved: cursor ?? staticData,
			...(last && { lastExecution: { id: last.id, createdAt: last.createdAt } }),
		});
		say(`kill ${kills.length} of ${plans.length} (${kind}): ${executions.length} executions so far`);
		runningSince = Date.now();
		await trial.stack.startN8nAgain();
	}
	return kills;
}

/** @returns how it was killed: at random if there was nothing to aim at */
async function killOnce(trial: Trial, { kind, afterMs }: KillPlan, orderFile: string): Promise<KillKind> {
	const hit =
		kind === 'random' ||
		(kind === 'poll' ? await pollStarted(trial, afterMs) : await selfKilled(trial, orderFile));
	await trial.stack.killN8n();
	return hit ? kind : 'random';
}

/** Waits for a request for bookings, since a kill before it could lose nothing. */
async function asked({ stack }: Trial, runningSince: number, afterMs: number): Promise<void> {
	if ((await lastAsked(stack)) > runningSince) return;
	const deadline = Date.now() + AIM_TIMEOUT_MS;
	while ((await lastAsked(stack)) < runningSince && Date.now() < deadline) await sleep(WATCH_EVERY_MS);
	await sleep(afterMs);
}

/** When n8n last requested bookings, in epoch milliseconds. */
async function lastAsked({ sandbox }: Trial['stack']): Promise<number> {
	return (await sandbox.control.requests({ path: '/bookings', last: 1 }))[0]?.at ?? 0;
}

async function pollStarted({ stack }: Trial, afterMs: number): Promise<boolean> {
	const deadline = Date.now() + AIM_TIMEOUT_MS;
	let quietSince = await lastAsked(stack);
	// Waits for a running poll to end, which is a second without a request.
	while (Date.now() - quietSince < 1_000 && Date.now() < deadline) {
		await sleep(WATCH_EVERY_MS);
		quietSince = await lastAsked(stack);
	}
	while (Date.now() < deadline) {
		await sleep(WATCH_EVERY_MS);
		if ((await lastAsked(stack)) > quietSince) {
			await sleep(afterMs);
			return true;
		}
	}
	return false;
}

async function selfKilled({ stack }: Trial, orderFile: string): Promise<boolean> {
	writeFileSync(orderFile, '');
	const ended = stack.n8nEnded;
	await Promise.race([ended, sleep(AIM_TIMEOUT_MS, undefined, { ref: false })]);
	const hit = !existsSync(orderFile);
	rmSync(orderFile, { force: true });
	return hit;
}
