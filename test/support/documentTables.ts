import { readText } from './files';

/** The cells of the table between `<!-- name -->` and the next comment of a document, without its head. */
export function tableIn(file: string, name: string): string[][] {
	const [, after = ''] = readText(file).split(`<!-- ${name} -->`);
	const [text = ''] = after.split('<!--');
	const rows = text.split('\n').filter((line) => line.startsWith('|'));
	if (rows.length < 3) throw new Error(`${file} has no table '${name}'`);
	return rows.slice(2).map((row) =>
		row
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim()),
	);
}

/** What a text has in backticks. */
export function codeIn(text: string): string[] {
	return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}
