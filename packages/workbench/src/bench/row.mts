import type { Versions } from '../figures/versions.mts';

/** The same thing done otherwise, in the same run. */
export interface Baseline {
	name: string;
	figure: number;
	/** What else is to be known of it, such as what failed. */
	note?: string;
}

/** One measured figure: a row of the table. */
export interface Row {
	name: string;
	figure: number;
	unit: string;
	/** The figure may be so high at most; absent = no target. */
	target?: number;
	baselines: Baseline[];
	/** What the figure was computed from. */
	note?: string;
}

/** What one benchmark measured, and in which circumstances. */
export interface Measurement extends Versions {
	benchmark: string;
	title: string;
	/** ISO form. */
	measuredAt: string;
	rows: Array<Row & { met: boolean }>;
}

export function isMet({ figure, target }: Row): boolean {
	return target === undefined || figure <= target;
}
