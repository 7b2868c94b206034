import type { Equivalent } from '../../src/mutation/score.mts';
import { fileExists, readText } from '../../../../test/support/files';

/** Each name of `folder/{one,other}.ts`; a pattern with a star stands for its folder. */
function expanded(pattern: string): string[] {
	const [braces, names] = /\{([^}]*)\}/.exec(pattern) ?? [];
	if (braces === undefined || names === undefined) return [pattern.replace(/\/\*.*$/, '')];
	return names.split(',').flatMap((name) => expanded(pattern.replace(braces, name)));
}

describe('What mutation testing is told to use', () => {
	it.each([
		['packages/workbench/src/mutation/stryker.config.mjs', /'(nodes\/[^']+)'/g],
		['packages/workbench/src/mutation/jest.config.mjs', /'<rootDir>\/([^']+)'/g],
	])('%s names files that exist', (config, patterns) => {
		const named = [...readText(config).matchAll(patterns)].flatMap(([, pattern = '']) => expanded(pattern));
		expect(named.length).toBeGreaterThan(10);
		expect(named.filter((name) => !fileExists(name))).toEqual([]);
	});

	it('mutants that are known to be equivalent are of code that there is', () => {
		const known = JSON.parse(readText('packages/workbench/src/mutation/equivalents.json')) as Equivalent[];
		const isThere = ({ file, original }: Equivalent) => fileExists(file) && readText(file).includes(original);
		expect(known.filter((entry) => !isThere(entry))).toEqual([]);
	});
});
