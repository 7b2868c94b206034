import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestRecord } from '../../../../sandbox/src/client.mts';
import type { CredentialReference, Execution, SavedWorkflow } from '../../n8n/types.mts';
import type { Stack } from '../../n8n/stack.mts';
import { byId, chain, hotelNode, node, watching, webhookNode } from '../../n8n/workflows.mts';
import { step } from '../../util/progress.mts';
import { longestGap, median, round } from '../../figures/statistics.mts';
import type { Benchmark } from '../benchmark.mts';
import { readsProperty } from '../contender.mts';
import { makeBookings } from '../delays.mts';
import { newEntrant, type Entrant } from '../race.mts';
import type { Row } from '../row.mts';
import { withStack } from '../stacks.mts';

const MINUTE_MS = 60_000;
const BOOKING_HOTELS = 50;
const RESERVATION_HOTELS = 30;
/** Of each kind. */
const TRIGGERS = 2;
/** *At Least Every*: a hotel may be read at the beginning of a poll, and then at the end of the next one. */
const AT_LEAST_EVERY_MINUTES = 4;
const EXECUTIONS_A_MINUTE = 5;
/** The executions alone, to compare with. */
const ALONE_MS = 3 * MINUTE_MS;
/** Longer than the longest window of the limits. */
const SHARED_MS = 62 * MINUTE_MS;
const CHANGES = 650;
const PATH = 'shared-client';

export const sharedClient: Benchmark = {
	name: 'sharing',
	title: 'One API client for a chain',
	run: async (folder) =>
		await withStack(folder, { properties: TRIGGERS * BOOKING_HOTELS + 1, bookings: 20 }, async (stack) => {
			const ids = stack.sandbox.properties.map(({ id }) => id);
			// The executions have their own hotel, so that its requests are theirs.
			const [own = '', ...hotels] = ids;
			const client = await newEntrant(stack, readsProperty(own));
			const workflow = await stack.client.startWorkflow(await payment(stack, client.credential, own));
			const executions = async (ms: number) => await runEach(stack, workflow, ms);
			const alone = await step(
				{ doing: 'The executions alone', done: 'The executions alone' },
				async () => await executions(ALONE_MS),
			);
			const [from, triggers] = [Date.now(), await startTriggers(stack, client, hotels)];
			const words = `${triggers.length} triggers and the executions for ${SHARED_MS / MINUTE_MS} minutes`;
			const [requests, beside] = await step({ doing: words, done: words }, () =>
				Promise.all([
					requestsDuring(stack, client, SHARED_MS),
					executions(SHARED_MS),
					makeBookings(stack, { propertyIds: hotels, changes: CHANGES, durationMs: SHARED_MS }),
				]),
			);
			return rowsOf({ hotels, from, until: Date.now(), requests, alone, beside });
		}),
};

/** Reads a list, then pays one unit: a read and a change that a person waits for. */
async function payment(stack: Stack, credential: CredentialReference, propertyId: string) {
	const reservations = await stack.sandbox.control.reservations(propertyId, 1_000);
	const found = reservations.find(({ roomStays }) => roomStays[0]?.status === 'New');
	if (!found?.roomStays[0]) throw new Error('The hotel has no reservation to pay for.');
	const { number } = found;
	const stay = {
		resource: 'roomStay',
		propertyId: byId(propertyId),
		number,
		pmsRoomStayId: byId(found.roomStays[0].pmsRoomStayId),
	};
	const first = (name: string) => node({ name, type: 'n8n-nodes-base.limit', parameters: { maxItems: 1 } });
	const list = { resource: 'booking', operation: 'getPage', propertyId: byId(propertyId), pageSize: 1 };
	const systems = { ...stay, operation: 'getPaymentSystems', paymentAction: 'Payment' };
	const pay = {
		...stay,
		operation: 'processPayment',
		pmsPaymentSystemId: byId('={{ $json.pmsPaymentSystemId }}'),
		// A unique amount: an identical payment is refused while one is in progress.
		amount: '={{ 1 + Number($execution.id) / 100 }}',
		actionDateTime: '={{ $now }}',
		options: { refuseRepeatsFor: 0, allowMoreThanDue: true },
	};
	return chain('Pay', [
		webhookNode(PATH, 'firstEntryJson'),
		hotelNode('Bookings', credential, list, { name: 'List' }),
		first('One'),
		hotelNode('Pms', credential, systems, { name: 'Systems' }),
		first('First'),
		hotelNode('Pms', credential, pay, { name: 'Pay' }),
	]);
}

/** All of one API client, each with its own hotels. */
async function startTriggers(
	{ client }: Stack,
	{ credential }: Entrant,
	hotels: readonly string[],
): Promise<SavedWorkflow[]> {
	const started: SavedWorkflow[] = [];
	for (let index = 0; index < TRIGGERS; index += 1) {
		const some = (count: number) => hotels.slice(index * count, (index + 1) * count);
		const several = (count: number) => ({
			propertySelection: 'several',
			propertyIds: some(count),
			options: { atLeastEvery: AT_LEAST_EVERY_MINUTES },
		});
		const bookings = watching(`Bookings ${index + 1}`, credential, several(BOOKING_HOTELS));
		const pollTimes = { item: [{ mode: 'everyMinute' }] };
		const parameters = { pollTimes, startFrom: 'now', ...several(RESERVATION_HOTELS) };
		const reservations = chain(`Reservations ${index + 1}`, [
			hotelNode('ReservationTrigger', credential, parameters, { name: 'Trigger' }),
		]);
		started.push(await client.startWorkflow(bookings), await client.startWorkflow(reservations));
	}
	return started;
}

