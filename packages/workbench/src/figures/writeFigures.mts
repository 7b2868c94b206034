import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../util/userError.mts';

/** Figures in Markdown, by the name of their place in the document. */
export type Figures = Readonly<Record<string, string>>;

const END = '<!-- end of figures -->';

/** Writes measured figures into a document, and changes nothing else. */
export function writeFigures(file: string, figures: Figures): void {
	const path = resolve(file);
	try {
		writeFileSync(path, withFigures(readFileSync(path, 'utf8'), figures));
	} catch (error) {
		throw error instanceof UserError ? new UserError(`${file}: ${error.message}`) : error;
	}
}

/** @throws UserError when the document has no place for one of them */
export function withFigures(document: string, figures: Figures): string {
	return Object.entries(figures).reduce((text, [name, figure]) => {
		const start = `<!-- figures: ${name} -->`;
		const [before = '', rest, ...more] = text.split(start);
		const end = rest?.indexOf(END) ?? -1;
		if (rest === undefined || end < 0 || more.length > 0)
			throw new UserError(`There must be one place for the figures: ${start} … ${END}`);
		return `${before}${start}\n\n${figure.trim()}\n\n${rest.slice(end)}`;
	}, document);
}
