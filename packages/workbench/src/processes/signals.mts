import { constants } from 'node:os';
import { stopAllChildren } from './children.mts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];

/** The exit code of shells: 128 plus the number of the signal. */
function interruptedExitCode(signal: Signal): number {
	return 128 + constants.signals[signal];
}

/** A later signal is a second one; an earlier one is the first, forwarded by terminal and npm. */
const IMPATIENT_AFTER_MS = 1_000;

/** Ends all child processes, then this one, on Ctrl-C and similar signals; a second signal ends it at once. */
export function stopOnSignals(exitCodeOf: (signal: Signal) => number = interruptedExitCode): void {
	let stoppingSince: number | undefined;
	const stop = async (signal: Signal) => {
		if (stoppingSince === undefined) {
			stoppingSince = Date.now();
			console.log('\nStopping …');
			await stopAllChildren();
			process.exit(exitCodeOf(signal));
		}
		// Whatever still runs is killed on exit.
		if (Date.now() - stoppingSince > IMPATIENT_AFTER_MS) process.exit(exitCodeOf(signal));
	};
	for (const signal of SIGNALS) process.on(signal, () => void stop(signal));
}
