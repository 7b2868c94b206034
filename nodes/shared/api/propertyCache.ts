import { isRequestFailure, isStatus } from '../transport/errors';
import type { Api, SendOptions } from '../transport/types';
import { TimeOverError, within } from '../transport/waiting';
import { AnswerError } from '../util/json';
import { TtlCache } from '../util/ttlCache';

/** Why something is missing: no access to its area, or no usable response. */
export type Absence = 'forbidden' | 'unavailable';

const KEPT_MS = 5 * 60_000;
/** Access may be granted meanwhile. */
const ABSENCE_KEPT_MS = 60_000;
const MOST_KEPT = 500;

/** @param requestPath an address that the user entered */
type Fetch<T> = (api: Api, propertyId: string, options?: SendOptions, requestPath?: string) => Promise<T>;

/** What is read of a property, kept for five minutes per client. */
export class PropertyCache<T extends object> {
	private readonly cache: TtlCache<T | Absence>;

	constructor(
		private readonly fetch: Fetch<T>,
		most = MOST_KEPT,
	) {
		this.cache = new TtlCache((value) => (typeof value === 'string' ? ABSENCE_KEPT_MS : KEPT_MS), most);
	}

	async read(...asked: Parameters<Fetch<T>>): Promise<T> {
		return (await this.readUnless([], ...asked)) as T;
	}

	/** What is missing for an accepted reason is not requested again for each item. */
	async readUnless(accepted: readonly Absence[], ...asked: Parameters<Fetch<T>>): Promise<T | Absence> {
		const [api, propertyId, options, requestPath = ''] = asked;
		const key = [await api.client(), propertyId, requestPath].join(' ');
		const read = async () =>
			await this.fetch(...asked).catch((error): Absence => {
				const absence = absenceOf(error);
				if (absence === undefined || !accepted.includes(absence)) throw error;
				return absence;
			});
		const known = await this.cache.recall(
			key,
			read,
			async (reading) => await inTime(reading, api.longestMs(options), accepted),
		);
		const isUsable = typeof known !== 'string' || accepted.includes(known);
		return isUsable ? known : await this.cache.renew(key, read);
	}
}

/** What another execution is reading may take longer than this one may wait. */
async function inTime<T>(
	reading: Promise<T>,
	longestMs: number,
	accepted: readonly Absence[],
): Promise<T | 'unavailable'> {
	return await within(reading, longestMs).catch((error) => {
		if (!(error instanceof TimeOverError)) throw error;
		if (accepted.includes('unavailable')) return 'unavailable';
		throw new AnswerError(
			'The partner API did not respond in time',
			'Another execution is waiting for the same data. Try again later.',
			{ cause: 'temporarily-unavailable' },
		);
	});
}

/** A cancelled execution or an invalid ID is not a failure of the API. */
export function absenceOf(error: unknown): Absence | undefined {
	if (isStatus(error, 403)) return 'forbidden';
	return error instanceof AnswerError || isRequestFailure(error) ? 'unavailable' : undefined;
}
