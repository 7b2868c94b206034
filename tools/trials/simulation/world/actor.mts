/** Counts what is done to the world, and stops doing it after so many acts: a failure is looked for in its prefixes. */
export class Actor {
	count = 0;

	constructor(readonly most = Infinity) {}

	get isDone(): boolean {
		return this.count >= this.most;
	}

	act(work: () => void): void {
		if (this.isDone) return;
		this.count += 1;
		work();
	}
}
