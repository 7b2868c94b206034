import { constants } from 'node:os';
import { stopAllChildren } from './children.mts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];

/** As shells count: 128 and the number of the signal. */
function interruptedExitCode(signal: Signal): number {
	return 128 + constants.signals[signal];
}

/** A signal that comes this much later is a second one, not the first one passed on by the terminal and by npm. */
const IMPATIENT_AFTER_MS = 1_000;

/** On Ctrl-C and the like: ends every program that was started, then this one; at a second one, at once. */
export function stopOnSignals(exitCodeOf: (signal: Signal) => number = interruptedExitCode): void {
	let stoppingSince: number | undefined;
	const stop = async (signal: Signal) => {
		if (stoppingSince === undefined) {
			stoppingSince = Date.now();
			console.log('\nStopping …');
			await stopAllChildren();
			process.exit(exitCodeOf(signal));
		}
		// What still runs is killed on the way out.
		if (Date.now() - stoppingSince > IMPATIENT_AFTER_MS) process.exit(exitCodeOf(signal));
	};
	for (const signal of SIGNALS) process.on(signal, () => void stop(signal));
}
