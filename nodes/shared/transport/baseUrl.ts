const whiteSpace = /\s+/g;
const loopbackWithoutScheme = /^(?!https?:\/\/)(?=localhost|127\.|\[::1\])/i;
const withoutScheme = /^(?!https?:\/\/)/i;
/** What belongs to the addresses of operations and of the token, and trailing slashes. */
const ownPath = /(?:\/+api|\/+auth(?:\/+token)?)?\/*$/i;

/**
 * `hotel.example/` and `https://hotel.example/auth/token` → `https://hotel.example`; a loopback address without a
 * scheme means http.
 */
export function normalizeBaseUrl(text: string): string {
	const entered = text.replace(whiteSpace, '');
	if (entered === '') return '';
	return entered
		.replace(loopbackWithoutScheme, 'http://')
		.replace(withoutScheme, 'https://')
		.replace(ownPath, '');
}

/** The same rule as an n8n expression over a credential field, for what n8n evaluates itself. */
export function baseUrlExpression(source: string): string {
	return [
		`(${source} || "").replace(${whiteSpace}, "")`,
		`.replace(${loopbackWithoutScheme}, "http://")`,
		`.replace(${withoutScheme}, "https://")`,
		`.replace(${ownPath}, "")`,
	].join('');
}
