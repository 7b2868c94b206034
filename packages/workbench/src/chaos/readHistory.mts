/*
 * Polls with n8n's own context in one process, and measures: node --expose-gc --import tsx readHistory.mts <task>
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { credentialFor } from '../n8n/credential.mts';
import { inRoot } from '../util/paths.mts';
import type { HistoryTask } from './history.mts';
import type { HistoryReading, Memory, Slice } from './results.mts';

type Poll = (options: {
	activation: 'activate' | 'update';
}) => Promise<Array<{ json: Record<string, unknown> }> | null>;

interface Harness {
	staticData: Record<string, unknown>;
	poll: Poll;
}

/** How many polls after the last booking are checked for repetitions. */
const LAST_POLLS = 3;
/** With details, the service's limits of a minute leave polls without a booking now and then. */
const GIVE_UP_AFTER_MS = 150_000;
const PAUSE_MS = 1_000;
const SAMPLE_EVERY_MS = 20;

const task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as HistoryTask;
const harness = await harnessFor(task);
process.stdout.write(JSON.stringify(await readAll(harness)));

async function readAll({ poll, staticData }: Harness): Promise<HistoryReading> {
	const slices: Slice[] = [];
	const seen = new Set<string>();
	let repeated = 0;
	collectGarbage();
	const baseline = memory();
	const peak = { ...baseline };
	const sampling = setInterval(() => raise(peak), SAMPLE_EVERY_MS);
	const startedAt = Date.now();
	let [lastPolls, newestAt] = [0, startedAt];
	while (lastPolls < LAST_POLLS && Date.now() - newestAt < GIVE_UP_AFTER_MS) {
		const pollAt = Date.now();
		const items = (await poll({ activation: slices.length === 0 ? 'activate' : 'update' })) ?? [];
		raise(peak);
		for (const { json } of items) {
			const number = String(json['number']);
			if (seen.has(number)) repeated += 1;
			seen.add(number);
		}
		const stateBytes = Buffer.byteLength(JSON.stringify(staticData));
		slices.push({ items: items.length, durationMs: Date.now() - pollAt, stateBytes });
		if (items.length > 0) newestAt = Date.now();
		else await sleep(PAUSE_MS);
		if (seen.size >= task.bookings) lastPolls += 1;
	}
	clearInterval(sampling);
	return { slices, bookings: seen.size, repeated, durationMs: newestAt - startedAt, baseline, peak };
}

function raise(peak: Memory): void {
	const { rss, heapUsed } = memory();
	peak.rss = Math.max(peak.rss, rss);
	peak.heapUsed = Math.max(peak.heapUsed, heapUsed);
}

function memory(): Memory {
	const { rss, heapUsed } = process.memoryUsage();
	return { rss, heapUsed };
}

function collectGarbage(): void {
	globalThis.gc?.();
}

async function harnessFor({ propertyId, maxBookings, details, ...access }: HistoryTask): Promise<Harness> {
	const { harness } = await load<{ harness: (type: unknown, options: unknown) => Harness }>(
		'test/support/n8n.ts',
	);
	const trigger = 'nodes/PartnerHotelTrigger/PartnerHotelTrigger.node.ts';
	const { PartnerHotelTrigger } = await load<{ PartnerHotelTrigger: new () => unknown }>(trigger);
	return harness(new PartnerHotelTrigger(), {
		credential: credentialFor(access),
		parameters: {
			propertySelection: 'one',
			propertyId: { __rl: true, mode: 'id', value: propertyId },
			events: ['new', 'changed', 'cancelled'],
			startFrom: 'everything',
			output: details ? 'details' : 'summary',
			options: { maxBookings },
		},
	});
}

/** The package and its tests are CommonJS, with a type check of their own. */
async function load<T>(path: string): Promise<T> {
	return (await import(pathToFileURL(inRoot(path)).href)) as T;
}
