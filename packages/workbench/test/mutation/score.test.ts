import { figuresOf } from '../../src/mutation/figures.mts';
import { scoreOf, type Mutant, type MutationReport } from '../../src/mutation/score.mts';

const SOURCE = 'const isLate = (ms) =>\n\tms > 10;\n';

function mutant(status: string, replacement = 'ms >= 10', testsCompleted = 2): Mutant {
	return {
		mutatorName: 'EqualityOperator',
		replacement,
		status,
		testsCompleted,
		location: { start: { line: 2, column: 2 }, end: { line: 2, column: 9 } },
	};
}

function report(...mutants: Mutant[]): MutationReport {
	return { files: { 'nodes/late.ts': { source: SOURCE, mutants } } };
}

describe('The mutation score', () => {
	it('is the share of killed mutants among those that can be killed', () => {
		const statuses = [
			'Killed',
			'Timeout',
			'Survived',
			'NoCoverage',
			'RuntimeError',
			'CompileError',
			'Ignored',
		];
		const { total } = scoreOf(report(...statuses.map((status) => mutant(status))), []);

		expect(total).toEqual({ mutants: 4, killed: 2, survived: 2, equivalent: 0, testRuns: 14, score: 0.5 });
	});

	it('names each survivor with its place, its text and whether a test runs through it', () => {
		const { survivors } = scoreOf(report(mutant('Survived'), mutant('NoCoverage', 'true')), []);

		expect(survivors).toEqual([
			{ file: 'nodes/late.ts', line: 2, original: 'ms > 10', replacement: 'ms >= 10', covered: true },
			{ file: 'nodes/late.ts', line: 2, original: 'ms > 10', replacement: 'true', covered: false },
		]);
	});

	it('does not count a mutant that is known to be equivalent', () => {
		const known = { file: 'nodes/late.ts', original: 'ms > 10', replacement: 'ms >= 10', reason: 'never 10' };
		const { total, survivors, outdated } = scoreOf(report(mutant('Killed', 'false'), mutant('Survived')), [
			known,
		]);

		expect(total).toMatchObject({ mutants: 2, killed: 1, survived: 0, equivalent: 1, score: 1 });
		expect([survivors, outdated]).toEqual([[], []]);
	});

	it.each([
		['of another file, which may have been left out', { file: 'nodes/early.ts' }, false],
		['of another text: the entry is outdated', { original: 'ms > 11' }, true],
		['with another replacement: the entry is outdated', { replacement: 'false' }, true],
	])('counts it when what is known is %s', (_, other, isOutdated) => {
		const known = {
			file: 'nodes/late.ts',
			original: 'ms > 10',
			replacement: 'ms >= 10',
			reason: '',
			...other,
		};
		const { total, survivors, outdated } = scoreOf(report(mutant('Survived')), [known]);

		expect(total.score).toBe(0);
		expect(survivors).toHaveLength(1);
		expect(outdated).toEqual(isOutdated ? [known] : []);
	});

	it('is full where there is nothing to kill', () => {
		expect(scoreOf(report(), []).total.score).toBe(1);
	});

	it('reads a text over several lines', () => {
		const whole = {
			...mutant('Survived'),
			location: { start: { line: 1, column: 16 }, end: { line: 2, column: 9 } },
		};

		expect(scoreOf(report(whole), []).survivors[0]?.original).toBe('(ms) =>\n\tms > 10');
	});

	it('shows the file with the lowest score first, and each survivor in a line', () => {
		const { files } = report(mutant('Survived'), mutant('Killed'));
		const figures = figuresOf(
			scoreOf({ files: { 'nodes/good.ts': { source: SOURCE, mutants: [mutant('Killed')] }, ...files } }, []),
		);

		expect(figures.split('\n').slice(2)).toEqual([
			'| nodes/late.ts | 2 | 1 | 1 | 0 | 4 | 50.0 % |',
			'| nodes/good.ts | 1 | 1 | 0 | 0 | 2 | 100.0 % |',
			'| all files | 3 | 2 | 1 | 0 | 6 | 66.7 % |',
			'',
			'Survived:',
			'nodes/late.ts:2 ms > 10 → ms >= 10',
		]);
	});
});
