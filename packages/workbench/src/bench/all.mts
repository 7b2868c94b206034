import type { Benchmark } from './benchmark.mts';
import { besideExport } from './rows/besideExport.mts';
import { details } from './rows/details.mts';
import { eventDelay } from './rows/eventDelay.mts';
import { guestJourney } from './rows/guestJourney.mts';
import { keepWatching } from './rows/keepWatching.mts';
import { lowestPrices } from './rows/lowestPrices.mts';
import { packageCost } from './rows/packageCost.mts';
import { processorTime } from './rows/processorTime.mts';
import { queueMode } from './rows/queueMode.mts';
import { reconcilePauses } from './rows/reconcile.mts';
import { sandboxPages } from './rows/sandboxPages.mts';
import { sharedClient } from './rows/sharedClient.mts';
import { summaries } from './rows/summaries.mts';
import { triggerDelay } from './rows/triggerDelay.mts';

/** In the order in which they run and are listed. */
export const benchmarks: readonly Benchmark[] = [
	details,
	lowestPrices,
	summaries,
	processorTime,
	queueMode,
	packageCost,
	triggerDelay,
	keepWatching,
	sharedClient,
	besideExport,
	eventDelay,
	guestJourney,
	reconcilePauses,
	sandboxPages,
];
