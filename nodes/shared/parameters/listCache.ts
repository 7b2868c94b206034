import type { Api } from '../transport/types';
import { TtlCache } from '../util/ttlCache';

const KEPT_MS = 5 * 60_000;
/** What is missing may be there soon. */
const INCOMPLETE_KEPT_MS = 60_000;
const MAX_KEPT = 500;

/** What dropdowns show, kept for five minutes per client, or for one if it is not complete. */
export class ListCache<T> {
	private readonly cache: TtlCache<T>;

	constructor(isComplete: (value: T) => boolean = () => true, maxKept = MAX_KEPT) {
		this.cache = new TtlCache((value) => (isComplete(value) ? KEPT_MS : INCOMPLETE_KEPT_MS), maxKept);
	}

	async recall(api: Api, key: readonly unknown[], read: () => Promise<T>): Promise<T> {
		return await this.cache.recall(await keyOf(api, key), read);
	}

	/** What is kept, without a request. */
	async known(api: Api, key: readonly unknown[]): Promise<T | undefined> {
		return this.cache.known(await keyOf(api, key))?.value;
	}
}

async function keyOf(api: Api, key: readonly unknown[]): Promise<string> {
	return JSON.stringify([await api.client(), ...key]);
}
