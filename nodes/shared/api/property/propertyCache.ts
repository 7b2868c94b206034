import { isRequestFailure, isStatus } from '../../transport/errors';
import type { Api, HttpMethod, SendOptions } from '../../transport/types';
import { ResponseError } from '../../util/json';
import { TtlCache } from '../../util/ttlCache';
import { inTime } from '../response/sharedReading';

/** Why something is missing: no access to its area, or no usable response. */
export type Absence = 'forbidden' | 'unavailable';

const KEPT_MS = 5 * 60_000;
/** Access may be granted meanwhile. */
const ABSENCE_KEPT_MS = 60_000;
const MAX_KEPT = 500;

/** Method and path that the user entered. */
export interface Address {
	requestMethod?: HttpMethod;
	requestPath?: string;
}

/** That something is missing, and how long it was tried to get: who may wait longer tries again. */
class Missing {
	constructor(
		readonly absence: Absence,
		readonly triedMs: number,
	) {}
}

type Fetch<T> = (api: Api, propertyId: string, options?: SendOptions, address?: Address) => Promise<T>;

/** What is read of a property, kept for five minutes per client. */
export class PropertyCache<T extends object> {
	private readonly cache: TtlCache<T | Missing>;

	constructor(
		private readonly fetch: Fetch<T>,
		maxKept = MAX_KEPT,
	) {
		this.cache = new TtlCache((value) => (value instanceof Missing ? ABSENCE_KEPT_MS : KEPT_MS), maxKept);
	}

	async read(...asked: Parameters<Fetch<T>>): Promise<T> {
		return (await this.readUnless([], ...asked)) as T;
	}

	/** What is missing for an accepted reason is not requested again for each item. */
	async readUnless(accepted: readonly Absence[], ...asked: Parameters<Fetch<T>>): Promise<T | Absence> {
		const [api, propertyId, options, { requestMethod = 'GET', requestPath = '' } = {}] = asked;
		const key = [await api.client(), propertyId, requestMethod, requestPath].join(' ');
		const maxDurationMs = api.maxDurationMs(options);
		const orMissing = (error: unknown): Missing => {
			const absence = absenceOf(error);
			if (absence === undefined || !accepted.includes(absence)) throw error;
			return new Missing(absence, absence === 'forbidden' ? Infinity : maxDurationMs);
		};
		const isUsable = (known: T | Missing) =>
			!(known instanceof Missing) || (accepted.includes(known.absence) && known.triedMs >= maxDurationMs);
		const read = async () => await this.fetch(...asked).catch(orMissing);
		const wait = async (reading: Promise<T | Missing>) =>
			await inTime(reading, maxDurationMs).catch(orMissing);
		const known = await this.cache.recall(key, read, wait, isUsable);
		return known instanceof Missing ? known.absence : known;
	}
}

/** A cancelled execution or an invalid ID is not a failure of the API. */
export function absenceOf(error: unknown): Absence | undefined {
	if (isStatus(error, 403)) return 'forbidden';
	return error instanceof ResponseError || isRequestFailure(error) ? 'unavailable' : undefined;
}
