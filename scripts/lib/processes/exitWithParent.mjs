/*
 * Preloaded into programs that this project starts: they end with the program that started them, even when
 * that one was killed and could not say goodbye.
 */
import { clearInterval, setInterval } from 'node:timers';

const CHECK_EVERY_MS = 1_000;
const parent = process.ppid;

const watch = setInterval(() => {
	if (process.ppid === parent) return;
	clearInterval(watch);
	process.kill(process.pid, 'SIGTERM');
}, CHECK_EVERY_MS);
watch.unref();
