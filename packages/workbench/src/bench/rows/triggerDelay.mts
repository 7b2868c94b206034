import { ofProperty, watching } from '../../n8n/workflows.mts';
import { step } from '../../util/progress.mts';
import type { Benchmark } from '../benchmark.mts';
import { readsProperty } from '../contender.mts';
import { delaysOf, makeBookings } from '../delays.mts';
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
			const plan = { propertyIds: [propertyId], changes: CHANGES, durationMs: DURATION_MS };
			const madeAt = await step({ doing: words, done: words }, () => makeBookings(stack, plan));
			return rowsOf(await delaysOf(stack, workflow, madeAt, { timeoutMs: ARRIVAL_TIMEOUT_MS }));
		}),
};

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