/** Executions one after another, and those that failed. */
async function runEach(stack: Stack, workflow: SavedWorkflow, durationMs: number): Promise<Execution[]> {
	const everyMs = MINUTE_MS / EXECUTIONS_A_MINUTE;
	const count = Math.floor(durationMs / everyMs);
	const before = new Set((await stack.client.endedExecutions(workflow)).map(({ id }) => id));
	const begin = Date.now();
	const calls: Array<Promise<unknown>> = [];
	for (let index = 0; index < count; index += 1) {
		await sleep(Math.max(0, begin + (index + Math.random()) * everyMs - Date.now()));
		calls.push(fetch(`${stack.url}/webhook/${PATH}`).then(async (response) => await response.arrayBuffer()));
	}
	// The connection times out after minutes; n8n's record has the outcome.
	await Promise.allSettled(calls);
	const now = new Date().toISOString();
	const all = (await stack.client.executions(workflow)).filter(({ id }) => !before.has(id));
	return all.map((execution) => ({ ...execution, stoppedAt: execution.stoppedAt ?? now }));
}

/** The sandbox keeps a limited number of requests, so they are fetched regularly. */
async function requestsDuring(
	{ sandbox }: Stack,
	{ clientId }: Entrant,
	durationMs: number,
): Promise<RequestRecord[]> {
	const end = Date.now() + durationMs;
	const found: RequestRecord[] = [];
	for (let readUntil = 0; Date.now() < end; ) {
		await sleep(Math.min(MINUTE_MS, Math.max(0, end - Date.now())));
		const all = await sandbox.control.allRequests('/api/');
		const news = all.filter((request) => request.clientId === clientId && request.at > readUntil);
		readUntil = Math.max(readUntil, ...news.map(({ at }) => at));
		found.push(...news);
	}
	return found;
}

interface Measured {
	hotels: readonly string[];
	/** Epoch milliseconds. */
	from: number;
	until: number;
	requests: readonly RequestRecord[];
	alone: readonly Execution[];
	beside: readonly Execution[];
}

const BOOKING_LIST = /\/properties\/([^/]+)\/bookings$/;
const RESERVATION_SEARCH = /\/properties\/([^/]+)\/reservations\/search/;

function rowsOf({ hotels, from, until, requests, alone, beside }: Measured): Row[] {
	const lists = readsOf(requests, BOOKING_LIST, hotels.slice(0, TRIGGERS * BOOKING_HOTELS));
	const searches = readsOf(requests, RESERVATION_SEARCH, hotels.slice(0, TRIGGERS * RESERVATION_HOTELS));
	const all = [...lists.values(), ...searches.values()].flat().sort((one, other) => one - other);
	const longest = (reads: Map<string, number[]>) =>
		[...reads.values()]
			.map((times) => longestGap([from, ...times, until]))
			.reduce((longer, gap) => (gap.ms > longer.ms ? gap : longer));
	const minuteOf = (gap: { from: number }) => `from minute ${round((gap.from - from) / MINUTE_MS, 1)} on`;
	const [withoutAny, betweenLists, betweenSearches] = [longestGap(all), longest(lists), longest(searches)];
	const seconds = (executions: readonly Execution[]) =>
		executions.map(({ startedAt, stoppedAt }) => (Date.parse(stoppedAt) - Date.parse(startedAt)) / 1000);
	const [besideS, aloneS] = [seconds(beside), seconds(alone)];
	const failed = beside.filter(({ status }) => status !== 'success').length;
	const refused = requests.filter((request) => request.refused).length;
	const row = (name: string, figure: number, unit: string, target: number, note: string): Row => ({
		name,
		figure: round(figure, 1),
		unit,
		target,
		baselines: [],
		note,
	});
	const what = `${TRIGGERS} × ${BOOKING_HOTELS} hotels with the booking trigger`;
	const other = `${TRIGGERS} × ${RESERVATION_HOTELS} with the reservation trigger`;
	return [
		row(
			'Longest time without a read of any trigger',
			withoutAny.ms / 1000,
			's',
			60,
			`${all.length} reads, ${minuteOf(withoutAny)}`,
		),
		row(
			`${what}: longest time between two reads of a hotel`,
			betweenLists.ms / 1000,
			's',
			300,
			`${lists.size} hotels, ${minuteOf(betweenLists)}`,
		),
		row(
			`${other}: longest time between two reads of a hotel`,
			betweenSearches.ms / 1000,
			's',
			300,
			`${searches.size} hotels, ${minuteOf(betweenSearches)}`,
		),
		{
			...row(
				'Executions beside them, a list and a payment each: longer than the longest one alone, by at most',
				Math.max(0, Math.max(...besideS) - Math.max(...aloneS)),
				's',
				2,
				`${besideS.length} executions, median ${round(median(besideS), 2)} s, longest ${round(Math.max(...besideS), 2)} s`,
			),
			baselines: [
				{
					name: `${aloneS.length} executions alone, median`,
					figure: round(median(aloneS), 2),
					note: `longest ${round(Math.max(...aloneS), 2)} s`,
				},
			],
		},
		row('Executions that failed', failed, 'executions', 0, `of ${beside.length}`),
		row('Requests answered with 429', refused, 'requests', 0, `of ${requests.length}`),
	];
}

/** By hotel, when it was read. */
function readsOf(
	requests: readonly RequestRecord[],
	path: RegExp,
	hotels: readonly string[],
): Map<string, number[]> {
	const reads = new Map<string, number[]>(hotels.map((id) => [id, []]));
	for (const request of requests) {
		const [, propertyId = ''] = path.exec(request.path) ?? [];
		if (request.status === 200) reads.get(propertyId)?.push(request.at);
	}
	return reads;
}
