/**
 * Settles with the work, or rejects as soon as the signal is aborted. n8n replaces our signal in requests by its own,
 * so running requests continue and their results are dropped.
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
 * Aborts the work on items: when the execution is cancelled, or when an earlier item failed, so that their results
 * are no longer needed.
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

	/** Aborts the later items. @throws the error */
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
