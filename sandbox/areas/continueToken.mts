import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FeedPosition } from '../world/bookings/feed.mts';

/** What a continue token is bound to. */
export interface TokenBinding {
	seed: number;
	/** Raised by a revocation. */
	generation: number;
	propertyId: string;
}

const CHECK_BYTES = 12;

/**
 * Writes a reader's position as an opaque token. It holds everything itself, so it never expires and outlives
 * a restart. Plain base64, as in the published samples: it may contain `+`, `/` and `=`.
 */
export function writeContinueToken(position: FeedPosition, binding: TokenBinding): string {
	const content = Buffer.from([position.modifiedMs, position.sequence, position.horizon].join(' '));
	return Buffer.concat([checkOf(content, binding), content]).toString('base64');
}

/** Reads a token; undefined when it is garbled, revoked or of another property. */
export function readContinueToken(token: string, binding: TokenBinding): FeedPosition | undefined {
	const bytes = Buffer.from(token, 'base64');
	if (bytes.length <= CHECK_BYTES || bytes.toString('base64') !== token) return undefined;
	const content = bytes.subarray(CHECK_BYTES);
	if (!timingSafeEqual(bytes.subarray(0, CHECK_BYTES), checkOf(content, binding))) return undefined;
	const [modifiedMs = 0, sequence = 0, horizon = 0] = content.toString().split(' ').map(Number);
	return { modifiedMs, sequence, horizon };
}

function checkOf(content: Buffer, { seed, generation, propertyId }: TokenBinding): Buffer {
	return createHmac('sha256', `sandbox continue tokens ${seed} ${generation} ${propertyId}`)
		.update(content)
		.digest()
		.subarray(0, CHECK_BYTES);
}
