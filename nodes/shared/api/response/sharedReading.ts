import { TimeOverError, within } from '../../transport/waiting';
import { ResponseError } from '../../util/json';

/**
 * Waits for what another execution is reading, no longer than this one may.
 * @throws ResponseError when the time is over; the other one continues
 */
export async function inTime<T>(reading: Promise<T>, maxDurationMs: number): Promise<T> {
	return await within(reading, maxDurationMs).catch((error) => {
		if (!(error instanceof TimeOverError)) throw error;
		throw new ResponseError(
			'The partner API did not respond in time',
			'Another execution is waiting for the same data.',
			{ cause: 'temporarily-unavailable' },
		);
	});
}
