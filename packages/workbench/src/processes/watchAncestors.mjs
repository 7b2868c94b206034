import { clearInterval, setInterval } from 'node:timers';

const CHECK_EVERY_MS = 1_000;

/**
 * Ends this program once the answer changes.
 * @param {() => string | number} ancestors
 */
export function endWhenChanged(ancestors) {
	const atStart = ancestors();
	const watch = setInterval(() => {
		if (ancestors() === atStart) return;
		clearInterval(watch);
		process.kill(process.pid, 'SIGTERM');
	}, CHECK_EVERY_MS);
	watch.unref();
}
