import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE_BYTES = 12;

/**
 * Writes a text as an opaque token that only the same binding can read. The token is self-contained, so it never
 * expires and survives a restart. Plain base64, as in the published samples: it may contain `+`, `/` and `=`.
 */
export function signToken(text: string, binding: string): string {
	const content = Buffer.from(text);
	return Buffer.concat([signatureOf(content, binding), content]).toString('base64');
}

/** Reads a token; undefined when it is malformed or of another binding. */
export function readSignedToken(token: string, binding: string): string | undefined {
	const bytes = Buffer.from(token, 'base64');
	if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64') !== token) return undefined;
	const content = bytes.subarray(SIGNATURE_BYTES);
	const genuine = timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), signatureOf(content, binding));
	return genuine ? content.toString() : undefined;
}

function signatureOf(content: Buffer, binding: string): Buffer {
	return createHmac('sha256', binding).update(content).digest().subarray(0, SIGNATURE_BYTES);
}
