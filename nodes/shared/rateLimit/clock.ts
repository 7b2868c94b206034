export interface Clock {
	/** Milliseconds that never run backwards. */
	now(): number;
	/** Ends early, with an error, when the signal is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
