import { constants } from 'node:os';
import { messageOf } from '../userError.mts';
import { stopAllChildren } from './children.mts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];

/** As shells count: 128 and the number of the signal. */
export function interruptedExitCode(signal: Signal): number {
	return 128 + constants.signals[signal];
}

/**
 * On Ctrl-C and the like: ends every program that was started, then this one. The signals may come several
 * times, from the terminal and from npm.
 */
export function stopOnSignals(exitCodeOf: (signal: Signal) => number = interruptedExitCode): void {
	let stopping = false;
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			if (stopping) return;
			stopping = true;
			stopAllChildren().then(
				() => process.exit(exitCodeOf(signal)),
				(error: unknown) => {
					console.error(messageOf(error));
					process.exit(1);
				},
			);
		});
	}
}
