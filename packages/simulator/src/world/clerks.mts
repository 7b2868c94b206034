import type { INode, INodeParameters } from 'n8n-workflow';
import { Random } from '../../../sandbox/src/world/random.mts';
import type { Run } from '../host/engine.mts';
import type { Actor } from './actor.mts';
import {
	nextStepsByFields,
	nextStepsByTexts,
	type NextStep,
	type ItemResult,
	type Feedback,
} from './advice.mts';
import { JOBS, nodeOf, nodeSettings, type Job } from './jobs.mts';
import type { Simulation } from './simulation.mts';
import type { WorkItem } from './workItems.mts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** In seconds. */
const MAX_WAITS = [0, 1, 20, 90];
const MAX_ITEMS = 3;
const MAX_RUNS = 5;
/** Pauses before a repeat: none, and some that are longer than repeats are refused. */
const PAUSES_MS = [0, 5 * SECOND_MS, 4 * MINUTE_MS, 12 * MINUTE_MS];
/** Every request has been processed by then. */
const BEFORE_LOOKING_MS = 3 * MINUTE_MS;
/** Longer than an identical change is refused as a repeat. */
const AFTER_LOOKING_MS = 11 * MINUTE_MS;
const LOOKS_FOR_CRASHES_MS = 20 * SECOND_MS;

/** Who reads the result: texts or fields. Agents get the result of one call, in one of n8n's two ways. */
const READERS = ['person', 'program', 'agent', 'agentWithDetails'] as const;
type Reader = (typeof READERS)[number];

/** Changes that can be told apart in the service by their mark. */
const WRITES = JOBS.filter(({ operation }) =>
	[
		'processPayment',
		'processRefund',
		'checkIn',
		'checkOut',
		'assignRoom',
		'assignRooms',
		'updateIdentityDocument',
		'create',
	].includes(operation),
);
/** Payments, and what cannot be looked up, are drawn more often than the others. */
const MAX_WANTED = WRITES.filter(({ operation }) => ['processPayment', 'create'].includes(operation));
const WITH_KEY: ReadonlySet<string> = new Set(['processPayment', 'processRefund', 'create']);

/** The changes that one clerk wants made. */
interface Order {
	name: string;
	reader: Reader;
	job: Job;
	workItems: WorkItem[];
	settings: Partial<INode>;
	maxWaitSeconds?: number;
	/** Whether each item has an Idempotency Key. */
	hasKeys: boolean;
	random: Random;
}

/** People, workflows and agents who want changes made, each once, and follow the advice in the results exactly. */
export class Clerks {
	private readonly random: Random;
	private count = 0;

	/** @param everyMs on average */
	constructor(
		private readonly simulation: Simulation,
		private readonly actor: Actor,
		private readonly everyMs: number,
	) {
		this.random = new Random(simulation.setting.seed, 'clerks');
	}

	begin(): void {
		const { time } = this.simulation;
		time.after(this.random.integer(1, 2 * this.everyMs), time.world, () => {
			const random = new Random(this.simulation.setting.seed, 'clerk', this.count);
			this.count += 1;
			const name = `clerk-${this.count}`;
			this.actor.act(() => void this.serve(name, random));
			this.begin();
		});
	}

