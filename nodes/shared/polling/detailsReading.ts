import type { SendOptions } from '../transport/types';
import { isRateLimitWait } from '../transport/errors';
import { mapConcurrently } from '../util/mapConcurrently';
import type { RunProgress } from './runProgress';

const DETAILS_AT_ONCE = 5;
/** After this many failures, the others of the property wait for the next poll, which starts with them. */
const MAX_FAILURES = 3;
/** Max retries per poll of details that failed before: they must not use up the limit. */
const MAX_TRIED_AGAIN = 20;

/** `later`: there was no time or place for the details. */
export type NotRead = 'later' | 'failed';

interface DetailsRequest<T, D> {
	/** What is known without the details; `undefined` if they are needed. */
	without?: (one: T) => D | undefined;
	/** What another trigger has read or is reading; `undefined` if there is nothing that can be used. */
	ofOthers?: (one: T, within: SendOptions) => Promise<D | undefined> | undefined;
	/** Whether requests may be sent for it. */
	mayRequest?: (one: T) => boolean;
	/** There is no next poll for it: a failed request is repeated in this one. */
	isLastTime?: (one: T) => boolean;
	fetch: (one: T, within: SendOptions) => Promise<D>;
}

/** Fetches the details of what waits, within the limits of a poll. */
export class DetailsReading {
	private triedAgain = 0;

	constructor(private readonly progress: RunProgress<unknown>) {}

	/**
	 * @param isAgain their details failed in an earlier poll: one attempt is enough
	 * @returns the details of each, and how many places of the execution were reserved for them
	 */
	async readAll<T, D>(
		id: string,
		waiting: readonly T[],
		isAgain: boolean,
		{
			without,
			ofOthers = () => undefined,
			mayRequest = () => true,
			isLastTime = () => false,
			fetch,
		}: DetailsRequest<T, D>,
	): Promise<{ details: Array<D | NotRead>; reserved: number }> {
		const { progress } = this;
		let reserved = 0;
		let failures = 0;
		const mayContinue = () => !progress.willBeFull() && failures < MAX_FAILURES && !progress.isOver();
		const reserve = () => {
			progress.reserve();
			reserved += 1;
		};
		const release = () => {
			progress.release(1);
			reserved -= 1;
		};
		const details = await mapConcurrently<T, D | NotRead>(waiting, DETAILS_AT_ONCE, async (one) => {
			const known = without?.(one);
			if (known !== undefined) return known;
			while (mayContinue()) {
				const shared = ofOthers(one, progress.sendOptions());
				if (!shared) break;
				reserve();
				const found = await shared;
				if (found !== undefined) return found;
				release();
			}
			if (!mayContinue()) return 'later';
			if (isAgain && this.triedAgain >= MAX_TRIED_AGAIN) return 'later';
			if (!mayRequest(one)) return 'later';
			if (isAgain) this.triedAgain += 1;
			const within = { ...progress.sendOptions(), ...(isAgain && !isLastTime(one) && { maxAttempts: 1 }) };
			reserve();
			return await fetch(one, within).catch((error): NotRead => {
				if (isRateLimitWait(error)) {
					progress.stop();
					return 'later';
				}
				failures += 1;
				progress.fail(id, error);
				return 'failed';
			});
		});
		return { details, reserved };
	}
}
