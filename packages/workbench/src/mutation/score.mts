/** The used part of Stryker's report (mutation-testing-report-schema). */
export interface MutationReport {
	files: Record<string, { source: string; mutants: Mutant[] }>;
}

export interface Mutant {
	mutatorName: string;
	replacement?: string;
	status: string;
	location: { start: Position; end: Position };
	/** How many tests ran until it was killed, or survived. */
	testsCompleted?: number;
}

/** Both count from 1. */
interface Position {
	line: number;
	column: number;
}

/** An equivalent mutant, which behaves like the original, so that no test can kill it. */
export interface Equivalent {
	file: string;
	original: string;
	replacement: string;
	reason: string;
}

export interface Survivor {
	file: string;
	line: number;
	original: string;
	replacement: string;
	/** Whether any test runs through it. */
	covered: boolean;
}

export interface FileScore {
	file: string;
	mutants: number;
	killed: number;
	survived: number;
	equivalent: number;
	/** Killed mutants among those that can be killed; 1 where there are none. */
	score: number;
	/** How many test runs its mutants took. */
	testRuns: number;
}

export interface MutationScore {
	total: Omit<FileScore, 'file'>;
	/** The lowest score first. */
	files: FileScore[];
	/** Surviving mutants that are not listed as equivalent. */
	survivors: Survivor[];
	/** Entries of the list for these files that no longer match a mutant. */
	outdated: Equivalent[];
}

const KILLED = ['Killed', 'Timeout'];
const SURVIVED = ['Survived', 'NoCoverage'];

/** Mutants that do not compile or are left out on purpose do not count. */
export function scoreOf({ files }: MutationReport, equivalents: readonly Equivalent[]): MutationScore {
	const matched = new Set<Equivalent>();
	const survivors: Survivor[] = [];
	const scores = Object.entries(files).map(([file, { source, mutants }]) => {
		const alive = mutants
			.filter(({ status }) => SURVIVED.includes(status))
			.map((mutant) => survivorOf(file, source, mutant));
		const unexplained = alive.filter((survivor) => {
			const found = equivalents.find((known) => isSame(known, survivor));
			if (found) matched.add(found);
			return found === undefined;
		});
		survivors.push(...unexplained);
		return {
			file,
			...counted({
				killed: mutants.filter(({ status }) => KILLED.includes(status)).length,
				survived: unexplained.length,
				equivalent: alive.length - unexplained.length,
				testRuns: mutants.reduce((sum, { testsCompleted = 0 }) => sum + testsCompleted, 0),
			}),
		};
	});
	const sum = (field: 'killed' | 'survived' | 'equivalent' | 'testRuns') =>
		scores.reduce((total, score) => total + score[field], 0);
	return {
		total: counted({
			killed: sum('killed'),
			survived: sum('survived'),
			equivalent: sum('equivalent'),
			testRuns: sum('testRuns'),
		}),
		files: scores.sort((one, other) => one.score - other.score),
		survivors,
		outdated: equivalents.filter((known) => Object.hasOwn(files, known.file) && !matched.has(known)),
	};
}

function counted(
	counts: Pick<FileScore, 'killed' | 'survived' | 'equivalent' | 'testRuns'>,
): Omit<FileScore, 'file'> {
	const { killed, survived, equivalent } = counts;
	const killable = killed + survived;
	return { mutants: killable + equivalent, ...counts, score: killable === 0 ? 1 : killed / killable };
}

function survivorOf(file: string, source: string, mutant: Mutant): Survivor {
	const { location, replacement = '', status } = mutant;
	return {
		file,
		line: location.start.line,
		original: textBetween(source, location.start, location.end),
		replacement,
		covered: status !== 'NoCoverage',
	};
}

function textBetween(source: string, start: Position, end: Position): string {
	const lines = source.split('\n').slice(start.line - 1, end.line);
	const last = lines.length - 1;
	lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
	lines[0] = (lines[0] ?? '').slice(start.column - 1);
	return lines.join('\n');
}

function isSame(known: Equivalent, { file, original, replacement }: Survivor): boolean {
	return known.file === file && known.original === original && known.replacement === replacement;
}
