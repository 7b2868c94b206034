/**
 * Ends as the work does, or at once when the signal is aborted: n8n puts a signal of its own in the place of ours in
 * requests, so those under way go on, and their results are dropped.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	const aborted = new Promise<never>((_, reject) => {
		const giveUp = () => reject(signal.reason as Error);
		if (signal.aborted) giveUp();
		signal.addEventListener('abort', giveUp, { once: true });
	});
	return await Promise.race([work, aborted]);
}

/**
 * What ends the work on an item early: the execution is cancelled, or an item before it failed, so that its
 * result is not wanted any more.
 */
export class ItemAborts {
	private readonly underWay = new Map<number, AbortController>();
	private readonly cancelAll = () => this.stopAfter(-1, this.cancelled?.reason);

	constructor(private readonly cancelled: AbortSignal | undefined) {
		cancelled?.addEventListener('abort', this.cancelAll, { once: true });
	}

	/** @throws the reason when the execution was cancelled */
	start(index: number): AbortSignal {
		this.throwIfCancelled();
		const stop = new AbortController();
		this.underWay.set(index, stop);
		return stop.signal;
	}

	throwIfCancelled(): void {
		this.cancelled?.throwIfAborted();
	}

	done(index: number): void {
		this.underWay.delete(index);
	}

	/** Ends the work on the items behind it. @throws the error */
	failed(index: number, error: unknown): never {
		this.stopAfter(index, error);
		throw error;
	}

	end(): void {
		this.cancelled?.removeEventListener('abort', this.cancelAll);
	}

	private stopAfter(index: number, reason: unknown): void {
		for (const [other, stop] of this.underWay) if (other > index) stop.abort(reason);
	}
}
