import { Random } from '../../../sandbox/src/world/random.mts';
import type { KillKind } from './explain.mts';

export interface KillPlan {
	kind: KillKind;
	/** Since the start of the stream, in milliseconds. */
	atMs: number;
	/** `poll`: how long after its first request. */
	afterMs: number;
}

/** The kinds of kills, in turn: one of five between n8n's two saves, two right after a poll has started. */
const KINDS: readonly KillKind[] = ['poll', 'random', 'saves', 'poll', 'random'];
const LATEST_AFTER_START_MS = 6_000;

/** Spreads instants over the stream, each at a random moment of its share of the time. */
export function planKills(seed: number, kills: number, durationMs: number): KillPlan[] {
	const random = new Random(seed, 'kills');
	return Array.from({ length: kills }, (_, index) => ({
		kind: KINDS[index % KINDS.length] ?? 'random',
		atMs: ((index + random.fraction()) / kills) * durationMs,
		afterMs: random.fraction() * LATEST_AFTER_START_MS,
	}));
}