	private async serve(name: string, random: Random): Promise<void> {
		const { simulation } = this;
		if (simulation.openProperties.length === 0) return;
		const reader = random.pick(READERS);
		const isAgent = reader.startsWith('agent');
		const job = random.pick([...WRITES, ...MAX_WANTED, ...MAX_WANTED]);
		const hasKeys = WITH_KEY.has(job.operation) && random.chance(0.3);
		const workItems = distinct(job.workItems(simulation, random, name)).slice(
			0,
			isAgent ? 1 : random.integer(1, MAX_ITEMS),
		);
		if (workItems.length === 0) return;
		const settings = nodeSettings(random);
		const order: Order = {
			name,
			reader,
			job: withOptions(job, {
				...(hasKeys && { idempotencyKey: '={{ $json.key }}' }),
				...(random.chance(0.4) && { refuseRepeatsMinutes: 0 }),
			}),
			workItems: hasKeys
				? workItems.map((workItem, index) => withKey(workItem, `${name}-${index}`))
				: workItems,
			settings,
			hasKeys,
			random,
			...(random.chance(0.3) && { maxWaitSeconds: random.pick(MAX_WAITS) }),
		};
		const stays = workItems.flatMap(({ json }) => (json.pmsRoomStayId ? [String(json.pmsRoomStayId)] : []));
		for (const stay of stays) simulation.takenStays.add(stay);
		simulation.trace.log(
			`${name}: a ${reader} wants ${job.resource} ${job.operation}, ${workItems.length} items (${JSON.stringify({ ...settings, credentials: undefined, options: order.job.parameters.options, maxWaitSeconds: order.maxWaitSeconds })})`,
		);
		for (const { mark = '' } of workItems) simulation.ledger.reset(mark);
		simulation.notify('onOrder', { name, workItems });
		simulation.notify('onRunStarted', workItems);
		await this.follow(order);
		await this.pass(BEFORE_LOOKING_MS);
		simulation.notify('onOrderOver', { name, workItems });
		for (const stay of stays) simulation.takenStays.delete(stay);
	}

	private async follow(order: Order): Promise<void> {
		const { random, hasKeys } = order;
		let open = [...order.workItems];
		for (let runs = 0; runs < MAX_RUNS && open.length > 0 && !this.actor.hasEnded; runs += 1) {
			const nextSteps = await this.run(order, open);
			const having = (nextStep: NextStep) => open.filter((_, index) => nextSteps[index] === nextStep);
			await this.pass(random.pick(PAUSES_MS));
			open = [...having('again'), ...(await this.look(order, having('look')))];
		}
		// Items with a key may be sent again, as by a system that sends everything twice.
		if (hasKeys && random.chance(0.3) && !this.actor.hasEnded) await this.run(order, order.workItems);
	}

	/** @returns the items that were not made and are to be run again */
	private async look({ reader, hasKeys, random, name }: Order, unknown: WorkItem[]): Promise<WorkItem[]> {
		if (unknown.length === 0 || reader !== 'person') return [];
		await this.pass(BEFORE_LOOKING_MS);
		const missing = unknown.filter((workItem) => this.simulation.ledger.timesOf(workItem.mark ?? '') === 0);
		if (missing.length === 0 || random.chance(0.5)) return [];
		await this.pass(AFTER_LOOKING_MS);
		this.simulation.trace.log(`${name}: ${missing.length} of ${unknown.length} are not in the hotel`);
		return hasKeys
			? missing.map((workItem) => withKey(workItem, `${String(workItem.json.key)}-anew`))
			: missing;
	}

