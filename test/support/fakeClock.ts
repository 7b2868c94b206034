/* eslint-disable @n8n/community-nodes/no-restricted-globals -- waits until nothing is left to do without time passing */
import type { Clock } from '../../nodes/shared/rateLimit/clock';

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

	/** How many are asleep: timers that are set. */
	get asleep(): number {
		return this.sleepers.length;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		signal?.throwIfAborted();
		await new Promise<void>((resolve, reject) => {
			const sleeper = { until: this.time + ms, wake: resolve };
			this.sleepers.push(sleeper);
			const giveUp = () => {
				this.sleepers = this.sleepers.filter((other) => other !== sleeper);
				reject(signal?.reason as Error);
			};
			signal?.addEventListener('abort', giveUp, { once: true });
		});
	}

	/** Runs until the work is done, letting time jump whenever nothing else can happen. */
	async run<T>(work: Promise<T>): Promise<T> {
		let done = false;
		const finished = work.finally(() => (done = true));
		finished.catch(() => undefined);
		while (!done) {
			await settled();
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

/** Lets everything happen that needs no time. */
async function settled(): Promise<void> {
	await new Promise<void>((resolve) => {
		setImmediate(resolve);
	});
}
