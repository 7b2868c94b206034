import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { step } from '../../util/progress.mts';
import { startSandbox, type RunningSandbox } from '../../processes/sandboxProcess.mts';
import type { Benchmark } from '../benchmark.mts';
import type { Row } from '../row.mts';
import { median, percentile, round } from '../../figures/statistics.mts';

const BOOKINGS = 200_000;
const PAGE = 1_000;
/** The whole feed, several times. */
const PASSES = 5;

interface FeedPage {
	bookingSummaries: unknown[];
	continueToken: string;
	hasMoreData: boolean;
}

export const sandboxPages: Benchmark = {
	name: 'sandbox',
	title: 'The sandbox itself',
	run: async (folder) => {
		const plan = { port: 0, liveSeconds: 0, properties: 1, bookings: BOOKINGS, limits: false };
		const starting = { doing: 'Starting the sandbox', done: 'Started the sandbox' };
		const sandbox = await step(starting, () =>
			startSandbox({ ...plan, logFile: join(folder, 'logs', 'sandbox.log') }),
		);
		const reading = { doing: 'Reading the feed', done: 'Read the feed' };
		const times = await step(reading, () => pageTimes(sandbox));
		await sandbox.service.stop();
		return rowsOf(times);
	},
};

async function pageTimes(sandbox: RunningSandbox): Promise<number[]> {
	const { access_token: token } = await sandbox.control.issueToken(sandbox.clientId);
	const headers = { authorization: `Bearer ${token}` };
	const feed = `${sandbox.url}/api/read-reservation/v1/properties/${sandbox.properties[0]?.id}/bookings`;
	const times: number[] = [];
	for (let pass = 0; pass < PASSES; pass += 1) {
		let continueToken: string | undefined;
		let more = true;
		while (more) {
			const query =
				continueToken === undefined
					? `count=${PAGE}`
					: `count=${PAGE}&continueToken=${encodeURIComponent(continueToken)}`;
			const before = performance.now();
			const response = await fetch(`${feed}?${query}`, { headers });
			const text = await response.text();
			times.push(performance.now() - before);
			const page = JSON.parse(text) as FeedPage;
			if (page.bookingSummaries.length !== PAGE)
				throw new Error(`A page of ${page.bookingSummaries.length} bookings.`);
			({ continueToken, hasMoreData: more } = page);
		}
	}
	return times;
}

function rowsOf(times: readonly number[]): Row[] {
	const row = { unit: 'ms', baselines: [], note: `${times.length} pages, asked for one after another` };
	const what = `Page of ${PAGE} summaries out of ${BOOKINGS}`;
	return [
		{ ...row, name: `${what}: median`, figure: round(median(times), 1) },
		{ ...row, name: `${what}: 99 % within`, figure: round(percentile(times, 0.99), 1) },
	];
}