	private async run(order: Order, workItems: WorkItem[]): Promise<NextStep[]> {
		const { simulation } = this;
		const { name, reader, job, settings, maxWaitSeconds, random, hasKeys } = order;
		while (!simulation.n8n.main) await this.pass(MINUTE_MS);
		const node = nodeOf(job, settings, maxWaitSeconds);
		const process = simulation.n8n.anyProcess();
		const stop = new AbortController();
		const startedAt = simulation.now;
		let stoppedAt: number | undefined;
		if (random.chance(0.05))
			simulation.time.after(random.integer(1, 30) * SECOND_MS, simulation.time.world, () => {
				stoppedAt = simulation.now;
				stop.abort(new Error('stopped'));
			});
		const work = async (): Promise<Feedback> => {
			if (reader === 'agentWithDetails') {
				const { json } = workItems[0] as WorkItem;
				return agentFeedback(await simulation.n8n.call(node, { ...json }, {}, stop.signal, process));
			}
			const items = workItems.map(({ json, binary }) => ({ json, ...(binary && { binary }) }));
			const run = await simulation.n8n.run(node, items, stop.signal, process);
			const limits = maxWaitSeconds === undefined ? {} : { maxWaitSeconds };
			const stopped = stoppedAt === undefined ? {} : { stoppedAt };
			simulation.notify('onRun', { name, job, workItems, settings, startedAt, run, ...limits, ...stopped });
			return feedbackOf(run, reader);
		};
		let isOver = false;
		const feedback = await Promise.race([work(), this.crash(process.machine, () => isOver)]);
		isOver = true;
		const isGuess = feedback === undefined || stoppedAt !== undefined;
		const nextSteps = this.nextStepsOf(feedback, workItems, { isGuess, hasKeys, reader });
		const text =
			feedback?.failure?.text ??
			feedback?.results.map(({ json }) => String(json.error ?? 'done')).join(' | ');
		simulation.trace.log(`${name}: ${text ?? 'crashed'} → ${nextSteps.join(', ')}`);
		for (const [index, workItem] of workItems.entries())
			simulation.notify('onAdvice', {
				name,
				operation: job.operation,
				workItem,
				nextStep: nextSteps[index] ?? 'look',
				startedAt,
				isGuess,
			});
		return nextSteps;
	}

	/** Without a result, items with a key may be sent again. */
	private nextStepsOf(
		feedback: Feedback | undefined,
		workItems: WorkItem[],
		{ isGuess, hasKeys, reader }: { isGuess: boolean; hasKeys: boolean; reader: Reader },
	): NextStep[] {
		if (feedback === undefined || isGuess) return workItems.map(() => (hasKeys ? 'again' : 'look'));
		return (reader === 'program' ? nextStepsByFields : nextStepsByTexts)(workItems.length, feedback);
	}

	/** Resolves when the process has died. */
	private async crash(machine: { alive: boolean }, isOver: () => boolean): Promise<undefined> {
		while (machine.alive && !isOver()) await this.pass(LOOKS_FOR_CRASHES_MS);
		return undefined;
	}

	private async pass(ms: number): Promise<void> {
		const { time } = this.simulation;
		await time.sleep(ms, time.world);
	}
}

function withOptions(job: Job, added: INodeParameters): Job {
	const options = { ...(job.parameters.options as INodeParameters | undefined), ...added };
	return { ...job, parameters: { ...job.parameters, options } };
}

function withKey(workItem: WorkItem, key: string): WorkItem {
	return { ...workItem, json: { ...workItem.json, key } };
}

/** At most one item for each room stay. */
function distinct(workItems: readonly WorkItem[]): WorkItem[] {
	const marked = workItems.filter(({ mark }) => mark !== undefined);
	const stayOf = ({ json, mark }: WorkItem) => json.pmsRoomStayId ?? mark;
	return [...new Map(marked.map((workItem) => [stayOf(workItem), workItem])).values()];
}

function feedbackOf({ outputs, error }: Run, reader: Reader): Feedback {
	const results = outputs.flat().flatMap(({ json, pairedItem }): ItemResult[] => {
		const [from] = [pairedItem ?? []].flat();
		return from === undefined ? [] : [{ index: typeof from === 'number' ? from : from.item, json }];
	});
	if (!error) return { results };
	const { message, description, context } = error as Error & {
		description?: string;
		context?: Record<string, never>;
	};
	const text = reader === 'agent' || !description ? message : `${message} ${description}`;
	return { results: [], failure: { text, itemIndex: context?.itemIndex ?? 0, ...(context && { context }) } };
}

/** An agent gets text, and items as JSON. */
function agentFeedback(text: string): Feedback {
	if (!text.startsWith('[')) return { results: [], failure: { text, itemIndex: 0 } };
	const items = JSON.parse(text) as Array<ItemResult['json']>;
	return { results: items.map((json) => ({ index: 0, json })) };
}
