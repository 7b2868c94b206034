import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPECIFIED_LIMITS } from '../../../../sandbox/src/http/limits/table.mts';
import { startWorker } from '../../n8n/n8nProcess.mts';
import {
	createDatabase,
	deleteKeys,
	dropDatabase,
	queueServers,
	queueSettings,
} from '../../n8n/queueServers.mts';
import { step } from '../../util/progress.mts';
import type { Stack } from '../../n8n/stack.mts';
import type { Benchmark } from '../benchmark.mts';
import { readsFeed } from '../contender.mts';
import { shortestMs } from '../minimum.mts';
import { newEntrant, Race, type Result } from '../race.mts';
import type { Row } from '../row.mts';
import { withStack } from '../stacks.mts';
import { round } from '../../figures/statistics.mts';
import { bookingNumbers, readsDetails } from './details.mts';
import { failedRow } from './paced.mts';

const EXECUTIONS = 6;
const PER_EXECUTION = 100;
const DETAILS = EXECUTIONS * PER_EXECUTION;
const WORKERS = 2;
const MAX_REFUSED = 0.03;
const limits = SPECIFIED_LIMITS.bookingDetail;

export const queueMode: Benchmark = {
	name: 'queue',
	title: 'Queue mode: one main process, two workers',
	run: async (folder) => {
		const servers = queueServers();
		const database = `partner_hotel_bench_${process.pid}`;
		await deleteKeys(servers, database);
		await createDatabase(servers, database);
		const settings = {
			...queueSettings(servers, database),
			N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
		};
		const world = { properties: 1, bookings: DETAILS };
		try {
			return await withStack(folder, world, async (stack) => await compete(stack, folder), { settings });
		} finally {
			await dropDatabase(servers, database);
			await deleteKeys(servers, database);
		}
	},
};

async function compete(stack: Stack, folder: string): Promise<Row[]> {
	const logs = Array.from({ length: WORKERS }, (_, index) => join(folder, 'logs', `worker${index + 1}.log`));
	const starting = { doing: `Starting ${WORKERS} workers`, done: `Started ${WORKERS} workers` };
	const workers = await step(starting, () =>
		Promise.all(logs.map((logFile) => startWorker({ ...stack.n8nPlan, logFile }))),
	);
	try {
		const propertyId = stack.sandbox.properties[0]?.id ?? '';
		const numbers = await bookingNumbers(stack, propertyId, DETAILS);
		const entrant = await newEntrant(stack, readsFeed(propertyId));
		const races = await Promise.all(
			Array.from({ length: EXECUTIONS }, (_, index) =>
				Race.prepare(
					stack,
					entrant,
					readsDetails(propertyId),
					numbers.slice(index * PER_EXECUTION, (index + 1) * PER_EXECUTION),
				),
			),
		);
		const before = logs.map(executionsIn);
		const words = `${DETAILS} booking details in ${EXECUTIONS} parallel executions`;
		const results = await step({ doing: words, done: words }, () =>
			Promise.all(races.map((race) => race.run())),
		);
		const failures = await Promise.all(races.map((race, index) => race.failures(results[index] as Result)));
		const shares = logs.map((log, index) => executionsIn(log) - (before[index] ?? 0));
		return rowsOf(results, failures.flat(), shares);
	} finally {
		await Promise.all(workers.map((worker) => worker.stop()));
	}
}

/** How many executions a worker has begun. */
function executionsIn(workerLog: string): number {
	return readFileSync(workerLog, 'utf8').match(/Worker started execution/g)?.length ?? 0;
}

function rowsOf(results: readonly Result[], failures: readonly string[], shares: readonly number[]): Row[] {
	const startedAt = Math.min(...results.map(({ startedAtMs }) => startedAtMs));
	const stoppedAt = Math.max(...results.map(({ stoppedAtMs }) => stoppedAtMs));
	const wallMs = stoppedAt - startedAt;
	const minimumMs = shortestMs(limits, DETAILS);
	// All executions have the same client, and each saw its count of requests: the last one saw all of them.
	const requests = Math.max(...results.map((result) => result.requests));
	const refused = Math.max(...results.map((result) => result.refused));
	const what = `${DETAILS} booking details in ${EXECUTIONS} parallel executions`;
	return [
		{
			name: `${what}: wall time`,
			figure: round(wallMs / minimumMs, 3),
			unit: '× the minimum',
			target: 1.15,
			baselines: [],
			note: `${round(wallMs / 1000, 1)} s; minimum ${minimumMs / 1000} s; executions per worker: ${shares.join(' and ')}`,
		},
		failedRow(what, failures),
		{
			name: `${what}: answered with 429`,
			figure: round((refused / requests) * 100, 2),
			unit: '% of the requests',
			target: MAX_REFUSED * 100,
			baselines: [],
			note: `${refused} of ${requests}`,
		},
	];
}
