const loopbackWithoutScheme = /^(?!https?:\/\/)(?=localhost|127\.|\[::1\])/i;
const withoutScheme = /^(?!https?:\/\/)/i;
const trailingSlashes = /\/+$/;

/** `hotel.example/` → `https://hotel.example`; a loopback address without a scheme means http. */
export function normalizeBaseUrl(text: string): string {
	const trimmed = text.trim();
	if (trimmed === '') return '';
	return trimmed
		.replace(loopbackWithoutScheme, 'http://')
		.replace(withoutScheme, 'https://')
		.replace(trailingSlashes, '');
}

/** The same rule as an n8n expression over a credential field, for what n8n evaluates itself. */
export function baseUrlExpression(source: string): string {
	return [
		`(${source} || "").trim()`,
		`.replace(${loopbackWithoutScheme}, "http://")`,
		`.replace(${withoutScheme}, "https://")`,
		`.replace(${trailingSlashes}, "")`,
	].join('');
}
