import { setTimeout as sleep } from 'node:timers/promises';
import { ofProperty, RESULT_NAME, watching } from '../../../n8n/workflows.mts';
import type { SavedWorkflow } from '../../../n8n/types.mts';
import { step } from '../../../util/progress.mts';
import type { Stack } from '../../../n8n/stack.mts';
import { waitFor } from '../../../util/waiting.mts';
import type { Benchmark } from '../benchmark.mts';
import { readsProperty } from '../contender.mts';
import { newEntrant } from '../race.mts';
import type { Row } from '../row.mts';
import { withStack } from '../stacks.mts';
import { median, percentile, round } from '../../figures/statistics.mts';

const CHANGES = 20;
const DURATION_MS = 8 * 60_000;
const POLL_INTERVAL_S = 60;
const ALLOWANCE_S = 2;
const ARRIVAL_TIMEOUT_MS = 2 * POLL_INTERVAL_S * 1000;

export const triggerDelay: Benchmark = {
	name: 'trigger',
	title: 'The trigger',
	run: async (folder) =>
		await withStack(folder, { properties: 1, bookings: 100 }, async (stack) => {
			const propertyId = stack.sandbox.properties[0]?.id ?? '';
			const { credential } = await newEntrant(stack, readsProperty(propertyId));
			const workflow = await stack.client.startWorkflow(
				watching('Watch', credential, ofProperty(propertyId)),
			);
			const words = `${CHANGES} changes at random moments within ${DURATION_MS / 60_000} minutes`;
			const madeAt = await step({ doing: words, done: words }, () => makeBookings(stack, propertyId));
			const startedAt = await startsOf(stack, workflow, madeAt);
			return rowsOf([...madeAt].map(([number, at]) => ((startedAt.get(number) ?? NaN) - at) / 1000));
		}),
};

/** By booking number, when each was made. */
async function makeBookings({ sandbox }: Stack, propertyId: string): Promise<Map<string, number>> {
	const moments = Array.from({ length: CHANGES }, () => Math.random() * DURATION_MS).sort(
		(one, other) => one - other,
	);
	const begin = Date.now();
	const madeAt = new Map<string, number>();
	for (const moment of moments) {
		await sleep(Math.max(0, begin + moment - Date.now()));
		const at = Date.now();
		const { number } = await sandbox.control.createBooking(propertyId);
		madeAt.set(number, at);
	}
	return madeAt;
}

/** By booking number, when the execution that got it was started. */
async function startsOf(
	{ client }: Stack,
	workflow: SavedWorkflow,
	wanted: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
	return await waitFor({ for: 'executions for all changes', timeoutMs: ARRIVAL_TIMEOUT_MS }, async () => {
		const starts = new Map<string, number>();
		for (const execution of await client.endedExecutions(workflow)) {
			for (const { number } of await client.outputOf(execution, RESULT_NAME)) {
				starts.set(String(number), Date.parse(execution.startedAt));
			}
		}
		return [...wanted.keys()].every((number) => starts.has(number)) ? starts : undefined;
	});
}

function rowsOf(delays: readonly number[]): Row[] {
	const note = `${CHANGES} changes, polled every minute; median ${round(median(delays), 1)} s, longest ${round(Math.max(...delays), 1)} s`;
	return [
		{
			name: 'From a change to the start of its execution: 95 % within',
			figure: round(percentile(delays, 0.95), 1),
			unit: 's',
			target: POLL_INTERVAL_S + ALLOWANCE_S,
			baselines: [],
			note,
		},
	];
}
