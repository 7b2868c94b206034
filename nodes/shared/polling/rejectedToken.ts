import { isStatus } from '../transport/errors';

/** The specification names no status for a token that is no longer taken: wrong, obsolete or gone (Errors). */
export function rejectsToken(error: unknown): boolean {
	return [400, 404, 410, 422].some((status) => isStatus(error, status));
}
