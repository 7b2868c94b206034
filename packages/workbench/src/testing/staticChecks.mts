import { runToEnd, scriptOf, withProgramsOf } from '../processes/tool.mts';
import { inParallel } from '../../../simulator/src/util/inParallel.mts';
import { inRoot } from '../util/paths.mts';
import { timed, type PartResult } from './partResults.mts';

/** A static check of the sources. */
export interface StaticCheck {
	name: string;
	package: string;
	command: string;
	args: readonly string[];
}

/** @param fix whether to correct what can be corrected */
export function lintChecks({ fix = false } = {}): StaticCheck[] {
	const fixing = fix ? ['--fix'] : [];
	const strict = ['--config', 'eslint.tools.config.mjs', '--max-warnings', '0'];
	return [
		{
			name: 'Lint: the development tools',
			package: 'eslint',
			command: 'eslint',
			args: [...strict, ...fixing, '.'],
		},
		{
			name: "Lint: n8n's rules",
			package: '@n8n/node-cli',
			command: 'n8n-node',
			args: ['lint', ...fixing],
		},
	];
}

/** The longest first: they run side by side. The types of the package are checked when it is built. */
export const STATIC_CHECKS: readonly StaticCheck[] = [
	...lintChecks(),
	{
		name: 'Format',
		package: 'prettier',
		command: 'prettier',
		args: ['--check', '**/*.{ts,mts,js,mjs}'],
	},
	types('the development tools', 'tsconfig.tools.json'),
	types('the unit tests', 'tsconfig.test.json'),
];

function types(of: string, project: string): StaticCheck {
	const args = ['--project', project, '--noEmit'];
	return { name: `Types: ${of}`, package: 'typescript-native', command: 'tsc', args };
}

/** Shows the output of each tool when it has ended. */
export async function runChecks(checks: readonly StaticCheck[]): Promise<PartResult[]> {
	return await inParallel(checks, run);
}

async function run({ name, package: of, command, args }: StaticCheck): Promise<PartResult> {
	const env = withProgramsOf(inRoot('node_modules', '.bin'), { ...process.env, CI: 'true' });
	let shown = '';
	const result = await timed(name, async () => {
		const { code, said } = await runToEnd(process.execPath, [scriptOf(of, command), ...args], { env });
		shown = said.trimEnd();
		// n8n's linter ends with 0 whatever it finds.
		return code === 0 && !/✖ \d+ problem/.test(said);
	});
	console.log(`\n── ${name} (${result.seconds} s)\n${shown}`);
	return result;
}
