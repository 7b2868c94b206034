import { setTimeout as sleep } from 'node:timers/promises';
import type { SavedWorkflow } from '../../../n8n/types.mts';
import type { Stack } from '../../../n8n/stack.mts';
import { RESULT_NAME, taking } from '../../../n8n/workflows.mts';
import { step } from '../../../util/progress.mts';
import { waitFor } from '../../../util/waiting.mts';
import { median, percentile, round } from '../../figures/statistics.mts';
import type { Benchmark } from '../benchmark.mts';
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
			const { control, clientId } = stack.sandbox;
			await control.setWebhook(clientId, { url: `${stack.url}${path}` });
			const words = `${EVENTS} changes at random moments within ${DURATION_MS / 60_000} minutes`;
			const madeAt = await step({ doing: words, done: words }, () => makeBookings(stack));
			const startedAt = await startsOf(stack, saved);
			return [rowOf([...madeAt].map(([number, at]) => ((startedAt.get(number) ?? NaN) - at) / 1_000))];
		}),
};

/** By booking number, when the change was asked for. */
async function makeBookings({ sandbox }: Stack): Promise<Map<string, number>> {
	const propertyId = sandbox.properties[0]?.id ?? '';
	const moments = Array.from({ length: EVENTS }, () => Math.random() * DURATION_MS).sort(
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
async function startsOf({ client }: Stack, workflow: SavedWorkflow): Promise<Map<string, number>> {
	return await waitFor({ for: 'executions for all events', timeoutMs: ARRIVAL_TIMEOUT_MS }, async () => {
		const starts = new Map<string, number>();
		for (const execution of await client.endedExecutions(workflow)) {
			for (const { bookingNumber } of await client.outputOf(execution, RESULT_NAME)) {
				starts.set(String(bookingNumber), Date.parse(execution.startedAt));
			}
		}
		return starts.size >= EVENTS ? starts : undefined;
	});
}

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
