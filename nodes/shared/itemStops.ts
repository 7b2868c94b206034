/**
 * What ends the work on an item early: the execution is cancelled, or an item before it failed, so that its
 * result is not wanted any more.
 */
export class ItemStops {
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
