import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../util/paths.mts';
import type { FaultInput, ReportTotals } from '../../../sandbox/src/client.mts';
import { count } from './count.mts';
import { explainLoss, isOfBatchInFlight, type DetailRead, type Kill } from './explain.mts';
import { killAgainAndAgain } from './killing.mts';
import { planKills } from './killPlan.mts';
import type { KillsOptions } from './options.mts';
import type { KillsResult } from './results.mts';
import type { Change, ExecutionRecord } from './states.mts';
import { settle } from './settling.mts';
import { Trial } from './trial.mts';

const FAULT_PROBABILITY = 0.05;
const FAULTS: readonly FaultInput[] = [
	...[429, 500, 503].map((status) => ({ kind: 'status', status, probability: FAULT_PROBABILITY }) as const),
	{ kind: 'reset', probability: FAULT_PROBABILITY },
	{ kind: 'cutOff', probability: FAULT_PROBABILITY },
];
const TOKEN_LIFETIME_SECONDS = 30;
const KNOWN_BOOKINGS = 5;
const killBetweenSaves = pathToFileURL(join(import.meta.dirname, 'killBetweenSaves.mjs')).href;

export async function runKills(options: KillsOptions, say: (words: string) => void): Promise<KillsResult> {
	const { seed, mode, afterCrash, properties, bookings, minutes } = options;
	const name = `kills-${mode}-${afterCrash}`;
	const mayLose = mayLoseBookings(options);
	const orderFile = inRoot('.chaos', name, 'kill-between-saves');
	const durationMs = minutes * 60_000;
	const trial = await Trial.start({
		name,
		mode,
		stream: { seed, properties, known: KNOWN_BOOKINGS, acts: bookings, durationMs },
		all: false,
		afterCrash,
		tokenLifetimeSeconds: TOKEN_LIFETIME_SECONDS,
		preloaded: [killBetweenSaves],
		settings: { CHAOS_KILL_FILE: orderFile },
	});
	const { control } = trial.stack.sandbox;
	await control.resetReport();
	for (const fault of FAULTS) await control.fault(fault);
	say(`bookings are made for ${minutes} minutes`);
	const [kills] = await Promise.all([
		killAgainAndAgain(trial, planKills(seed, options.kills, durationMs), orderFile, say),
		trial.stream.run(),
	]);
	say('waiting for what is left');
	const { executions, staticData, cursor } = await settle(trial, say, (missing, reads) =>
		mayLose ? unexplainedOf(missing, kills, reads) : missing,
	);
	return judge(options, {
		kills,
		executions,
		changes: trial.stream.changes,
		reads: await trial.detailReads(),
		requests: await control.report(),
		stateBytes: (cursor ?? staticData ?? '').length,
	});
}

interface Evidence {
	kills: Kill[];
	executions: ExecutionRecord[];
	changes: Change[];
	reads: DetailRead[];
	requests: ReportTotals;
	stateBytes: number;
}

function judge(options: KillsOptions, evidence: Evidence): KillsResult {
	const { kills, executions, changes, reads } = evidence;
	const counted = count(
		changes,
		executions.flatMap(({ deliveries }) => deliveries),
	);
	const explained = counted.lost.flatMap((change) => {
		const explanation = explainLoss(change, kills, reads);
		return explanation === undefined ? [] : [{ ...explanation, change }];
	});
	const unexplained = unexplainedOf(counted.lost, kills, reads);
	const { repeated } = counted;
	const unexplainedRepetitions = repeated.filter((one) => !isOfBatchInFlight(one, kills)).length;
	const durable = options.mode === 'durable';
	const missed = [
		...targetOf('bookings lost', mayLoseBookings(options) ? unexplained.length : counted.lost.length),
		...targetOf('items repeated', durable ? repeated.length : unexplainedRepetitions),
		...targetOf('items in the wrong order', counted.reversed.length),
		...targetOf('items with a state that never was', counted.unknown.length),
		...targetOf('items from before the trigger was switched on', counted.early.length),
		...(kills.length === options.kills ? [] : [`killed ${kills.length} times`]),
	];
	return {
		run: 'kills',
		options,
		kills: kills.map(({ saved, ...kill }) => ({ ...kill, savedBytes: (saved ?? '').length })),
		executions: executions.map(({ deliveries, ...record }) => ({ ...record, items: deliveries.length })),
		count: counted,
		explained,
		unexplained,
		unexplainedRepetitions,
		requests: evidence.requests,
		stateBytes: evidence.stateBytes,
		missed,
	};
}

/** Whether losses are allowed: with older polling, a kill between n8n's two saves loses items unless redelivered. */
function mayLoseBookings({ mode, afterCrash }: KillsOptions): boolean {
	return mode === 'older' && afterCrash === 'skip';
}

function unexplainedOf(
	lost: readonly Change[],
	kills: readonly Kill[],
	reads: readonly DetailRead[],
): Change[] {
	return lost.filter((change) => explainLoss(change, kills, reads) === undefined);
}

/** What must never happen is a failure unless the count is 0. */
export function targetOf(what: string, times: number): string[] {
	return times === 0 ? [] : [`${times} ${what}`];
}
