import { runShown, scriptOf } from '../processes/tool.mts';

/** Code and its settings. Prose is wrapped by hand. */
const FORMATTED = [
	'*.ts',
	'*.js',
	'*.mjs',
	...['nodes', 'credentials', 'tools', 'test'].map((folder) => `${folder}/**/*.{ts,mts,js,mjs}`),
];

/** Formats the code, or only looks whether it is. */
export async function format({ check }: { check: boolean }): Promise<boolean> {
	const how = check ? ['--check'] : ['--write', '--list-different'];
	return (await runShown(process.execPath, [scriptOf('prettier', 'prettier'), ...how, ...FORMATTED])) === 0;
}
