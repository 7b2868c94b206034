import type { Row } from './row.mts';

export interface Benchmark {
	/** Its name on the command line. */
	name: string;
	/** Its heading. */
	title: string;
	/** @param folder an empty folder for its data */
	run(folder: string): Promise<Row[]>;
}
