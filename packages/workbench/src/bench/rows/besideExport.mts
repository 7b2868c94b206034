import { SPECIFIED_LIMITS } from '../../../../sandbox/src/http/limits/table.mts';
import { median, round } from '../../figures/statistics.mts';
import type { Stack } from '../../n8n/stack.mts';
import type { CredentialReference, SavedWorkflow } from '../../n8n/types.mts';
import { bookingsNode, byId, chain, ofProperty, watching, webhookNode } from '../../n8n/workflows.mts';
import { step } from '../../util/progress.mts';
import { waitFor } from '../../util/waiting.mts';
import type { Benchmark } from '../benchmark.mts';
import { readsProperty } from '../contender.mts';
import { delaysOf, makeBookings } from '../delays.mts';
import { shortestMs } from '../minimum.mts';
import { newEntrant } from '../race.mts';
import type { Row } from '../row.mts';
import { withStack } from '../stacks.mts';

const MINUTE_MS = 60_000;
const BOOKINGS = 1_600;
/** The trigger alone, to compare with. */
const ALONE = { changes: 6, durationMs: 3 * MINUTE_MS };
const BESIDE = { changes: 20, durationMs: 7 * MINUTE_MS };
const ARRIVAL_TIMEOUT_MS = 10 * MINUTE_MS;
/** The poll, the next one if it has just ended, and the wait before a trigger gets priority. */
const MAX_DELAY_S = 90;
/** The target: triggers leave four fifths of the limit per minute. */
const MAX_EXPORT = 1.35;
const PATH = 'export';

export const besideExport: Benchmark = {
	name: 'export',
	title: 'New bookings beside an export',
	run: async (folder) =>
		await withStack(folder, { properties: 1, bookings: BOOKINGS }, async (stack) => {
			const propertyId = stack.sandbox.properties[0]?.id ?? '';
			const { credential } = await newEntrant(stack, readsProperty(propertyId));
			const start = stack.client.startWorkflow.bind(stack.client);
			const trigger = await start(watching('Watch', credential, ofProperty(propertyId)));
			const exported = await start(allBookings(credential, propertyId));
			const delays = async (plan: { changes: number; durationMs: number }) => {
				const madeAt = await makeBookings(stack, { propertyIds: [propertyId], ...plan });
				return await delaysOf(stack, trigger, madeAt, { timeoutMs: ARRIVAL_TIMEOUT_MS });
			};
			const alone = await step({ doing: 'The trigger alone', done: 'The trigger alone' }, () =>
				delays(ALONE),
			);
			const words = `The trigger beside an export of ${BOOKINGS} bookings`;
			const [beside, exportMs] = await step({ doing: words, done: words }, () =>
				Promise.all([delays(BESIDE), runExport(stack, exported)]),
			);
			return rowsOf(alone, beside, exportMs);
		}),
};

function allBookings(credential: CredentialReference, propertyId: string) {
	const parameters = { operation: 'getAll', propertyId: byId(propertyId), output: 'raw', returnAll: true };
	return chain('Export', [
		webhookNode(PATH, 'firstEntryJson'),
		bookingsNode(credential, { ...parameters, period: 'everything' }),
	]);
}

/** @returns how long it took, in ms */
async function runExport({ url, client }: Stack, workflow: SavedWorkflow): Promise<number> {
	// It takes longer than the timeout of a connection.
	fetch(`${url}/webhook/${PATH}`).catch(() => undefined);
	const timeoutMs = 2 * ARRIVAL_TIMEOUT_MS;
	const { status, startedAt, stoppedAt } = await waitFor({ for: 'the export to end', timeoutMs }, async () =>
		(await client.endedExecutions(workflow)).at(0),
	);
	if (status !== 'success') throw new Error(`The export ended as ${status}.`);
	return Date.parse(stoppedAt ?? '') - Date.parse(startedAt);
}

function rowsOf(alone: readonly number[], beside: readonly number[], exportMs: number): Row[] {
	const minimumMs = shortestMs(SPECIFIED_LIMITS.bookingDetail, BOOKINGS);
	const figures = (delays: readonly number[]) =>
		`${delays.length} changes, median ${round(median(delays), 1)} s`;
	return [
		{
			name: 'From a change to the start of its execution, beside an export: the longest',
			figure: round(Math.max(...beside), 1),
			unit: 's',
			target: MAX_DELAY_S,
			baselines: [{ name: 'Without an export', figure: round(Math.max(...alone), 1), note: figures(alone) }],
			note: `${figures(beside)}, polled every minute`,
		},
		{
			name: `The export of ${BOOKINGS} bookings with details: wall time`,
			figure: round(exportMs / minimumMs, 2),
			unit: '× the minimum of the limits',
			target: MAX_EXPORT,
			baselines: [],
			note: `${round(exportMs / 1000, 0)} s; minimum ${round(minimumMs / 1000, 0)} s`,
		},
	];
}
