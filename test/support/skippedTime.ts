/* eslint-disable @n8n/community-nodes/no-restricted-globals -- waits until nothing is left to do without time passing */
import * as authenticated from '../../nodes/shared/transport/authenticated';
import { clock } from '../../nodes/shared/transport/waiting';

/**
 * A test file that imports this waits for no limit and no pause of the transport: while no request is under way, time
 * jumps to the end of the next wait. While a request hangs, no wait ends unless the test skips time.
 */

interface Sleeper {
	until: number;
	wake: () => void;
}

/** Event loop turns in which nothing happened. */
const IDLE_TURNS = 5;

let skipped = 0;
let underWay = 0;
let watches = 0;
const sleepers = new Set<Sleeper>();
const real = { monotonic: performance.now.bind(performance), date: Date.now };

performance.now = () => real.monotonic() + skipped;
Date.now = () => real.date() + Math.round(skipped);
afterAll(() => {
	Reflect.deleteProperty(performance, 'now');
	Date.now = real.date;
});

clock.sleep = async (ms, signal) => {
	signal?.throwIfAborted();
	await new Promise<void>((resolve, reject) => {
		const sleeper = { until: clock.now() + ms, wake: resolve };
		const giveUp = () => {
			sleepers.delete(sleeper);
			reject(signal?.reason as Error);
		};
		signal?.addEventListener('abort', giveUp, { once: true });
		sleepers.add(sleeper);
		void jumpWhenIdle();
	});
};

for (const name of ['sendAuthenticated', 'renewToken', 'askWithoutSecret'] as const) {
	const send = authenticated[name] as (...request: unknown[]) => Promise<never>;
	jest.spyOn(authenticated, name).mockImplementation(async (...request: unknown[]) => {
		underWay += 1;
		return await send(...request).finally(() => {
			underWay -= 1;
			void jumpWhenIdle();
		});
	});
}

/** How many waits there are. */
export function asleep(): number {
	return sleepers.size;
}

/** How much time was jumped over so far. */
export function skippedMs(): number {
	return skipped;
}

export function skip(ms: number): void {
	skipped += ms;
	for (const sleeper of [...sleepers].filter(({ until }) => until <= clock.now())) {
		sleepers.delete(sleeper);
		sleeper.wake();
	}
}

async function jumpWhenIdle(): Promise<void> {
	const watch = ++watches;
	for (let turns = 0; turns < IDLE_TURNS; turns++) {
		await new Promise<void>((resolve) => {
			setImmediate(resolve);
		});
		if (watch !== watches) return;
	}
	if (underWay > 0 || sleepers.size === 0) return;
	skip(Math.max(Math.min(...[...sleepers].map(({ until }) => until)) - clock.now(), 0));
	await jumpWhenIdle();
}
