import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../../sandbox/world/random.mts';
import type { Kill, KillKind } from './explain.mts';
import type { Trial } from './trial.mts';

export interface KillPlan {
	kind: KillKind;
	/** Since the start of the stream, in milliseconds. */
	atMs: number;
	/** `tick`: how long after its first request. */
	afterMs: number;
}

/** In turns: one of five falls between n8n's two saves, two right after a tick has started. */
const KINDS: readonly KillKind[] = ['tick', 'random', 'saves', 'tick', 'random'];
const LATEST_AFTER_TICK_MS = 6_000;
const WATCH_EVERY_MS = 100;
/** A tick comes every minute; n8n may back off after a failure. */
const AIM_TIMEOUT_MS = 150_000;

/** Instants spread over the stream, each somewhere in its share of the time. */
export function planKills(seed: number, kills: number, durationMs: number): KillPlan[] {
	const random = new Random(seed, 'kills');
	return Array.from({ length: kills }, (_, index) => ({
		kind: KINDS[index % KINDS.length] ?? 'random',
		atMs: ((index + random.fraction()) / kills) * durationMs,
		afterMs: random.fraction() * LATEST_AFTER_TICK_MS,
	}));
}

/** Kills n8n as planned, and starts it again each time with the same data. */
export async function killAgainAndAgain(
	trial: Trial,
	plans: readonly KillPlan[],
	orderFile: string,
	say: (words: string) => void,
): Promise<Kill[]> {
	const startedAt = Date.now();
	const kills: Kill[] = [];
	for (const plan of plans) {
		await sleep(Math.max(0, startedAt + plan.atMs - Date.now()));
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
		await trial.stack.startN8nAgain();
	}
	return kills;
}

/** @returns how it was killed: where there was nothing to aim at, at random */
async function killOnce(trial: Trial, { kind, afterMs }: KillPlan, orderFile: string): Promise<KillKind> {
	const hit =
		kind === 'random' || (kind === 'tick' ? await tickStarted(trial, afterMs) : await selfKilled(trial, orderFile));
	await trial.stack.killN8n();
	return hit ? kind : 'random';
}

async function tickStarted({ stack }: Trial, afterMs: number): Promise<boolean> {
	const { control } = stack.sandbox;
	const deadline = Date.now() + AIM_TIMEOUT_MS;
	const latest = async () => (await control.requests('/bookings', 1))[0]?.at ?? 0;
	let quietSince = await latest();
	// A tick that is under way is let pass: its end is a second without a request.
	while (Date.now() - quietSince < 1_000 && Date.now() < deadline) {
		await sleep(WATCH_EVERY_MS);
		quietSince = await latest();
	}
	while (Date.now() < deadline) {
		await sleep(WATCH_EVERY_MS);
		if ((await latest()) > quietSince) {
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
