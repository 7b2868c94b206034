interface Kept<T> {
	value: T;
	until: number;
}

/**
 * What was read lately, by key: for facts that hold nothing personal and change rarely. Those who ask for the
 * same at the same time share one reading.
 */
export class TtlCache<T> {
	private readonly kept = new Map<string, Kept<T>>();
	private readonly underWay = new Map<string, Promise<T>>();

	constructor(
		/** How long a value is good for. */
		private readonly keepMs: (value: T) => number,
		private readonly most: number,
		/** A clock that is set back would make values last longer, so only durations matter. */
		private readonly now: () => number = () => performance.now(),
	) {}

	/** A failure is not kept: it belongs to the one who read. The others then read for themselves. */
	async recall(key: string, read: () => Promise<T>): Promise<T> {
		const known = this.kept.get(key);
		if (known && known.until > this.now()) return known.value;
		const shared = this.underWay.get(key);
		if (!shared) return await this.renew(key, read);
		return await shared.catch(async () => await this.renew(key, read));
	}

	/** Reads, whatever is kept. */
	async renew(key: string, read: () => Promise<T>): Promise<T> {
		const reading = read();
		this.underWay.set(key, reading);
		try {
			const value = await reading;
			this.kept.delete(key);
			this.kept.set(key, { value, until: this.now() + this.keepMs(value) });
			if (this.kept.size > this.most) this.kept.delete(this.kept.keys().next().value as string);
			return value;
		} finally {
			if (this.underWay.get(key) === reading) this.underWay.delete(key);
		}
	}
}
