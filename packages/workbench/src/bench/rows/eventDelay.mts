import { taking } from '../../n8n/workflows.mts';
import { step } from '../../util/progress.mts';
import { median, percentile, round } from '../../figures/statistics.mts';
import type { Benchmark } from '../benchmark.mts';
import { delaysOf, makeBookings } from '../delays.mts';
import type { Row } from '../row.mts';
import { withStack } from '../stacks.mts';

const EVENTS = 200;
const DURATION_MS = 2 * 60_000;
const TARGET_S = 1;
const ARRIVAL_TIMEOUT_MS = 60_000;

export const eventDelay: Benchmark = {
	name: 'events',
	title: 'The event trigger',
	run: async (folder) =>
		await withStack(folder, { properties: 1, bookings: 20, limits: false }, async (stack) => {
			const { workflow, path } = taking('Events', { authentication: 'none' });
			const saved = await stack.client.startWorkflow(workflow);
			const { control, clientId, properties } = stack.sandbox;
			await control.setWebhook(clientId, { url: `${stack.url}${path}` });
			const words = `${EVENTS} changes at random moments within ${DURATION_MS / 60_000} minutes`;
			const plan = { propertyIds: [properties[0]?.id ?? ''], changes: EVENTS, durationMs: DURATION_MS };
			const madeAt = await step({ doing: words, done: words }, () => makeBookings(stack, plan));
			const reading = { numberField: 'bookingNumber', timeoutMs: ARRIVAL_TIMEOUT_MS };
			return [rowOf(await delaysOf(stack, saved, madeAt, reading))];
		}),
};

function rowOf(delays: readonly number[]): Row {
	return {
		name: 'From a change to the start of its execution: 95 % within',
		figure: round(percentile(delays, 0.95), 2),
		unit: 's',
		target: TARGET_S,
		baselines: [],
		note: `${EVENTS} changes; median ${round(median(delays), 2)} s, longest ${round(Math.max(...delays), 2)} s`,
	};
}
