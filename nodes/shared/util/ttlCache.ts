interface Kept<T> {
	value: T;
	until: number;
}

/**
 * Caches values by key for a limited time, in the memory of the process alone. Only for data that rarely changes, or
 * whose age the reader checks. Concurrent calls for the same key share one read.
 */
export class TtlCache<T> {
	private readonly kept = new Map<string, Kept<T>>();
	private readonly underWay = new Map<string, Promise<T>>();
	private size = 0;

	constructor(
		/** How long to keep a value. */
		private readonly keepMs: (value: T) => number,
		/** Of all values together. */
		private readonly maxSize: number,
		/** Monotonic, so that setting back the system clock does not extend the lifetime of values. */
		private readonly now: () => number = () => performance.now(),
		private readonly sizeOf: (value: T) => number = () => 1,
	) {}

	/**
	 * Failures are not cached: after one, each waiting call reads for itself.
	 * @param wait for what another call is reading
	 * @param isUsable what another call has read; what is not is read again, once for all who wait for it
	 */
	async recall(
		key: string,
		read: () => Promise<T>,
		wait: (reading: Promise<T>) => Promise<T> = async (reading) => await reading,
		isUsable: (value: T) => boolean = () => true,
	): Promise<T> {
		const known = this.known(key);
		if (known && isUsable(known.value)) return known.value;
		const shared = this.underWay.get(key);
		if (!shared) return await this.renew(key, read);
		const value = await wait(shared.catch(async () => await this.renew(key, read)));
		return isUsable(value) ? value : await this.recall(key, read, wait, isUsable);
	}

	/** What is cached; `undefined` if nothing is. */
	known(key: string): { value: T } | undefined {
		const known = this.kept.get(key);
		return known && known.until > this.now() ? known : undefined;
	}

	/** What another call is reading. */
	underWayFor(key: string): Promise<T> | undefined {
		return this.underWay.get(key);
	}

	/** Reads even if a value is cached. */
	async renew(key: string, read: () => Promise<T>): Promise<T> {
		const reading = read();
		this.underWay.set(key, reading);
		try {
			const value = await reading;
			this.dropExpired();
			this.keep(key, value);
			return value;
		} finally {
			if (this.underWay.get(key) === reading) this.underWay.delete(key);
		}
	}

	dropExpired(): void {
		for (const [key, { until }] of this.kept) if (until <= this.now()) this.drop(key);
	}

	/** The oldest values make room for it. */
	private keep(key: string, value: T): void {
		this.drop(key);
		this.kept.set(key, { value, until: this.now() + this.keepMs(value) });
		this.size += this.sizeOf(value);
		for (const [first] of this.kept) {
			if (this.size <= this.maxSize) return;
			this.drop(first);
		}
	}

	private drop(key: string): void {
		const dropped = this.kept.get(key);
		if (dropped === undefined) return;
		this.kept.delete(key);
		this.size -= this.sizeOf(dropped.value);
	}
}
