const INVISIBLE = /<!--[^]*?-->|<(script|style)\b[^<>]*>[^]*?<\/\1\s*>/gi;
const LINE_ENDS = /<br\s*\/?>|<\/(?:p|div|h[1-6]|li|ul|ol|tr|table)\s*>/gi;
const LIST_ITEM = /<li\b[^<>]*>/gi;
const TAG = /<\/?[a-z][^<>]*>/gi;
const ENTITY = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,7});/gi;
/** The names that HTML has for U+00A0 to U+00FF, in order. */
const LATIN_1 = `
	nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr
	deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
	Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml
	ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig
	agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml
	eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`;
const NAMED: Record<string, string> = {
	...Object.fromEntries(
		LATIN_1.trim()
			.split(/\s+/)
			.map((name, index) => [name, String.fromCodePoint(0xa0 + index)]),
	),
	amp: '&',
	apos: "'",
	bull: '•',
	euro: '€',
	gt: '>',
	hellip: '…',
	ldquo: '“',
	lsquo: '‘',
	lt: '<',
	mdash: '—',
	nbsp: ' ',
	ndash: '–',
	quot: '"',
	rdquo: '”',
	rsquo: '’',
};

/** A description that may hold HTML (provider: Content.RatePlanInfo) as text; its blocks and breaks become lines. */
export function plainText<T>(description: T): T | string {
	if (typeof description !== 'string') return description;
	return (isMarkup(description) ? withoutTags(description) : description).replace(ENTITY, character);
}

function isMarkup(text: string): boolean {
	return text.replace(INVISIBLE, '').replace(TAG, '') !== text;
}

function withoutTags(html: string): string {
	const lines = html
		.replace(/\s+/g, ' ')
		.replace(INVISIBLE, '')
		.replace(LINE_ENDS, '\n')
		.replace(LIST_ITEM, '• ')
		.replace(TAG, '')
		.split('\n');
	const trimmed = lines.map((line) => line.replace(/ +/g, ' ').trim());
	return trimmed
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}

function character(entity: string, name: string): string {
	if (!name.startsWith('#')) return NAMED[name] ?? entity;
	const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
	return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
