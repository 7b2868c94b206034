import type { Clock } from '../../nodes/shared/transport/rateLimiter';

interface Sleeper {
	until: number;
	wake: () => void;
}

/** A clock that jumps: when everybody sleeps, time goes on to the next one who wakes up. */
export class FakeClock implements Clock {
	private time = 1_000_000;
	private sleepers: Sleeper[] = [];

	now(): number {
		return this.time;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			this.sleepers.push({ until: this.time + ms, wake: resolve });
			signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
		});
	}

	/** Runs until the work is done, letting time jump whenever nothing else can happen. */
	async run<T>(work: Promise<T>): Promise<T> {
		let done = false;
		const finished = work.finally(() => (done = true));
		finished.catch(() => undefined);
		while (!done) {
			for (let turn = 0; turn < 2_000 && !done; turn++) await Promise.resolve();
			if (!done) this.jump();
		}
		return await finished;
	}

	private jump(): void {
		const next = this.sleepers.reduce((min, { until }) => Math.min(min, until), Infinity);
		if (next === Infinity) throw new Error('Nothing is left to wait for, yet the work is not done');
		this.time = Math.max(this.time, next);
		const due = this.sleepers.filter(({ until }) => until <= this.time);
		this.sleepers = this.sleepers.filter(({ until }) => until > this.time);
		due.forEach(({ wake }) => wake());
	}
}
