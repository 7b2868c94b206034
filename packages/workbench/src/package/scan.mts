import { buildScanConfig, SOURCE_FILE_PATTERNS } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';
import { relative } from 'node:path';

/** The files that n8n's scanner of community packages checks, in the published package and in its sources. */
export const IN_PACKAGE = ['**/*.js', '**/*.ts', '**/*.json'];
export const IN_SOURCES: readonly string[] = SOURCE_FILE_PATTERNS;

/** The findings of the scanner's rules, warnings included. Comments in the code cannot switch a rule off. */
export async function scan(folder: string, patterns: readonly string[]): Promise<string[]> {
	const eslint = await scanner(folder);
	const results = await eslint.lintFiles([...patterns]);
	if (results.length === 0) throw new Error(`There is nothing to scan in ${folder}`);
	return results.flatMap(findings(folder));
}

/** The same for a text, as if it were this file of the folder. */
export async function scanText(folder: string, filePath: string, text: string): Promise<string[]> {
	const eslint = await scanner(folder);
	return (await eslint.lintText(text, { filePath })).flatMap(findings(folder));
}

async function scanner(cwd: string): Promise<ESLint> {
	return new ESLint({
		cwd,
		allowInlineConfig: false,
		errorOnUnmatchedPattern: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
}

function findings(folder: string): (result: ESLint.LintResult) => string[] {
	return ({ filePath, messages }) =>
		messages.map(
			({ ruleId, line, message }) => `${relative(folder, filePath)}:${line} ${ruleId}: ${message}`,
		);
}
