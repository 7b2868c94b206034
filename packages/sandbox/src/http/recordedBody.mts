const MAX_RECORDED_LENGTH = 16_384;
const SECRET_FIELDS = new Set(['client_secret', 'clientSecret']);

/**
 * A request body as the request list shows it: parsed, cut when long, without client secrets; undefined when
 * there was none.
 */
export function recordedBody(text: string, contentType: string): unknown {
	if (text === '') return undefined;
	if (contentType === 'application/x-www-form-urlencoded') {
		return withoutSecrets(Object.fromEntries(new URLSearchParams(text)));
	}
	try {
		const body: unknown = JSON.parse(text);
		if (text.length <= MAX_RECORDED_LENGTH) return withoutSecrets(body);
	} catch {
		if (/secret/i.test(text)) return '(a body with a secret that is no JSON)';
	}
	return text.length <= MAX_RECORDED_LENGTH
		? text
		: `${text.slice(0, MAX_RECORDED_LENGTH)}… (${text.length} characters)`;
}

function withoutSecrets(body: unknown): unknown {
	if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
	return Object.fromEntries(
		Object.entries(body).map(([name, value]) => [name, SECRET_FIELDS.has(name) ? '(hidden)' : value]),
	);
}
