import { Worker } from 'node:worker_threads';
import { inParallel } from './util/inParallel.mts';
import type { Played } from './world/play.mts';
import { nameOf, type WorldPlan } from './world/worldPlan.mts';

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

export async function playAll(orders: readonly Order[], say: (words: string) => void): Promise<Outcome[]> {
	return await inParallel(orders, async (order) => {
		const { hours } = order.plan;
		const name = `world ${nameOf(order.plan)}`;
		const outcome = await playInThread(order, (words) => say(`${name}: ${words}`));
		say(`${name}: ${outcome.played.finding?.rule ?? `${hours} h, every rule held`}`);
		return outcome;
	});
}

/** A request leaves some hundred objects that live for a moment; with room for them, a world is a tenth faster. */
const MANY_SHORT_LIVED_MB = 128;

export async function playInThread(
	order: Order,
	say: (words: string) => void = () => undefined,
): Promise<Outcome> {
	return await new Promise((resolve, reject) => {
		const worker = new Worker(new URL('worker.mjs', import.meta.url), {
			workerData: order,
			resourceLimits: { maxYoungGenerationSizeMb: MANY_SHORT_LIVED_MB },
		});
		worker.on('message', (report: Report) => {
			if ('says' in report) say(report.says);
			else resolve(report);
		});
		worker.once('error', reject);
		worker.once('exit', (code) => reject(new Error(`The thread of a world ended with ${code}`)));
	});
}
