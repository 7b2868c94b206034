import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Played } from './world/play.mts';
import type { WorldPlan } from './world/plan.mts';

/** One world to play, in a thread of its own. */
export interface Order {
	plan: WorldPlan;
	/** A failing run is made as short as it can be. */
	shrinks: boolean;
}

export type Report = { says: string } | { played: Played; shortest?: Played };

export interface Outcome {
	played: Played;
	shortest?: Played;
}

/** Plays worlds, as many at once as there are processors; the outcomes are in the order of the orders. */
export async function playAll(orders: readonly Order[], say: (words: string) => void): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const left = [...orders.entries()];
	const workOff = async () => {
		for (let next = left.shift(); next !== undefined; next = left.shift()) {
			const [index, order] = next;
			const { world, hours } = order.plan;
			const outcome = await playInThread(order, (words) => say(`world ${world}: ${words}`));
			outcomes[index] = outcome;
			say(`world ${world}: ${outcome.played.finding?.rule ?? `${hours} h, every rule held`}`);
		}
	};
	await Promise.all(Array.from({ length: availableParallelism() }, workOff));
	return outcomes;
}

async function playInThread(order: Order, say: (words: string) => void): Promise<Outcome> {
	return await new Promise((resolve, reject) => {
		const worker = new Worker(new URL('worker.mjs', import.meta.url), { workerData: order });
		worker.on('message', (report: Report) => {
			if ('says' in report) say(report.says);
			else resolve(report);
		});
		worker.once('error', reject);
		worker.once('exit', (code) => reject(new Error(`The thread of a world ended with ${code}`)));
	});
}
