/** How far the hotels' time was moved ahead. */
interface MovedWorld {
	/** Milliseconds, never less than before. */
	readonly aheadMs: number;
}

/** The sandbox's clocks. Both run as the machine's does; rate limits and pauses know neither. */
export class SandboxClock {
	/** Milliseconds by which the service's clock is wrong, as tests set it; negative = it lags behind. */
	offsetMs = 0;

	constructor(private readonly world: MovedWorld) {}

	/** The hotels' time, which the service shows in all it says. Epoch milliseconds. */
	now(): number {
		return this.realNow() + this.world.aheadMs;
	}

	/** The time by which tokens age: clients compare them with their own clocks. Epoch milliseconds. */
	realNow(): number {
		return Date.now() + this.offsetMs;
	}
}
