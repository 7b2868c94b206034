import { filesBelow, readText } from '../support/files';

const { scripts, version, files } = JSON.parse(readText('package.json')) as {
	scripts: Record<string, string>;
	version: string;
	files: string[];
};

const workflows = filesBelow('.github/workflows', '.yml');
const publish = readText('.github/workflows/publish.yml');

/** What the steps of a workflow run, in their order. */
function commandsOf(file: string): string[] {
	return [...readText(file).matchAll(/^ *(?:- )?run: (?:\|\n((?: {10,}.*\n)+)|(.*)$)/gm)].map(
		([, block, line]) => (block ?? line ?? '').trim(),
	);
}

describe('publication', () => {
	it('is done with provenance, of a build by the project, after the tests', () => {
		const commands = commandsOf('.github/workflows/publish.yml').filter((command) =>
			command.startsWith('npm '),
		);
		expect(commands).toEqual([
			'npm test',
			'npm run build',
			'npm publish --provenance --access public --ignore-scripts',
		]);
		expect(publish).toMatch(/^ {6}id-token: write$/m);
		expect(publish).toMatch(/^on:\n {2}release:\n {4}types: \[published\]$/m);
	});

	it('takes only the built package', () => {
		expect(files).toEqual(['dist']);
	});

	it('has a changelog for what comes next or for this version', () => {
		const [first = ''] = /^## .*$/m.exec(readText('CHANGELOG.md')) ?? [];
		expect(['## Unreleased', `## ${version}`].some((heading) => first.startsWith(heading))).toBe(true);
	});
});

describe('workflows on GitHub', () => {
	it.each(workflows)('%s runs only commands that exist', (file) => {
		const named = commandsOf(file).flatMap((command) => [
			...command.matchAll(/\bnpm (?:run )?(start|test(?::\w+)?|[a-z]+)/g),
		]);
		const own = named.map(([, name]) => name ?? '').filter((name) => name !== 'publish');
		expect(named.length + commandsOf(file).filter((command) => command === '.ci/run').length).toBeGreaterThan(
			0,
		);
		expect(Object.keys(scripts)).toEqual(expect.arrayContaining(own));
	});

	it.each(workflows)('%s has no more rights than it needs', (file) => {
		expect(readText(file)).toMatch(/^permissions:\n {2}contents: read$/m);
		expect(readText(file)).not.toMatch(/contents: write|write-all/);
	});
});
