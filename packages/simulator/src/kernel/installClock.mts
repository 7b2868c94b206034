import type { ScheduledEvent, VirtualTime } from './virtualTime.mts';

/** What `setTimeout` returns: as much of Node's object as callers use. */
class VirtualTimer {
	constructor(readonly event: { current: ScheduledEvent }) {}

	ref(): this {
		return this;
	}

	unref(): this {
		return this;
	}

	hasRef(): boolean {
		return true;
	}
}

const real = { Date, setTimeout, clearTimeout, setInterval, clearInterval, random: Math.random };
const realPerformanceNow = performance.now;

/** Replaces timers, dates, `performance.now` and `Math.random`. @returns a function that restores them */
export function installClock(time: VirtualTime): () => void {
	const start = (run: () => void, ms: number) => time.after(Math.max(1, ms), time.current, run);
	const clear = (timer: unknown) => {
		if (timer instanceof VirtualTimer) timer.event.current.cancelled = true;
		else real.clearTimeout(timer as Parameters<typeof clearTimeout>[0]);
	};
	const globals = {
		Date: virtualDate(time),
		setTimeout: (run: (...values: unknown[]) => void, ms = 1, ...values: unknown[]) =>
			new VirtualTimer({ current: start(() => run(...values), ms) }),
		setInterval: (run: (...values: unknown[]) => void, ms = 1, ...values: unknown[]) => {
			const timer = new VirtualTimer({ current: start(again, ms) });
			function again() {
				timer.event.current = start(again, ms);
				run(...values);
			}
			return timer;
		},
		clearTimeout: clear,
		clearInterval: clear,
	};
	Object.assign(globalThis, globals);
	performance.now = () => time.monotonic();
	Math.random = () => time.current.fraction();
	return () => {
		const { random, ...timers } = real;
		Object.assign(globalThis, timers);
		performance.now = realPerformanceNow;
		Math.random = random;
	};
}

function virtualDate(time: VirtualTime): DateConstructor {
	return class extends real.Date {
		static override now(): number {
			return time.wallClock();
		}

		static override [Symbol.hasInstance](value: unknown): boolean {
			return value instanceof real.Date;
		}

		constructor(...given: unknown[]) {
			super(...((given.length === 0 ? [time.wallClock()] : given) as [number]));
		}
	} as unknown as DateConstructor;
}
