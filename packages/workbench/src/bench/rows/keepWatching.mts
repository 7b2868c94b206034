import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { DURABLE_POLLING, OLDER_POLLING } from '../../n8n/polling.mts';
import type { SavedWorkflow } from '../../n8n/types.mts';
import type { Stack } from '../../n8n/stack.mts';
import { watching } from '../../n8n/workflows.mts';
import { ensureBuilt } from '../../package/build.mts';
import { claimFolder, emptyFolder } from '../../util/folders.mts';
import { step } from '../../util/progress.mts';
import { percentile, round } from '../../figures/statistics.mts';
import type { Benchmark } from '../benchmark.mts';
import { readsProperty } from '../contender.mts';
import { delaysOf, makeBookings } from '../delays.mts';
import { processorMs, residentBytes } from '../procfs.mts';
import { newEntrant } from '../race.mts';
import type { Row } from '../row.mts';
import { withStack } from '../stacks.mts';

const CHANGE_EVERY_MS = 2 * 60_000;
const CHANGES = 12;
const DURATION_MS = CHANGES * CHANGE_EVERY_MS;
/** Before the triggers keep watching, to compare with. */
const CALM_MS = 3 * 60_000;
const ARRIVAL_TIMEOUT_MS = 3 * 60_000;
/** The number of triggers of each kind, each with its own API client and hotels. */
const TRIGGERS = 5;
const MIB = 1_048_576;

interface Kind {
	name: string;
	hotels: number;
	/** Seconds within which 50 and 95 of 100 changes start their executions. */
	targets: [number, number];
}

const ONE_HOTEL: Kind = { name: 'one hotel', hotels: 1, targets: [5, 45] };
const ONE_HOTEL_DURABLE: Kind = { name: 'one hotel, durable polling', hotels: 1, targets: [10, 40] };
const TEN_HOTELS: Kind = { name: 'ten hotels', hotels: 10, targets: [10, Infinity] };

export const keepWatching: Benchmark = {
	name: 'watching',
	title: 'Keep Watching',
	run: async (folder) => {
		const run = async (name: string, settings: Record<string, string>, kinds: readonly Kind[]) => {
			const own = join(folder, name);
			await claimFolder(own);
			emptyFolder(own);
			const hotels = kinds.reduce((sum, kind) => sum + TRIGGERS * kind.hotels, 0);
			return await withStack(
				own,
				{ properties: hotels, bookings: 20 },
				async (stack) => await watchAll(stack, kinds),
				{ settings },
			);
		};
		await ensureBuilt();
		const both = [
			run('older', OLDER_POLLING, [ONE_HOTEL, TEN_HOTELS]),
			run('durable', DURABLE_POLLING, [ONE_HOTEL_DURABLE]),
		];
		return (await Promise.all(both)).flat();
	},
};

/** Both ways watch the same hotels at the same time, with separate API clients. */
async function watchAll(stack: Stack, kinds: readonly Kind[]): Promise<Row[]> {
	const left = stack.sandbox.properties.map(({ id }) => id);
	const plans = kinds.flatMap((kind) =>
		Array.from({ length: TRIGGERS }, () => ({ kind, propertyIds: left.splice(0, kind.hotels) })),
	);
	const start = async (propertyIds: readonly string[], keepWatching: boolean) => {
		const { credential } = await newEntrant(stack, readsProperty(propertyIds[0] ?? ''));
		const parameters = { propertySelection: 'several', propertyIds, options: { keepWatching } };
		return await stack.client.startWorkflow(watching(credential.name, credential, parameters));
	};
	const startAll = async (keepWatching: boolean) => {
		const started: SavedWorkflow[] = [];
		for (const { propertyIds } of plans) started.push(await start(propertyIds, keepWatching));
		return started;
	};
	const usual = await startAll(false);
	const before = await loadDuring(stack, async () => await sleep(CALM_MS));
	const keeping = await startAll(true);
	const words = `${plans.length} triggers, a change every ${CHANGE_EVERY_MS / 60_000} minutes each, for ${DURATION_MS / 60_000} minutes`;
	const made = await loadDuring(stack, async () => {
		return await step({ doing: words, done: words }, () =>
			Promise.all(
				plans.map(({ propertyIds }) =>
					makeBookings(stack, { propertyIds, changes: CHANGES, durationMs: DURATION_MS }),
				),
			),
		);
	});
	const delays = async (workflows: readonly SavedWorkflow[], kind: Kind) => {
		const all = plans.map(async (plan, index) => {
			if (plan.kind !== kind) return [];
			const reading = { timeoutMs: ARRIVAL_TIMEOUT_MS };
			return await delaysOf(
				stack,
				workflows[index] as SavedWorkflow,
				made.result[index] ?? new Map(),
				reading,
			);
		});
		return (await Promise.all(all)).flat();
	};
	const rows: Row[] = [];
	for (const kind of kinds)
		rows.push(...rowsOf(kind, await delays(keeping, kind), await delays(usual, kind)));
	return [...rows, loadRow(kinds, plans.length, made, before)];
}

interface Load<T> {
	result: T;
	/** Processor time of n8n, in percent of one processor. */
	processor: number;
	mib: number;
}

async function loadDuring<T>({ n8nPid }: Stack, work: () => Promise<T>): Promise<Load<T>> {
	const [startedAt, before] = [performance.now(), processorMs(n8nPid)];
	const result = await work();
	const processor = (100 * (processorMs(n8nPid) - before)) / (performance.now() - startedAt);
	return { result, processor, mib: residentBytes(n8nPid) / MIB };
}

function rowsOf(
	{ name, targets: [target50, target95] }: Kind,
	delays: readonly number[],
	usual: readonly number[],
): Row[] {
	const row = (share: number, target: number): Row => ({
		name: `${name}: ${share * 100} of 100 changes start their execution within`,
		figure: round(percentile(delays, share), 1),
		unit: 's',
		...(target < Infinity && { target }),
		baselines: [
			{ name: 'the same hotels without Keep Watching', figure: round(percentile(usual, share), 1) },
		],
		note: `${delays.length} changes, longest ${round(Math.max(...delays), 1)} s`,
	});
	return [row(0.5, target50), row(0.95, target95)];
}

function loadRow(
	[{ name } = ONE_HOTEL]: readonly Kind[],
	triggers: number,
	{ processor, mib }: Load<unknown>,
	before: Load<unknown>,
): Row {
	return {
		name: `${name} and others: processor time of n8n with ${triggers} triggers that keep watching, beside ${triggers} that do not`,
		figure: round(processor, 1),
		unit: '% of one processor',
		baselines: [
			{
				name: `${triggers} triggers without Keep Watching alone`,
				figure: round(before.processor, 1),
				note: `memory ${Math.round(before.mib)} MiB`,
			},
		],
		note: `memory ${Math.round(mib)} MiB`,
	};
}
