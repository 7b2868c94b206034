/** More of a text is not read, however long it is. */
export const MAX_READ = 4_000;

/** They turn the order of letters around, or hide some. */
const INVISIBLE = /(?!\s)[\p{Cc}\p{Cf}]+/gu;
const WHITE_SPACE = /\s+/g;

/** A text as people may see it: without control and formatting characters, on one line. */
export function shownText(text: string): string {
	return text.slice(0, MAX_READ).replace(INVISIBLE, '').replace(WHITE_SPACE, ' ').trim();
}
