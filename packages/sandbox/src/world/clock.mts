/** How far the hotels' time was moved ahead. */
interface MovedWorld {
	/** Milliseconds, never less than before. */
	readonly aheadMs: number;
}

/** The sandbox's clocks. Both run like the machine's clock unless they are stopped; rate limits and pauses use neither. */
export class SandboxClock {
	/** Milliseconds by which the service's clock is ahead, set by tests; negative = behind. */
	offsetMs = 0;
	/** What the machine's clock showed when this one was stopped; undefined = it runs. */
	private stoppedAtMs: number | undefined;

	constructor(private readonly world: MovedWorld) {}

	/** The hotels' time, used in all responses of the service. Epoch milliseconds. */
	now(): number {
		return this.realNow() + this.world.aheadMs;
	}

	/** The time by which tokens age: clients compare them with their own clocks. Epoch milliseconds. */
	realNow(): number {
		return (this.stoppedAtMs ?? Date.now()) + this.offsetMs;
	}

	get isStopped(): boolean {
		return this.stoppedAtMs !== undefined;
	}

	stop(): void {
		this.stoppedAtMs = Date.now();
	}

	start(): void {
		this.stoppedAtMs = undefined;
	}
}
