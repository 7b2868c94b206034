import { signToken, readSignedToken } from '../../http/signedToken.mts';
import type { FeedPosition } from '../../world/bookings/feed.mts';

/** What a continue token is bound to. */
export interface TokenBinding {
	seed: number;
	/** Incremented by a revocation. */
	generation: number;
	propertyId: string;
}

/** Writes a reader's position as an opaque token. */
export function writeContinueToken(position: FeedPosition, binding: TokenBinding): string {
	const late = position.late.flatMap(({ modifiedMs, sequence }) => [modifiedMs, sequence]);
	const numbers = [position.modifiedMs, position.sequence, position.horizon, ...late];
	return signToken(numbers.join(' '), bindingText(binding));
}

/** Reads a token; undefined when it is malformed, revoked or of another property. */
export function readContinueToken(token: string, binding: TokenBinding): FeedPosition | undefined {
	const content = readSignedToken(token, bindingText(binding));
	if (content === undefined) return undefined;
	const [modifiedMs = 0, sequence = 0, horizon = 0, ...late] = content.split(' ').map(Number);
	return { modifiedMs, sequence, horizon, late: keysOf(late) };
}

/** Each two numbers are one key. */
function keysOf([modifiedMs, sequence, ...others]: number[]): FeedPosition['late'] {
	if (modifiedMs === undefined || sequence === undefined) return [];
	return [{ modifiedMs, sequence }, ...keysOf(others)];
}

function bindingText({ seed, generation, propertyId }: TokenBinding): string {
	return `sandbox continue tokens ${seed} ${generation} ${propertyId}`;
}
