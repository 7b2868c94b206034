import { Worker } from 'node:worker_threads';
import { inParallel } from './util/inParallel.mts';
import type { WorldResult } from './world/play.mts';
import { nameOf, type WorldPlan } from './world/worldPlan.mts';

/** One world to play, in a thread of its own. */
export interface WorldJob {
	plan: WorldPlan;
	/** Whether to shrink a failing run. */
	shrinks: boolean;
}

export type Report = { progress: string } | { result: WorldResult; shortest?: WorldResult };

export interface Outcome {
	result: WorldResult;
	shortest?: WorldResult;
}

export async function playAll(
	jobs: readonly WorldJob[],
	onProgress: (progress: string) => void,
): Promise<Outcome[]> {
	return await inParallel(jobs, async (job) => {
		const { hours } = job.plan;
		const name = `world ${nameOf(job.plan)}`;
		const outcome = await playInThread(job, (progress) => onProgress(`${name}: ${progress}`));
		onProgress(`${name}: ${outcome.result.finding?.rule ?? `${hours} h, every rule held`}`);
		return outcome;
	});
}

/** Each request allocates some hundred short-lived objects; with room for them, a world is a tenth faster. */
const MANY_SHORT_LIVED_MB = 128;

export async function playInThread(
	job: WorldJob,
	onProgress: (progress: string) => void = () => undefined,
): Promise<Outcome> {
	return await new Promise((resolve, reject) => {
		const worker = new Worker(new URL('worker.mjs', import.meta.url), {
			workerData: job,
			resourceLimits: { maxYoungGenerationSizeMb: MANY_SHORT_LIVED_MB },
		});
		worker.on('message', (report: Report) => {
			if ('progress' in report) onProgress(report.progress);
			else resolve(report);
		});
		worker.once('error', reject);
		worker.once('exit', (code) => reject(new Error(`The thread of a world ended with ${code}`)));
	});
}
