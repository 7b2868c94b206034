import { filesBelow, readText } from '../support/files';

/** From the bottom to the top: what each part of the repository may import from, beside itself. */
const PARTS: Record<string, readonly string[]> = {
	nodes: [],
	credentials: ['nodes'],
	'packages/sandbox': [],
	test: ['nodes', 'credentials', 'index', 'packages/sandbox'],
	'packages/simulator': ['nodes', 'test', 'packages/sandbox'],
	'packages/workbench': ['nodes', 'test', 'packages/sandbox', 'packages/simulator', 'jest.config.mjs'],
};

const sourcesBelow = (folder: string) =>
	['.ts', '.mts', '.mjs', '.js'].flatMap((ending) => filesBelow(folder, ending));

/** What it names as `import … from 'x'`, `import('x')`, `require('x')` and the like. */
function specifiersOf(file: string): string[] {
	const named = /(?:\bfrom|\bimport|\b(?:import|require|mock|requireActual|URL)\()\s*'([^'\s]+)'/g;
	return [...readText(file).matchAll(named)].map(([, specifier]) => specifier as string);
}

function importsOf(file: string): string[] {
	return specifiersOf(file)
		.filter((specifier) => specifier.startsWith('.'))
		.map((specifier) => new URL(specifier, `file:///${file}`).pathname.slice(1));
}

/** `packages/sandbox` of a file below it, `nodes`, `test`, or a file of the root. */
function partOf(file: string): string {
	return file
		.split('/')
		.slice(0, file.startsWith('packages/') ? 2 : 1)
		.join('/');
}

describe('the parts of the repository', () => {
	it.each(Object.entries(PARTS))('%s imports only from %j', (part, allowed) => {
		const strangers = sourcesBelow(part).flatMap((file) =>
			importsOf(file)
				.filter((target) => ![part, ...allowed].includes(partOf(target)))
				.map((target) => `${file} → ${target}`),
		);
		expect(strangers).toEqual([]);
	});

	it('the programs of the packages know nothing of the sources and tests of the nodes', () => {
		const programs = filesBelow('packages', '.mts').filter((file) => /^packages\/\w+\/src\//.test(file));
		const strangers = programs.filter((file) =>
			importsOf(file).some((target) => !partOf(target).startsWith('packages/')),
		);
		expect(programs.length).toBeGreaterThan(300);
		expect(strangers).toEqual([]);
	});
});

describe('the sandbox', () => {
	it('imports only the packages that come with it, and those of Node', () => {
		const { dependencies } = JSON.parse(readText('packages/sandbox/package.json')) as {
			dependencies: Record<string, string>;
		};
		const imported = sourcesBelow('packages/sandbox/src').flatMap((file) =>
			[...readText(file).matchAll(/ from '(?!\.|node:)((?:@[^/']+\/)?[^/']+)/g)].map(([, name]) => name),
		);
		// The browser loads idiomorph.
		expect([...new Set([...imported, 'idiomorph'])].sort()).toEqual(Object.keys(dependencies).sort());
	});
});
