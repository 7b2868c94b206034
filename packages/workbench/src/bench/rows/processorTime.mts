import { SPECIFIED_LIMITS } from '../../../../sandbox/src/http/limits/table.mts';
import { byId } from '../../n8n/workflows.mts';
import { step } from '../../util/progress.mts';
import type { Stack } from '../../n8n/stack.mts';
import type { Benchmark } from '../benchmark.mts';
import { batchingInWords, httpRequest, ours, readsFeed, type Contender } from '../contender.mts';
import { fastestBatching } from '../minimum.mts';
import { processorMs, whenIdle } from '../procfs.mts';
import { newEntrant, Race } from '../race.mts';
import type { Row } from '../row.mts';
import { withStack } from '../stacks.mts';
import { median, round } from '../../figures/statistics.mts';
import { BATCH_MARGIN } from './details.mts';

const READS = 200;
const ROUNDS = 7;
/** In the first rounds n8n's own code is still being compiled. */
const WARM_UP_ROUNDS = 2;
const values = Array.from({ length: READS }, (_, index) => String(index));

export const processorTime: Benchmark = {
	name: 'cpu',
	title: 'Processor time',
	run: async (folder) =>
		await withStack(folder, { properties: 1, bookings: 20 }, async (stack) => {
			const propertyId = stack.sandbox.properties[0]?.id ?? '';
			return [rowOf(await measureAll(stack, propertyId, contenders(propertyId)))];
		}),
};

function contenders(propertyId: string): readonly Contender[] {
	const path = `/pms/v2/properties/${propertyId}/rooms`;
	const query = { maxPageSize: '100' };
	const batching = fastestBatching(SPECIFIED_LIMITS.default, READS, BATCH_MARGIN);
	const request = { path, query, batching };
	return [
		ours('Pms', { resource: 'room', operation: 'getAll', propertyId: byId(propertyId), returnAll: true }),
		httpRequest(batchingInWords(batching), request),
		httpRequest('the same and Split Out, for the same items', { ...request, splitOut: 'rooms' }),
	];
}

/** They alternate in the same n8n, so that other load affects all of them. */
async function measureAll(
	stack: Stack,
	propertyId: string,
	all: readonly Contender[],
): Promise<Array<{ name: string; perRequestMs: number[] }>> {
	const measured = all.map(({ name }) => ({ name, perRequestMs: [] as number[] }));
	for (let round = 1; round <= ROUNDS; round += 1) {
		const words = `Round ${round} of ${ROUNDS}: ${READS} room reads each`;
		await step({ doing: words, done: words }, async () => {
			for (const [place, contender] of all.entries()) {
				const perRequestMs = await measure(stack, propertyId, contender);
				if (round > WARM_UP_ROUNDS) measured[place]?.perRequestMs.push(perRequestMs);
			}
		});
	}
	return measured;
}

async function measure(stack: Stack, propertyId: string, contender: Contender): Promise<number> {
	const race = await Race.prepare(stack, await newEntrant(stack, readsFeed(propertyId)), contender, values);
	await whenIdle(stack.n8nPid);
	const before = processorMs(stack.n8nPid);
	const result = await race.run();
	await whenIdle(stack.n8nPid);
	const used = processorMs(stack.n8nPid) - before;
	if (result.requests !== READS || result.refused > 0) {
		throw new Error(`${contender.name} sent ${result.requests} requests, ${result.refused} of them refused.`);
	}
	return used / READS;
}

function rowOf([own, http, split]: Array<{ name: string; perRequestMs: number[] }>): Row {
	if (!own || !http || !split) throw new Error('There must be three contenders.');
	const ratios = own.perRequestMs.map((ms, place) => round(ms / (http.perRequestMs[place] ?? NaN), 2));
	const inWords = (perRequestMs: number[]) =>
		`${round(median(perRequestMs), 2)} ms (${round(Math.min(...perRequestMs), 2)}–${round(Math.max(...perRequestMs), 2)})`;
	const splitRatios = split.perRequestMs.map((ms, place) => ms / (http.perRequestMs[place] ?? NaN));
	return {
		name: `${READS} room reads: processor time per request`,
		figure: round(median(ratios), 2),
		unit: '× HTTP Request',
		target: 1.2,
		baselines: [
			{ name: http.name, figure: 1, note: inWords(http.perRequestMs) },
			{ name: split.name, figure: round(median(splitRatios), 2), note: inWords(split.perRequestMs) },
		],
		note: `${inWords(own.perRequestMs)}; median of ${ratios.length} rounds, ratios ${Math.min(...ratios)}–${Math.max(...ratios)}`,
	};
}
