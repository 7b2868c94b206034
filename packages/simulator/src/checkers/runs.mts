import type { INodeExecutionData } from 'n8n-workflow';
import type { Change } from '../../../sandbox/src/world/changes.mts';
import type { Exchange } from '../network/network.mts';
import type { FinishedRun } from '../world/executions.mts';
import type { Observer } from '../world/observer.mts';
import { CREDENTIAL_ID, type Simulation } from '../world/simulation.mts';
import { marksOf, type WorkItem } from '../world/workItems.mts';

const HOUR_MS = 3_600_000;
/** Retry On Fail pauses for a second. */
const MAX_STOP_MS = 8_000;
/** The part of a message that states each outcome (docs/guide.md, The outcome of a change). */
const SAYS: Readonly<Record<string, string>> = {
	done: ': made. ',
	notDone: ': not made. ',
	unknown: ': unknown whether it was made. ',
};

/** A write, as the network sees it. */
interface Attempt {
	at: number;
	from: string;
	text: string;
	/** The client cannot know whether it was carried out. */
	isOpen: boolean;
}

/**
 * What executions promise: nothing is written twice or without a request, an outcome is reported as unknown only if it
 * is, and every item is paired with its input.
 */
export class Runs implements Observer {
	private readonly requested = new Map<string, number>();
	/** By mark: when the change was made. */
	private readonly written = new Map<string, number[]>();
	private attempts: Attempt[] = [];

	constructor(private readonly simulation: Simulation) {}

	onRunStarted(workItems: WorkItem[]): void {
		for (const { mark } of workItems)
			if (mark !== undefined) this.requested.set(mark, (this.requested.get(mark) ?? 0) + 1);
	}

	onWritten(change: Change): void {
		for (const mark of marksOf(change)) {
			const { length: times } = this.writtenAt(mark, this.simulation.now);
			const asked = this.requested.get(mark) ?? 0;
			if (times > asked)
				this.simulation.found('writes', `${mark}: written ${times} times, asked for ${asked} times`);
		}
	}

	private writtenAt(mark: string, ...now: number[]): number[] {
		const at = [...(this.written.get(mark) ?? []), ...now];
		if (now.length > 0) this.written.set(mark, at);
		return at;
	}

	onRequest({ at, from, request, delivery, response }: Exchange): void {
		if (request.method === 'GET') return;
		const came = delivery.instead ?? response;
		const isOpen =
			delivery.lost === 'ECONNRESET' ||
			delivery.responseFault !== undefined ||
			delivery.alter !== undefined ||
			(came === undefined ? delivery.lost === undefined : came.status >= 500) ||
			(came !== undefined && came.status < 300 && delivery.instead !== undefined) ||
			delivery.thereMs + delivery.backMs > 15_000;
		this.attempts.push({ at, from, text: `${request.url} ${request.body ?? ''}`, isOpen });
		if (this.attempts.length % 500 === 0)
			this.attempts = this.attempts.filter((one) => one.at > at - HOUR_MS);
	}

	onRun(finished: FinishedRun): void {
		const { run, workItems, name, settings, stoppedAt } = finished;
		// n8n passes on the input of a run that was stopped.
		if (stoppedAt !== undefined) return this.expectEnded(finished, stoppedAt);
		if (run.thrown && settings.onError !== 'stopWorkflow') {
			this.simulation.found('runs', `${name} failed as a whole: ${run.thrown.message}`);
		}
		for (const item of run.outputs.flat())
			if (finished.job.isTogether) this.expectTogether(finished, item);
			else this.expectPaired(finished, item);
		for (const [index, workItem] of workItems.entries()) this.expectOutcome(finished, workItem, index);
	}

	/** A stopped run ends soon, unless it writes. */
	private expectEnded({ name, job, workItems }: FinishedRun, stoppedAt: number): void {
		const lateMs = this.simulation.now - stoppedAt;
		if (workItems.some(({ mark }) => mark !== undefined) || lateMs <= MAX_STOP_MS) return;
		this.simulation.found(
			'runs: stop',
			`${name}: ${job.operation} went on for ${lateMs} ms after it was stopped`,
		);
	}

	private expectPaired(
		{ name, workItems, job }: FinishedRun,
		{ json, pairedItem }: INodeExecutionData,
	): void {
		const index = typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : -1;
		const workItem = workItems[index];
		if (!workItem)
			return this.simulation.found('runs: pairing', `${name}: an item of ${job.operation} has no input`);
		if (json.error !== undefined) return this.expectFields(name, workItem, json);
		for (const field of ['number', 'propertyId'] as const) {
			const [asked, came] = [workItem.json[field], json[field]];
			if (asked !== undefined && typeof came === 'string' && came !== asked && job.operation === 'get') {
				this.simulation.found('runs: pairing', `${name}: asked for ${String(asked)}, got ${came}`);
			}
		}
	}

