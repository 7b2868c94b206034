import { anchorOf } from '../documents/operationsDocument';
import { fileExists, filesBelow, filesIn, readText } from '../support/files';
import { filesWithLinks, REPOSITORY } from '../support/repository';

const documents = [
	...['.', 'packages/sandbox'].flatMap((folder) => filesIn(folder, '.md')),
	...['docs', 'workflows'].flatMap((folder) => filesBelow(folder, '.md')),
];

/** Code shows what links look like, but holds none. */
function prose(file: string): string {
	return readText(file)
		.replace(/^( *)(`{3,})[^\n]*\n.*?^\1\2/gms, '')
		.replace(/`[^`\n]*`/g, '');
}

/** The anchors of a document: one per heading, numbered where headings are the same. */
function anchorsOf(file: string): Set<string> {
	const headings = readText(file)
		.replace(/^( *)(`{3,})[^\n]*\n.*?^\1\2/gms, '')
		.split('\n')
		.flatMap((line) => /^#{1,6} +(.+?) *$/.exec(line)?.[1] ?? []);
	const anchors = new Set<string>();
	for (const heading of headings) {
		const anchor = anchorOf(heading);
		let unique = anchor;
		for (let number = 1; anchors.has(unique); number++) unique = `${anchor}-${number}`;
		anchors.add(unique);
	}
	return anchors;
}

/** Where a link leads, from the root of the repository. */
function targetOf(document: string, link: string): string {
	const steps = `${document.includes('/') ? document.replace(/\/[^/]*$/, '/') : ''}${link}`.split('/');
	const path: string[] = [];
	for (const step of steps) {
		if (step === '..') path.pop();
		else if (step !== '.' && step !== '') path.push(step);
	}
	return path.join('/');
}

const links = documents.flatMap((file) => {
	const inline = [...prose(file).matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)].map(([, link]) => link ?? '');
	const pictures = [...prose(file).matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map(
		([, link]) => link ?? '',
	);
	return [...inline, ...pictures].map((link) => [file, link] as const);
});
const isExternal = ([, link]: readonly [string, string]) => /^[a-z]+:/.test(link);

describe('links between documents', () => {
	it('are found at all', () => {
		expect(links.length).toBeGreaterThan(60);
	});

	it.each(links.filter((link) => !isExternal(link)))('%s → %s', (file, link) => {
		const [path = '', anchor] = link.split('#');
		const target = path === '' ? file : targetOf(file, path);
		expect(fileExists(target)).toBe(true);
		if (anchor !== undefined) expect([...anchorsOf(target)]).toContain(anchor);
	});
});

describe('links to the outside', () => {
	it.each(links.filter(isExternal))('%s → %s is well-formed', (_, link) => {
		expect(link).toMatch(/^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+(\/[^\s<>"]*)?(#[\w-]+)?$/);
	});
});

/** n8n puts a query behind the address, so that a fragment would be lost: one page per node. */
describe('links from n8n to a page', () => {
	const PAGES = `${REPOSITORY}/blob/main/`;
	const pages = filesBelow('nodes', '.node.json').map((file) => {
		const { resources } = JSON.parse(readText(file)) as {
			resources: { primaryDocumentation: Array<{ url: string }> };
		};
		return [file, resources.primaryDocumentation[0]?.url ?? ''] as const;
	});

	it.each(pages)('%s → %s', (_, link) => {
		expect(link.startsWith(PAGES)).toBe(true);
		expect(link).not.toMatch(/[#?]/);
		expect(fileExists(link.slice(PAGES.length))).toBe(true);
	});

	it('are one for each node', () => {
		expect(new Set(pages.map(([, link]) => link)).size).toBe(pages.length);
	});

	it('of the credential leads to its section', () => {
		const links = filesBelow('credentials', '.ts').flatMap((file) =>
			[...readText(file).matchAll(/documentationUrl = '([^']*)'/g)].map(([, link]) => link),
		);
		expect(links).toEqual([`${REPOSITORY}#credential`]);
		expect([...anchorsOf('README.md')]).toContain('credential');
	});
});

describe('the address of the repository', () => {
	const folders = ['.github', 'credentials', 'docs', 'nodes', 'packages', 'test', 'workflows'];
	const files = [
		...['.md', '.ts', '.mjs'].flatMap((ending) => filesIn('.', ending)),
		...['.md', '.ts', '.mts', '.mjs', '.json', '.yml'].flatMap((ending) =>
			folders.flatMap((folder) => filesBelow(folder, ending)),
		),
	];

	it('is written only where `npm run docs` takes it from package.json', () => {
		const known = filesWithLinks.map(([file]) => file);
		const others = files.filter((file) => !known.includes(file) && readText(file).includes(REPOSITORY));
		expect(others).toEqual([]);
	});
});
