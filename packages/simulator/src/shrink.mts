import { play, type WorldResult } from './world/play.mts';
import type { WorldPlan } from './world/plan.mts';

/**
 * Finds the shortest prefix of a failing run's acts that still breaks the same rule, and removes the faults that are
 * not needed for it.
 * @returns the run of that prefix
 */
export async function shrink(
	failed: WorldResult,
	onProgress: (progress: string) => void,
): Promise<WorldResult> {
	const rule = failed.finding?.rule;
	let best = failed;
	const fails = async (change: Partial<WorldPlan>): Promise<boolean> => {
		const played = await play({ ...best.plan, ...change });
		if (played.finding?.rule !== rule) return false;
		best = played;
		return true;
	};
	let [low, high] = [0, failed.acts];
	while (low < high) {
		const acts = Math.floor((low + high) / 2);
		if (await fails({ maxActs: acts })) high = acts;
		else low = acts + 1;
		onProgress(`between ${low} and ${high} acts`);
	}
	for (const name of Object.keys(best.faults)) {
		if (await fails({ without: [...best.plan.without, name] })) onProgress(`without: ${name}`);
	}
	return best;
}
