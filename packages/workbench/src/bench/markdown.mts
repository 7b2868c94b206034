import { markdownTable } from '../../../simulator/src/util/markdownTable.mts';
import type { Figures } from '../figures/writeFigures.mts';
import { circumstances } from '../figures/versions.mts';
import type { Measurement, Row } from './row.mts';

/** The figures of docs/performance.md, by benchmark. */
export function asMarkdown(measurements: readonly Measurement[], note?: string): Figures {
	return Object.fromEntries(measurements.map((one) => [one.benchmark, sectionOf(one, note)]));
}

function sectionOf({ title, measuredAt, rows, ...versions }: Measurement, note?: string): string {
	const about = [circumstances(new Date(measuredAt), versions), ...(note === undefined ? [] : [note])].join(
		' ',
	);
	const table = markdownTable(['Figure', 'Measured', 'Target', 'Compared with'], rows.map(cellsOf));
	return `## ${title}\n\n${about}\n\n${table}`;
}

function cellsOf({ name, figure, unit, target, met, note, baselines }: Row & { met: boolean }): string[] {
	const others = baselines.map((other) => `${other.name}: ${other.figure}${inBrackets(other.note)}`);
	const wanted = target === undefined ? '' : `at most ${target}: ${met ? 'met' : '**missed**'}`;
	return [name, `${figure} ${unit}${inBrackets(note)}`, wanted, others.join('<br>')];
}

export function inBrackets(note: string | undefined): string {
	return note === undefined ? '' : ` (${note})`;
}
