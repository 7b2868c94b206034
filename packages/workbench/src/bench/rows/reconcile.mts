import { createRequire } from 'node:module';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { DateTime } from 'luxon';
import { ensureBuilt } from '../../package/build.mts';
import { startSandbox, type RunningSandbox } from '../../processes/sandboxProcess.mts';
import { inRoot } from '../../util/paths.mts';
import { step } from '../../util/progress.mts';
import { round } from '../../figures/statistics.mts';
import type { Benchmark } from '../benchmark.mts';
import { feedOf, hostOf, type Host, type Summary } from '../operationHost.mts';
import type { Row } from '../row.mts';

const BOOKINGS = 50_000;
/** Rows of room stays. */
const ROWS_EACH = 2;
const ROWS = BOOKINGS * ROWS_EACH;
const ROUNDS = 3;
const TARGET_MS = 100;
const NANOS = 1_000_000;
/** The zone of the other system, whose times have no offset. It has no daylight saving time, so they are unambiguous. */
const ZONE = 'Asia/Kolkata';
const NODE = inRoot('dist', 'nodes', 'PartnerHotelBookings', 'PartnerHotelBookings.node.js');

interface Times {
	pauseMs: number;
	wallMs: number;
}

interface BookingsNode {
	PartnerHotelBookings: new () => { execute(this: Host): Promise<unknown[][]> };
}

/** In this process and without n8n, whose own work with 100,000 items would be measured too. */
export const reconcilePauses: Benchmark = {
	name: 'reconcile',
	title: 'Reconciling many bookings',
	run: async (folder) => {
		await ensureBuilt();
		const plan = { port: 0, liveSeconds: 0, properties: 1, bookings: BOOKINGS, limits: false };
		const starting = { doing: 'Starting the sandbox', done: 'Started the sandbox' };
		const sandbox = await step(starting, () =>
			startSandbox({ ...plan, logFile: join(folder, 'logs', 'sandbox.log') }),
		);
		const reading = { doing: 'Reading the feed', done: 'Read the feed' };
		const rows = (await step(reading, () => feedOf(sandbox))).flatMap(asHeld);
		const measured: Times[] = [];
		for (let count = 1; count <= ROUNDS; count += 1) {
			const words = `Round ${count} of ${ROUNDS}: ${ROWS} rows`;
			await step({ doing: words, done: words }, async () => {
				measured.push(await measure(sandbox, rows));
			});
		}
		await sandbox.service.stop();
		return [rowOf(measured, inOneGoMs(rows))];
	},
};

/** As the other system has it. */
function asHeld({ modifiedDateTime, ...summary }: Summary): Summary[] {
	const local = DateTime.fromISO(modifiedDateTime, { zone: ZONE }).toFormat("yyyy-MM-dd'T'HH:mm:ss");
	return Array.from({ length: ROWS_EACH }, () => ({ ...summary, modifiedDateTime: local }));
}

async function measure(sandbox: RunningSandbox, rows: readonly Summary[]): Promise<Times> {
	const { PartnerHotelBookings } = createRequire(import.meta.url)(NODE) as BookingsNode;
	const host = await hostOf(sandbox, rows, {
		resource: 'booking',
		operation: 'reconcile',
		propertySelection: 'one',
		propertyId: sandbox.properties[0]?.id ?? '',
		modifiedSince: '2009-01-01T00:00:00Z',
		output: 'all',
		options: { timeZone: ZONE },
	});
	const delays = monitorEventLoopDelay({ resolution: 1 });
	const before = performance.now();
	delays.enable();
	const [output = []] = await new PartnerHotelBookings().execute.call(host);
	delays.disable();
	const wallMs = performance.now() - before;
	const equal = (output as Array<{ json: { result?: string } }>).filter(
		({ json }) => json.result === 'equal',
	);
	if (equal.length !== BOOKINGS) throw new Error(`${equal.length} of ${BOOKINGS} bookings are equal.`);
	return { pauseMs: delays.max / NANOS, wallMs };
}

/** How long parsing the times of the rows, one after another, blocks the process. */
function inOneGoMs(rows: readonly Summary[]): number {
	const before = performance.now();
	for (const { modifiedDateTime } of rows) DateTime.fromISO(modifiedDateTime, { zone: ZONE }).toMillis();
	return performance.now() - before;
}

function rowOf(measured: readonly Times[], inOneGo: number): Row {
	const pauses = measured.map(({ pauseMs }) => round(pauseMs, 1));
	const seconds = measured.map(({ wallMs }) => round(wallMs / 1000, 1));
	const longest = Math.max(...pauses);
	return {
		name: `${ROWS} rows, times without offset: longest pause of the process`,
		figure: longest,
		unit: 'ms',
		target: TARGET_MS,
		baselines: [
			{
				name: 'Reading their times alone with Luxon, in one go',
				figure: round(inOneGo, 0),
				note: `${round(inOneGo / longest, 0)} times as long`,
			},
		],
		note: `worst of ${ROUNDS} rounds, ${pauses.join(', ')}; ${seconds.join(', ')} s in all`,
	};
}
