import { setTimeout as sleep } from 'node:timers/promises';
import { Stack } from '../n8n/stack.mts';
import { taking, TRIGGER_NAME } from '../n8n/workflows.mts';
import { Random } from '../../../sandbox/src/world/random.mts';
import { claimFolder, emptyFolder } from '../util/folders.mts';
import { inRoot } from '../util/paths.mts';
import { anyFreePort } from '../util/ports.mts';
import { waitFor } from '../util/waiting.mts';
import { countEvents } from './eventCount.mts';
import { targetOf } from './kills.mts';
import type { EventsOptions } from './options.mts';
import type { EventsResult } from './results.mts';
import { KEEP_EXECUTIONS } from './trial.mts';

const REPEATED = 0.05;
const SETTLE_TIMEOUT_MS = 10 * 60_000;
const ACTS_AT_ONCE = 5;
/** Short, so that the trial does not wait long after each kill. */
const PAUSES = { eventFirstPauseMs: 500, eventPauseFactor: 1.5, eventTimeoutMs: 20_000 };

/** Bookings are made and cancelled, each of which is an event, while deliveries are repeated and n8n is killed. */
export async function runEvents(options: EventsOptions, say: (words: string) => void): Promise<EventsResult> {
	const { seed, events, kills, minutes } = options;
	const folder = inRoot('.chaos', 'events');
	await claimFolder(folder);
	emptyFolder(folder);
	const stack = await Stack.start({
		folder,
		n8nPort: await anyFreePort(),
		sandbox: { port: 0, liveSeconds: 0, properties: 5, bookings: 0, seed, limits: false },
		n8n: { settings: KEEP_EXECUTIONS },
	});
	const { control, clientId } = stack.sandbox;
	await control.settings(PAUSES);
	const { workflow, path } = taking('Events', { authentication: 'none' });
	const saved = await stack.client.startWorkflow(workflow);
	await control.setWebhook(clientId, { url: `${stack.url}${path}` });
	await control.eventFault({ kind: 'repeat', probability: REPEATED });

	const durationMs = minutes * 60_000;
	const sent: string[] = [];
	say(`${events} events within ${minutes} minutes`);
	const killing = killAtRandom(stack, new Random(seed, 'kills'), kills, durationMs, say);
	await Promise.all([killing, stream(stack, events, durationMs, sent)]);
	await waitFor(
		{ for: 'all events to be acknowledged', timeoutMs: SETTLE_TIMEOUT_MS, everyMs: 1_000 },
		async () => ((await control.events(clientId)).pending.length === 0 ? true : undefined),
	);
	await control.clearEventFaults();
	say('all events are acknowledged');
	const executions = await waitFor(
		{ for: 'all executions to end', timeoutMs: SETTLE_TIMEOUT_MS },
		async () => {
			const { length } = await stack.client.executions(saved);
			const ended = await stack.client.endedExecutions(saved);
			return ended.length === length ? ended : undefined;
		},
	);
	const received = [];
	for (const { id, status } of executions) {
		const items = await stack.client.startedWith(id, TRIGGER_NAME);
		received.push({ status, items });
	}
	const count = countEvents(sent, received);
	return {
		run: 'events',
		options,
		count,
		executions: executions.length,
		stateBytes: JSON.stringify(await stack.client.staticData(saved)).length,
		missed: [
			...targetOf('events lost', count.lost.length),
			...targetOf('bookings whose events came in the wrong order', count.reversed.length),
		],
	};
}

/** Each booking is made and, sooner or later, cancelled: two events. */
async function stream({ sandbox }: Stack, events: number, durationMs: number, sent: string[]): Promise<void> {
	const { control } = sandbox;
	const propertyIds = sandbox.properties.map(({ id }) => id);
	const startedAt = Date.now();
	let begun = 0;
	const worker = async () => {
		while (begun < events / 2) {
			const index = begun++;
			await sleep(Math.max(0, startedAt + (durationMs * 2 * index) / events - Date.now()));
			const propertyId = propertyIds[index % propertyIds.length] ?? '';
			const { number } = await control.createBooking(propertyId);
			sent.push(`${number} bookingCreated`);
			await control.cancelBooking(propertyId, number);
			sent.push(`${number} bookingCancelled`);
		}
	};
	await Promise.all(Array.from({ length: ACTS_AT_ONCE }, worker));
}

async function killAtRandom(
	stack: Stack,
	random: Random,
	kills: number,
	durationMs: number,
	say: (words: string) => void,
): Promise<void> {
	const startedAt = Date.now();
	for (let kill = 0; kill < kills; kill++) {
		const atMs = ((kill + random.fraction()) / kills) * durationMs;
		await sleep(Math.max(0, startedAt + atMs - Date.now()));
		await stack.killN8n();
		say(`kill ${kill + 1} of ${kills}`);
		await stack.startN8nAgain();
	}
}
