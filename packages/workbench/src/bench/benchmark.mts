import type { Row } from './row.mts';

export interface Benchmark {
	/** How it is called on the command line. */
	name: string;
	/** What it is about, as a heading. */
	title: string;
	/** @param folder for everything it keeps; empty */
	run(folder: string): Promise<Row[]>;
}
