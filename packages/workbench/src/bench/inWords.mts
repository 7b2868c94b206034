import { inBrackets } from './markdown.mts';
import type { Measurement, Row } from './row.mts';

/** The rows of one benchmark for the terminal. */
export function inWords({ rows }: Measurement): string {
	return rows.flatMap(linesOf).join('\n');
}

function linesOf(row: Row & { met: boolean }): string[] {
	const verdict = row.target === undefined ? ' ' : row.met ? '✓' : '✗';
	const target = row.target === undefined ? '' : `, target: at most ${row.target}`;
	return [
		`${verdict} ${row.name}: ${row.figure} ${row.unit}${target}${inBrackets(row.note)}`,
		...row.baselines.map(({ name, figure, note }) => `    ${name}: ${figure}${inBrackets(note)}`),
	];
}
