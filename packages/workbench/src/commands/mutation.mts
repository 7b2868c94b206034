import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { figuresOf, GOAL } from '../mutation/figures.mts';
import { scoreOf, type Equivalent, type MutationReport } from '../mutation/score.mts';
import { inRoot } from '../util/paths.mts';
import { stopOnSignals } from '../processes/signals.mts';
import { runShown, scriptOf } from '../processes/tool.mts';
import { UserError } from '../util/userError.mts';

const FOLDER = inRoot('packages', 'workbench', 'src', 'mutation');
const CONFIG = join(FOLDER, 'stryker.config.mjs');
const EQUIVALENTS = join(FOLDER, 'equivalents.json');
const KEPT = inRoot('.mutation');
const REPORT = inRoot('.mutation', 'report.json');

interface MutationValues {
	file?: string;
	constants?: boolean;
	fresh?: boolean;
	json?: boolean;
}

export default async function mutation({ file, constants, fresh, json }: MutationValues): Promise<number> {
	stopOnSignals();
	if (fresh) rmSync(KEPT, { recursive: true, force: true });
	rmSync(REPORT, { force: true });
	const chosen = [
		...(file === undefined ? [] : ['--mutate', file]),
		...(constants ? [] : ['--ignoreStatic']),
	];
	await runStryker(chosen, json === true);
	const score = scoreOf(read<MutationReport>(REPORT), read<Equivalent[]>(EQUIVALENTS));
	console.log(json ? JSON.stringify(score, undefined, '\t') : `\n${figuresOf(score)}`);
	return score.total.score >= GOAL ? 0 : 1;
}

/** With `--json`, standard output is for the figures only. */
async function runStryker(chosen: readonly string[], json: boolean): Promise<void> {
	const args = [scriptOf('@stryker-mutator/core', 'stryker'), 'run', CONFIG, ...chosen];
	const code = await runShown(process.execPath, args, { output: json ? process.stderr : process.stdout });
	if (code !== 0 || !existsSync(REPORT))
		throw new UserError(`Stryker ended with ${code} and left no report.`);
}

function read<T>(path: string): T {
	return JSON.parse(readFileSync(path, 'utf8')) as T;
}
