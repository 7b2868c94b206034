import { REPOSITORY } from '../util/repository.mts';
import type { Played } from '../world/play.mts';
import { SPECIAL, SPECIAL_WORLDS, USUAL } from '../world/standardRun.mts';
import type { WorldPlan } from '../world/worldPlan.mts';
import { inParallel } from '../util/inParallel.mts';
import { playInThread } from '../worlds.mts';
import { BEYOND, DEFECTS, type Defect } from './catalogue.mts';
import type { Hunt } from './report.mts';
import { Workshop } from './workshop.mts';

/** Of the standard run in which they are looked for, unless another shows them. */
const SEED = 1;

export interface HuntOptions {
	/** Names of defects (default: all of them). */
	only?: readonly string[];
	/** Told of each hunt when it is over. */
	tell?: (hunt: Hunt) => void;
}

/** Puts each defect back and plays worlds until a rule is broken that holds without the defect. */
export async function huntDefects({ only, tell }: HuntOptions = {}): Promise<Hunt[]> {
	const workshop = await Workshop.open(REPOSITORY);
	try {
		const sound = new SoundWorlds(await workshop.whole());
		const hunted: Hunted[] = [];
		for (const defect of DEFECTS) {
			if (only && !only.includes(defect.name)) continue;
			const title = await workshop.titleOf(defect.name);
			hunted.push({ defect, title, built: await workshop.build(defect.name) });
		}
		const hunts = await inParallel(hunted, async (one) => {
			const hunt = await huntDefect(one, sound);
			tell?.(hunt);
			return hunt;
		});
		return only ? hunts : [...hunts, ...BEYOND.map(({ title, why }) => ({ defect: '', title, whyNot: why }))];
	} finally {
		await workshop.close();
	}
}

interface Hunted {
	defect: Defect;
	title: string;
	/** The folder of the package with that defect. */
	built: string;
}

async function huntDefect({ defect, title, built }: Hunted, sound: SoundWorlds): Promise<Hunt> {
	const hunt: Hunt = { defect: defect.name, title };
	for (const plan of plansFor(defect)) {
		const { finding, simulatedMs } = await played({ ...plan, built });
		if (!finding || !(await sound.has(plan))) continue;
		const { rule, text } = finding;
		return { ...hunt, found: { plan, rule, text, afterMs: simulatedMs } };
	}
	return { ...hunt, whyNot: 'No rule was broken.' };
}

function plansFor({ special }: Defect): WorldPlan[] {
	const plan = { ...USUAL, seed: SEED, world: 0 };
	if (special !== undefined) return [{ ...plan, ...SPECIAL, ...SPECIAL_WORLDS[special], special }];
	return Array.from({ length: plan.worlds }, (_, world) => ({ ...plan, world }));
}

async function played(plan: WorldPlan): Promise<Played> {
	return (await playInThread({ plan, shrinks: false })).played;
}

/** Worlds in which the package without a defect breaks no rule; each is played once. */
class SoundWorlds {
	private readonly known = new Map<string, Promise<boolean>>();

	constructor(private readonly built: string) {}

	async has(plan: WorldPlan): Promise<boolean> {
		const key = JSON.stringify(plan);
		const known = this.known.get(key) ?? this.isSound(plan);
		this.known.set(key, known);
		return await known;
	}

	private async isSound(plan: WorldPlan): Promise<boolean> {
		return (await played({ ...plan, built: this.built })).finding === undefined;
	}
}

export { huntsAsMarkdown, type Hunt } from './report.mts';
