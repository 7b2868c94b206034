import { parentPort, workerData } from 'node:worker_threads';
import { shrink } from './shrink.mts';
import { play } from './world/play.mts';
import type { Order, Report } from './worlds.mts';

const { plan, shrinks } = workerData as Order;
const say = (words: string) => parentPort?.postMessage({ says: words } satisfies Report);
const played = await play(plan);
const shortest = played.finding && shrinks ? await shrink(played, say) : undefined;
parentPort?.postMessage({ played, ...(shortest && { shortest }) } satisfies Report);