	/** An item made from all inputs together is paired with those that it is about. */
	private expectTogether(
		{ name, workItems, job }: FinishedRun,
		{ json, pairedItem }: INodeExecutionData,
	): void {
		const about = [pairedItem ?? []].flat().map((one) => workItems[typeof one === 'number' ? one : one.item]);
		// n8n adds the fields of the first input to an item with an error.
		const isResult = json.error === undefined && typeof json.number === 'string';
		const isStrange = (workItem: WorkItem | undefined) =>
			workItem === undefined || (isResult && workItem.json.number !== json.number);
		if (about.some(isStrange))
			this.simulation.found('runs: pairing', `${name}: an item of ${job.operation} has an input of another`);
		if (json.result === 'unknown')
			this.simulation.found(
				'runs: reconcile',
				`${name}: ${String(json.number)} is in the hotel and reported as unknown`,
			);
	}

	/** An item that failed keeps the fields of its input (README, Limits and errors). */
	private expectFields(name: string, workItem: WorkItem, json: INodeExecutionData['json']): void {
		const lost = Object.keys(workItem.json).filter((field) => json[field] !== workItem.json[field]);
		if (lost.length > 0)
			this.simulation.found('runs: failed items', `${name}: a failed item has lost ${lost.join(', ')}`);
	}

	private expectOutcome(finished: FinishedRun, workItem: WorkItem, index: number): void {
		const { mark, about } = workItem;
		if (mark === undefined || about === undefined || (this.requested.get(mark) ?? 0) > 1) return;
		const writtenAt = this.writtenAt(mark);
		const { length: times } = writtenAt;
		// A change with a key counts as made whichever run made it.
		const hasKey = workItem.json.key !== undefined;
		const isMade = hasKey ? times > 0 : writtenAt.some((at) => at >= finished.startedAt);
		const what = `${finished.name}: ${finished.job.operation}, item ${index}`;
		const found = (text: string) => this.simulation.found('writes: outcome', `${what} ${text}`);
		for (const { error, outcome } of reportedOf(finished, index)) {
			const says = SAYS[String(outcome)];
			if (says === undefined) found(`has the outcome ${String(outcome)}`);
			else if (error === undefined && (outcome !== 'done' || times !== 1))
				found(`is reported as ${String(outcome)}, without an error, and was written ${times} times`);
			else if (error !== undefined && !error.includes(says))
				found(`is ${String(outcome)}, which its message does not say: ${error}`);
			// An item may fail before its write is compared with the earlier one of its key; then unknown is right.
			else if (outcome === 'unknown' && !this.isOpen(finished, workItem) && !(hasKey && isMade))
				found(`is reported as unknown, though every response was clear: ${error}`);
			else if (outcome === 'notDone' && isMade && !(hasKey && this.isElsewhere(about)))
				found('is reported as not made, and was written');
			else if (outcome === 'done' && times === 0) found('is reported as made, and was not written');
		}
	}

	/** Whether it was made at another address: a key stands for a change at one (docs/guide.md, Idempotency Key). */
	private isElsewhere(about: string): boolean {
		const { baseUrl } = this.simulation.n8n.database.credentials.get(CREDENTIAL_ID)?.data ?? {};
		const own = this.attempts.filter(({ text }) => text.includes(about));
		return own.length > 0 && own.every(({ text }) => !text.startsWith(`${String(baseUrl)}/`));
	}

	/** Whether an attempt has an unknown outcome, in this run or in an earlier one, which makes repeats refused. */
	private isOpen({ startedAt }: FinishedRun, { about = '', json }: WorkItem): boolean {
		const { processes } = this.simulation.n8n;
		const hasDied = (from: string) => processes.every(({ machine }) => machine.name !== from);
		const own = this.attempts.filter(({ at, text }) => at >= startedAt && text.includes(about));
		if (own.length > 0) return own.some(({ isOpen }) => isOpen);
		// A killed process may have been about to send it.
		if (this.simulation.killedAt > startedAt - HOUR_MS) return true;
		const stay = json.pmsRoomStayId === undefined ? about : `/room-stays/${String(json.pmsRoomStayId)}/`;
		return this.attempts.some(
			({ from, text, isOpen }) => (isOpen || hasDied(from)) && (text.includes(about) || text.includes(stay)),
		);
	}
}

interface Reported {
	error?: string;
	outcome: unknown;
}

/** What was reported about an item, by its own items or by the error of the run. */
function reportedOf({ run }: FinishedRun, index: number): Reported[] {
	const items = run.outputs
		.flat()
		.filter(({ pairedItem }) => (pairedItem as { item?: number })?.item === index)
		.map(({ json: { error, outcome } }) => ({
			outcome,
			...(error !== undefined && { error: String(error) }),
		}));
	const { message = '', context } = (run.error ?? {}) as {
		message?: string;
		context?: Record<string, unknown>;
	};
	return context?.itemIndex === index ? [...items, { error: message, outcome: context.outcome }] : items;
}
