/** Counts the acts of a world and stops after a maximum, so that a failing run can be shrunk to a prefix. */
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
