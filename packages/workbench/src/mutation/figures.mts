import { markdownTable } from '../../../simulator/src/util/markdownTable.mts';
import type { FileScore, MutationScore, Survivor } from './score.mts';

/** The share of mutants that tests must kill. */
export const GOAL = 0.95;
const MAX_SHOWN = 60;

/** A table of the files, and every surviving mutant. */
export function figuresOf({ total, files, survivors, outdated }: MutationScore): string {
	const rows = [...files.map((score) => row(score.file, score)), row('all files', total)];
	return [
		markdownTable(['File', 'Mutants', 'Killed', 'Survived', 'Equivalent', 'Test runs', 'Score'], rows),
		...listed('Survived', survivors.map(shown)),
		...listed(
			'No longer there, to be taken out of packages/workbench/src/mutation/equivalents.json',
			outdated.map(({ file, original }) => `${file}: ${short(original)}`),
		),
	].join('\n');
}

function row(
	name: string,
	{ mutants, killed, survived, equivalent, testRuns, score }: Omit<FileScore, 'file'>,
): Array<string | number> {
	return [name, mutants, killed, survived, equivalent, testRuns, `${(score * 100).toFixed(1)} %`];
}

function listed(title: string, lines: readonly string[]): string[] {
	return lines.length === 0 ? [] : ['', `${title}:`, ...lines];
}

function shown({ file, line, original, replacement, covered }: Survivor): string {
	return `${file}:${line} ${short(original)} → ${short(replacement)}${covered ? '' : ' (no test runs through it)'}`;
}

function short(text: string): string {
	const oneLine = text.replace(/\s+/g, ' ');
	return oneLine.length > MAX_SHOWN ? `${oneLine.slice(0, MAX_SHOWN)}…` : oneLine;
}
