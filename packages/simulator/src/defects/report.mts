import { markdownTable } from '../util/markdownTable.mts';
import { nameOf, type WorldPlan } from '../world/worldPlan.mts';

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
	whyNotFound?: string;
}

/** Two tables: the defects that were found, and why others were not. */
export function huntsAsMarkdown(hunts: readonly Hunt[]): string {
	const found = hunts.flatMap(({ title, found: at }) => (at ? [foundRow(title, at)] : []));
	const others = hunts.flatMap(({ title, whyNotFound }) => (whyNotFound ? [[title, whyNotFound]] : []));
	const ofAll = hunts.filter(({ defect }) => defect !== '').length;
	return [
		`${found.length} of ${ofAll} are found.`,
		'',
		markdownTable(['Defect', 'Rule', 'World', 'Found after'], found),
		'',
		markdownTable(['Not found', 'Why'], others),
		'',
	].join('\n');
}

function foundRow(title: string, { plan, rule, afterMs }: NonNullable<Hunt['found']>): string[] {
	return [title, rule, nameOf(plan), durationOf(afterMs)];
}

function durationOf(ms: number): string {
	const minutes = Math.round(ms / 60_000);
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
