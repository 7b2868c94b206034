/** Markup that is safe to send: everything that was put into it is escaped. */
export class Html {
	constructor(readonly text: string) {}
}

/** The values of a template. undefined, null and false are empty. */
export type Part = Html | string | number | false | null | undefined | readonly Part[];

const ESCAPES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** A template of markup. Values are escaped, also in attributes, which must be quoted; only `Html` is taken as it is. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(
		strings.map((text, index) => (index === 0 ? '' : written(parts[index - 1])) + text).join(''),
	);
}

function written(part: Part): string {
	if (part instanceof Html) return part.text;
	if (typeof part === 'string') return escaped(part);
	if (typeof part === 'number') return String(part);
	return Array.isArray(part) ? part.map(written).join('') : '';
}
