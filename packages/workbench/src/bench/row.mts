import type { Versions } from '../figures/versions.mts';

/** Another way to do the same, measured in the same run. */
export interface Baseline {
	name: string;
	figure: number;
	/** Remarks, such as what failed. */
	note?: string;
}

/** One measured figure: a row of the table. */
export interface Row {
	name: string;
	figure: number;
	unit: string;
	/** The maximum of the figure; undefined = no target. */
	target?: number;
	baselines: Baseline[];
	/** The values behind the figure. */
	note?: string;
}

/** The results of a benchmark, and the environment in which they were measured. */
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
