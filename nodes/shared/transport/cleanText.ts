import { MAX_READ, shownText } from '../util/shownText';

const MAX_TEXT_LENGTH = 300;
/** A shorter secret may be part of an ordinary word, so only whole words are replaced. */
const UNMISTAKABLE = 8;

function withoutSecret(text: string, secret: string): string {
	if (secret.length >= UNMISTAKABLE) return text.replaceAll(secret, '***');
	const literal = secret.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
	return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'gu'), '***');
}

/** Server text for display: no control or formatting characters, no secrets, limited length. */
export function cleanText(text: string, secrets: readonly string[]): string {
	const safe = secrets.reduce(withoutSecret, shownText(text));
	const isCut = text.length > MAX_READ;
	const whole = isCut ? secrets.reduce(withoutBeginning, safe) : safe;
	return isCut || whole.length > MAX_TEXT_LENGTH ? `${whole.slice(0, MAX_TEXT_LENGTH)}…` : whole;
}

/** A text that was cut may end within a secret. */
function withoutBeginning(text: string, secret: string): string {
	for (let length = Math.min(secret.length - 1, text.length); length > 0; length--) {
		if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length);
	}
	return text;
}
