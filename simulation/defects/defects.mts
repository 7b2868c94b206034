import { play } from '../world/play.mts';
import type { WorldPlan } from '../world/plan.mts';
import { BEYOND, DEFECTS, STANDARD, type Defect } from './catalogue.mts';
import { titleOf, Workshop } from './workshop.mts';

export interface HuntOptions {
	/** Names of defects (default: all of them). */
	only?: readonly string[];
	/** Told of each hunt when it is over. */
	tell?: (hunt: Hunt) => void;
}

/** A defect that was put back, and whether the simulation found it. */
export interface Hunt {
	defect: string;
	title: string;
	found?: {
		/** To play it again. */
		plan: WorldPlan;
		rule: string;
		text: string;
		/** Simulated time in that world. */
		afterMs: number;
	};
	whyNot?: string;
}

/** Puts back one defect after the other and plays worlds until a rule is broken. */
export async function huntDefects({ only, tell }: HuntOptions = {}): Promise<Hunt[]> {
	const hunts: Hunt[] = [];
	const workshop = await Workshop.open();
	try {
		for (const defect of DEFECTS) {
			if (only && !only.includes(defect.name)) continue;
			const hunt = await huntDefect(workshop, defect);
			hunts.push(hunt);
			tell?.(hunt);
		}
	} finally {
		await workshop.close();
	}
	if (only) return hunts;
	return [...hunts, ...BEYOND.map(({ title, why }): Hunt => ({ defect: '', title, whyNot: why }))];
}

async function huntDefect(workshop: Workshop, { name, world: wanted }: Defect): Promise<Hunt> {
	const built = await workshop.build(name);
	const hunt: Hunt = { defect: name, title: await titleOf(name) };
	for (let world = 0; world < STANDARD.worlds; world += 1) {
		const plan = { ...STANDARD, ...wanted, world };
		const { finding, simulatedMs } = await play({ ...plan, built });
		if (!finding) continue;
		const { rule, text } = finding;
		return { ...hunt, found: { plan, rule, text, afterMs: simulatedMs } };
	}
	return { ...hunt, whyNot: `No rule was broken in ${STANDARD.worlds} worlds.` };
}

/** Both tables of docs/simulation.md, Defects put back. */
export function huntsAsMarkdown(hunts: readonly Hunt[]): string {
	const found = hunts.flatMap(({ title, found: at }) => (at ? [foundRow(title, at)] : []));
	const others = hunts.flatMap(({ title, whyNot }) => (whyNot ? [`| ${title} | ${whyNot} |`] : []));
	const ofAll = hunts.filter(({ defect }) => defect !== '').length;
	return [
		`${found.length} of ${ofAll} are found.`,
		'',
		'| Defect | Rule | World | Found after |',
		'| --- | --- | --- | --- |',
		...found,
		'',
		'| Not found | Why |',
		'| --- | --- |',
		...others,
		'',
	].join('\n');
}

function foundRow(title: string, { plan, rule, afterMs }: NonNullable<Hunt['found']>): string {
	return `| ${title} | ${rule} | ${worldOf(plan)} | ${durationOf(afterMs)} |`;
}

function worldOf({ seed, world, calm, lasting = [], pollTimeoutMs }: WorldPlan): string {
	const limit = pollTimeoutMs === undefined ? [] : [`polls of ${pollTimeoutMs / 1_000} s`];
	return [`seed ${seed}, world ${world}`, ...(calm ? ['calm'] : []), ...lasting, ...limit].join('; ');
}

function durationOf(ms: number): string {
	const minutes = Math.round(ms / 60_000);
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
