/** Counts what is done to the world, and stops doing it after so many acts: a failure is looked for in its prefixes. */
export class Actor {
	count = 0;
	hasEnded = false;

	constructor(private readonly max = Infinity) {}

	get isDone(): boolean {
		return this.hasEnded || this.count >= this.max;
	}

	end(): void {
		this.hasEnded = true;
	}

	act(work: () => void): void {
		if (this.isDone) return;
		this.count += 1;
		work();
	}
}
