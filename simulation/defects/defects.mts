import { ROOT } from '../../scripts/lib/paths.mts';
import { play } from '../world/play.mts';
import type { WorldPlan } from '../world/plan.mts';
import { BEYOND, DEFECTS, STANDARD, type Defect } from './catalogue.mts';
import type { Hunt } from './report.mts';
import { Workshop } from './workshop.mts';

export interface HuntOptions {
	/** Names of defects (default: all of them). */
	only?: readonly string[];
	/** Told of each hunt when it is over. */
	tell?: (hunt: Hunt) => void;
}

/** Puts back one defect after the other and plays worlds until a rule is broken that holds without the defect. */
export async function huntDefects({ only, tell }: HuntOptions = {}): Promise<Hunt[]> {
	const hunts: Hunt[] = [];
	const workshop = await Workshop.open(ROOT);
	const sound = new SoundWorlds(await workshop.whole());
	try {
		for (const defect of DEFECTS) {
			if (only && !only.includes(defect.name)) continue;
			const hunt = await huntDefect(workshop, sound, defect);
			hunts.push(hunt);
			tell?.(hunt);
		}
	} finally {
		await workshop.close();
	}
	if (only) return hunts;
	return [...hunts, ...BEYOND.map(({ title, why }): Hunt => ({ defect: '', title, whyNot: why }))];
}

async function huntDefect(
	workshop: Workshop,
	sound: SoundWorlds,
	{ name, world: wanted }: Defect,
): Promise<Hunt> {
	const built = await workshop.build(name);
	const hunt: Hunt = { defect: name, title: await workshop.titleOf(name) };
	for (let world = 0; world < STANDARD.worlds; world += 1) {
		const plan = { ...STANDARD, ...wanted, world };
		const { finding, simulatedMs } = await play({ ...plan, built });
		if (!finding || !(await sound.has(plan))) continue;
		const { rule, text } = finding;
		return { ...hunt, found: { plan, rule, text, afterMs: simulatedMs } };
	}
	return { ...hunt, whyNot: `No rule was broken in ${STANDARD.worlds} worlds.` };
}

/** Worlds in which the package without a defect breaks no rule; each is played once. */
class SoundWorlds {
	private readonly known = new Map<string, boolean>();

	constructor(private readonly built: string) {}

	async has(plan: WorldPlan): Promise<boolean> {
		const key = JSON.stringify(plan);
		const known = this.known.get(key);
		if (known !== undefined) return known;
		const { finding } = await play({ ...plan, built: this.built });
		this.known.set(key, finding === undefined);
		return finding === undefined;
	}
}

export { huntsAsMarkdown, type Hunt } from './report.mts';
