import { inRoot } from './paths.mts';
import { runShown, scriptOf, withProgramsOf } from './processes/tool.mts';

/** n8n's own rules for what is published. */
export async function lintPackage(): Promise<boolean> {
	const env = withProgramsOf(inRoot('node_modules', '.bin'), { ...process.env, CI: 'true' });
	const strict = await runShown(process.execPath, [scriptOf('@n8n/node-cli', 'n8n-node'), 'lint'], { env });
	return strict === 0;
}

/** Rules for the development tools, which n8n's do not cover. */
export async function lintTools(): Promise<boolean> {
	const args = [scriptOf('eslint', 'eslint'), '--config', 'eslint.tools.config.mjs', '--max-warnings', '0', '.'];
	return (await runShown(process.execPath, args)) === 0;
}
