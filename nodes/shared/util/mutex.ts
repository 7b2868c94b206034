/** Lets one after another do something, by key; the others wait until it is done and then look again. */
export class Mutex {
	private readonly busy = new Map<string, Promise<void>>();

	/** What is under way now, if anything. */
	underWay(key: string): Promise<void> | undefined {
		return this.busy.get(key);
	}

	/** Holds the place until `leave` is called. */
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
