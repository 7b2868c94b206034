import { REPOSITORY } from '../util/repository.mts';
import type { WorldResult } from '../world/play.mts';
import { SPECIAL, SPECIAL_WORLDS, USUAL } from '../world/standardRun.mts';
import type { WorldPlan } from '../world/worldPlan.mts';
import { inParallel } from '../util/inParallel.mts';
import { playInThread } from '../worlds.mts';
import { UNDETECTABLE, DEFECTS, type Defect } from './catalogue.mts';
import type { Hunt } from './report.mts';
import { DefectBuilder } from './defectBuilder.mts';

/** The seed of the standard run that must find the defects. */
const SEED = 1;

export interface HuntOptions {
	/** Names of defects (default: all of them). */
	only?: readonly string[];
	/** Called when a hunt is over. */
	onHunt?: (hunt: Hunt) => void;
}

/** Puts each defect back and plays worlds until one breaks a rule, which holds there without the defect. */
export async function huntDefects({ only, onHunt }: HuntOptions = {}): Promise<Hunt[]> {
	const builder = await DefectBuilder.open(REPOSITORY);
	try {
		const clean = new CleanWorlds(await builder.buildClean());
		const builds: DefectBuild[] = [];
		for (const defect of DEFECTS) {
			if (only && !only.includes(defect.name)) continue;
			const title = await builder.titleOf(defect.name);
			builds.push({ defect, title, built: await builder.build(defect.name) });
		}
		const hunts = await inParallel(builds, async (one) => {
			const hunt = await huntDefect(one, clean);
			onHunt?.(hunt);
			return hunt;
		});
		return only
			? hunts
			: [...hunts, ...UNDETECTABLE.map(({ title, why }) => ({ defect: '', title, whyNot: why }))];
	} finally {
		await builder.close();
	}
}

interface DefectBuild {
	defect: Defect;
	title: string;
	/** The folder of the package with that defect. */
	built: string;
}

async function huntDefect({ defect, title, built }: DefectBuild, clean: CleanWorlds): Promise<Hunt> {
	const hunt: Hunt = { defect: defect.name, title };
	for (const plan of plansFor(defect)) {
		const { finding, simulatedMs } = await play({ ...plan, built });
		if (!finding || !(await clean.has(plan))) continue;
		const { rule, text } = finding;
		return { ...hunt, found: { plan, rule, text, afterMs: simulatedMs } };
	}
	return { ...hunt, whyNotFound: 'No rule was broken.' };
}

function plansFor({ special }: Defect): WorldPlan[] {
	const plan = { ...USUAL, seed: SEED, world: 0 };
	if (special !== undefined) return [{ ...plan, ...SPECIAL, ...SPECIAL_WORLDS[special], special }];
	return Array.from({ length: plan.worlds }, (_, world) => ({ ...plan, world }));
}

async function play(plan: WorldPlan): Promise<WorldResult> {
	return (await playInThread({ plan, shrinks: false })).result;
}

/** Tells whether a world breaks no rule without a defect. Each world is played once. */
class CleanWorlds {
	private readonly known = new Map<string, Promise<boolean>>();

	constructor(private readonly built: string) {}

	async has(plan: WorldPlan): Promise<boolean> {
		const key = JSON.stringify(plan);
		const known = this.known.get(key) ?? this.isClean(plan);
		this.known.set(key, known);
		return await known;
	}

	private async isClean(plan: WorldPlan): Promise<boolean> {
		return (await play({ ...plan, built: this.built })).finding === undefined;
	}
}

export { huntsAsMarkdown, type Hunt } from './report.mts';
