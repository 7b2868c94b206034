import { runToEnd, scriptOf, withProgramsOf } from '../processes/tool.mts';
import { inParallel } from '../../../simulator/src/util/inParallel.mts';
import { inRoot } from '../util/paths.mts';

/** What a tool finds in the sources without running them. */
export interface StaticCheck {
	name: string;
	package: string;
	command: string;
	args: readonly string[];
}

/** @param fix what can be corrected is */
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

/** Shows what each tool says when it has ended. @returns the names of those that found something */
export async function failedOf(checks: readonly StaticCheck[]): Promise<string[]> {
	const passed = await inParallel(checks, passes);
	return checks.filter((_, index) => passed[index] !== true).map(({ name }) => name);
}

async function passes({ name, package: of, command, args }: StaticCheck): Promise<boolean> {
	const env = withProgramsOf(inRoot('node_modules', '.bin'), { ...process.env, CI: 'true' });
	const began = performance.now();
	const { code, said } = await runToEnd(process.execPath, [scriptOf(of, command), ...args], { env });
	const seconds = Math.round((performance.now() - began) / 1000);
	console.log(`\n── ${name} (${seconds} s)\n${said.trimEnd()}`);
	// n8n's linter ends with 0 whatever it finds.
	return code === 0 && !/✖ \d+ problem/.test(said);
}
