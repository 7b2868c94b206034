import { SPECIFIED_LIMITS } from '../../../../sandbox/src/http/limits/table.mts';
import { byId } from '../../n8n/workflows.mts';
import { step } from '../../util/progress.mts';
import type { Stack } from '../../n8n/stack.mts';
import type { Benchmark } from '../benchmark.mts';
import { httpRequest, ours, OURS, readsProperty, type Contender } from '../contender.mts';
import { pauseBetweenPagesMs, shortestMsOfPages } from '../minimum.mts';
import { forgetPeak, peakResidentBytes, whenIdle } from '../procfs.mts';
import { newEntrant, Race, type Result } from '../race.mts';
import type { Row } from '../row.mts';
import { withStack } from '../stacks.mts';
import { median, round } from '../../figures/statistics.mts';
import { BATCH_MARGIN } from './details.mts';

const BOOKINGS = 100_000;
const PAGE = 1_000;
const PAGES = BOOKINGS / PAGE;
const LATENCY_MS = 100;
const ROUNDS = 3;
const MIB = 1_048_576;
const limits = SPECIFIED_LIMITS.bookingList;
const minimumMs = shortestMsOfPages(limits, PAGES, LATENCY_MS);

interface Outcome {
	name: string;
	wallMs: number;
	peakMib: number;
	peaks: number[];
	failed: number;
	refused: number;
}

export const summaries: Benchmark = {
	name: 'summaries',
	title: 'A long list of bookings',
	run: async (folder) =>
		await withStack(folder, { properties: 1, bookings: BOOKINGS, latencyMs: LATENCY_MS }, async (stack) => {
			const propertyId = stack.sandbox.properties[0]?.id ?? '';
			return rowsOf(await compare(stack, propertyId, contenders(propertyId)));
		}),
};

function contenders(propertyId: string): readonly Contender[] {
	const path = `/read-reservation/v1/properties/${propertyId}/bookings`;
	const paged = (requestInterval: number) => ({
		path,
		pagination: {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: {
				parameters: [{ type: 'qs', name: 'continueToken', value: '={{ $response.body.continueToken }}' }],
			},
			paginationCompleteWhen: 'other',
			completeExpression: '={{ !$response.body.hasMoreData }}',
			requestInterval,
		},
	});
	const pauseMs = pauseBetweenPagesMs(limits, PAGES, LATENCY_MS, BATCH_MARGIN);
	return [
		ours('Bookings', {
			resource: 'booking',
			operation: 'getAll',
			propertyId: byId(propertyId),
			returnAll: true,
			period: 'everything',
			output: 'summary',
		}),
		httpRequest(`HTTP Request, its pagination, ${pauseMs} ms between pages`, paged(pauseMs)),
		httpRequest(`the same and Split Out, for the same ${BOOKINGS} items`, {
			...paged(pauseMs),
			splitOut: 'bookingSummaries',
		}),
		httpRequest('HTTP Request, its pagination, defaults', paged(0)),
	];
}

/** They alternate, each in a new n8n, because memory left by one would count for the next. */
async function compare(stack: Stack, propertyId: string, all: readonly Contender[]): Promise<Outcome[]> {
	const results = new Map<string, Array<Result & { peak: number; failed: number }>>();
	for (let round = 1; round <= ROUNDS; round += 1) {
		for (const contender of all) {
			const words = `Round ${round} of ${ROUNDS}: ${contender.name}`;
			const result = await step({ doing: words, done: words }, () => measure(stack, propertyId, contender));
			results.set(contender.name, [...(results.get(contender.name) ?? []), result]);
		}
	}
	return [...results].map(([name, measured]) => {
		const peaks = measured.map(({ peak }) => Math.round(peak / MIB));
		return {
			name,
			wallMs: median(measured.map(({ wallMs }) => wallMs)),
			peakMib: median(peaks),
			peaks,
			failed: Math.max(...measured.map(({ failed }) => failed)),
			refused: Math.max(...measured.map(({ refused }) => refused)),
		};
	});
}

async function measure(
	stack: Stack,
	propertyId: string,
	contender: Contender,
): Promise<Result & { peak: number; failed: number }> {
	await stack.restartN8n();
	const race = await Race.prepare(stack, await newEntrant(stack, readsProperty(propertyId)), contender);
	await whenIdle(stack.n8nPid);
	forgetPeak(stack.n8nPid);
	const result = await race.run();
	await whenIdle(stack.n8nPid);
	return {
		...result,
		peak: peakResidentBytes(stack.n8nPid),
		failed: result.requests < PAGES || result.refused > 0 ? 1 : 0,
	};
}

function rowsOf([own, ...others]: Outcome[]): Row[] {
	if (own?.name !== OURS) throw new Error('The first contender must be this package.');
	const complete = others.filter(({ failed }) => failed === 0);
	const paging = complete[0];
	if (paging === undefined)
		throw new Error('HTTP Request read no complete list: there is nothing to compare with.');
	const ratio = ({ wallMs }: Outcome) => round(wallMs / minimumMs, 3);
	const seconds = ({ wallMs }: Outcome) => `${round(wallMs / 1000, 1)} s`;
	const what = `${BOOKINGS} summaries, ${LATENCY_MS} ms latency`;
	return [
		{
			name: `${what}: wall time`,
			figure: ratio(own),
			unit: '× the minimum',
			target: 1.1,
			baselines: others.map((other) => ({
				name: other.name,
				figure: ratio(other),
				note: other.failed > 0 ? `${seconds(other)}, failed after ${other.refused} refused` : seconds(other),
			})),
			note: `${seconds(own)}; minimum ${minimumMs / 1000} s`,
		},
		{
			name: `${what}: peak memory of n8n`,
			figure: round(own.peakMib / paging.peakMib, 2),
			unit: `× ${paging.name}`,
			target: 1.3,
			baselines: complete.map(({ name, peakMib, peaks }) => ({
				name,
				figure: round(peakMib / paging.peakMib, 2),
				note: `${peakMib} MiB (${peaks.join(', ')})`,
			})),
			note: `${own.peakMib} MiB, median of ${own.peaks.join(', ')}`,
		},
		{
			name: `${what}: answered with 429`,
			figure: own.refused,
			unit: 'requests',
			target: 0,
			baselines: others.map(({ name, refused }) => ({ name, figure: refused })),
		},
	];
}
