import { parentPort, workerData } from 'node:worker_threads';
import { shrink } from './shrink.mts';
import { play } from './world/play.mts';
import type { Report, WorldJob } from './worlds.mts';

const { plan, shrinks } = workerData as WorldJob;
const onProgress = (progress: string) => parentPort?.postMessage({ progress } satisfies Report);
const result = await play(plan);
const shortest = result.finding && shrinks ? await shrink(result, onProgress) : undefined;
parentPort?.postMessage({ result, ...(shortest && { shortest }) } satisfies Report);
