import { play, type Played } from './world/play.mts';
import type { WorldPlan } from './world/plan.mts';

/**
 * The shortest prefix of a failing run's acts that still breaks the same rule, without the faults that it does not
 * need.
 * @returns the run of that prefix
 */
export async function shrink(failed: Played, say: (words: string) => void): Promise<Played> {
	const rule = failed.finding?.rule;
	let best = failed;
	const fails = async (change: Partial<WorldPlan>): Promise<boolean> => {
		const played = await play({ ...best.plan, ...change });
		if (played.finding?.rule !== rule) return false;
		best = played;
		return true;
	};
	let [least, most] = [0, failed.acts];
	while (least < most) {
		const acts = Math.floor((least + most) / 2);
		if (await fails({ mostActs: acts })) most = acts;
		else least = acts + 1;
		say(`between ${least} and ${most} acts`);
	}
	for (const name of Object.keys(best.faults)) {
		if (await fails({ without: [...best.plan.without, name] })) say(`without: ${name}`);
	}
	return best;
}
