import { filesBelow, readText } from './files';

const { repository } = JSON.parse(readText('package.json')) as { repository: { url: string } };

/** The address of the repository, as `repository` in package.json has it. */
export const REPOSITORY = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

type Rewrite = (text: string) => string;

const inPackage: Rewrite = (text) =>
	text
		.replace(/(?<="homepage": ")[^"#]*/, REPOSITORY)
		.replace(/(?<="bugs": \{\s*"url": ")[^"]*(?=\/issues")/, REPOSITORY);
const inCredential: Rewrite = (text) => text.replace(/(?<=documentationUrl = ')[^'#]*/, REPOSITORY);
const inCodex: Rewrite = (text) =>
	text.replace(/(?<="url": ")[^"]*?(?=(?:\/blob\/main\/[^"]*)?")/g, REPOSITORY);

/** Files that n8n and npm want the address in, and how it gets there. */
export const filesWithLinks: ReadonlyArray<readonly [string, Rewrite]> = [
	['package.json', inPackage],
	...filesBelow('credentials', '.ts').map((file) => [file, inCredential] as const),
	...filesBelow('nodes', '.node.json').map((file) => [file, inCodex] as const),
];
