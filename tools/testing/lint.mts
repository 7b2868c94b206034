import { inRoot } from '../util/paths.mts';
import { runOverheard, runShown, scriptOf, withProgramsOf } from '../processes/tool.mts';

/** n8n's own rules for what is published. Its command passes over warnings; a reviewer does not. */
export async function lintPackage({ fix = false } = {}): Promise<boolean> {
	const env = withProgramsOf(inRoot('node_modules', '.bin'), { ...process.env, CI: 'true' });
	const lint = [scriptOf('@n8n/node-cli', 'n8n-node'), 'lint', ...(fix ? ['--fix'] : [])];
	const { code, said } = await runOverheard(process.execPath, lint, { env });
	return code === 0 && !/✖ \d+ problem/.test(said);
}

/** Rules for the development tools, which n8n's do not cover. */
export async function lintTools({ fix = false } = {}): Promise<boolean> {
	const args = [
		scriptOf('eslint', 'eslint'),
		'--config',
		'eslint.tools.config.mjs',
		'--max-warnings',
		'0',
		...(fix ? ['--fix'] : []),
		'.',
	];
	return (await runShown(process.execPath, args)) === 0;
}
