const TICK_MS = 50;

/**
 * Measures how long something takes, without the times in which other processes had the processor: it counts the ticks
 * of a timer, which this process misses while it has no turn.
 */
export class Stopwatch {
	private ticks = 0;
	private readonly timer = setInterval(() => (this.ticks += 1), TICK_MS);

	/** Ends it, and returns the time in ms. */
	stop(): number {
		clearInterval(this.timer);
		return this.ticks * TICK_MS;
	}
}
