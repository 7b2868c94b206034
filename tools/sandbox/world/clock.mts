/** The sandbox's clock: the machine's, moved by an offset that tests can set. */
export class SandboxClock {
	/** Milliseconds added to the machine's clock; negative = the sandbox lags behind. */
	offsetMs = 0;

	/** Epoch milliseconds. */
	now(): number {
		return Date.now() + this.offsetMs;
	}
}
