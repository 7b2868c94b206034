/** One task at a time per key. The others wait until it has ended and then check again. */
export class Mutex {
	private readonly busy = new Map<string, Promise<void>>();

	/** Settles when the running task has ended; `undefined` if there is none. */
	underWay(key: string): Promise<void> | undefined {
		return this.busy.get(key);
	}

	/** Starts a task. @returns a function that ends it */
	enter(key: string): () => void {
		let open: () => void = () => {};
		const done = new Promise<void>((resolve) => (open = resolve));
		this.busy.set(key, done);
		return () => {
			if (this.busy.get(key) === done) this.busy.delete(key);
			open();
		};
	}
}
