import type { Change } from '../../../sandbox/src/world/changes.mts';
import { isTokenRequest, pathOf, type Exchange } from '../network/network.mts';
import type { ServedRequest, ClerkAdvice, ClerkOrder, Observer } from '../world/observer.mts';
import { corporateIn } from '../world/ledger.mts';
import type { Simulation } from '../world/simulation.mts';
import { marksOf } from '../world/workItems.mts';

const HOUR_MS = 3_600_000;
/** The share of unknown outcomes among changes of room stays whose response was lost while the hotel could be read. */
const MAX_UNKNOWN = 0.2;
const ENOUGH_LOST = 10;

/**
 * A user who follows the advice in results gets nothing made twice, and what is reported as done is in the hotel
 * (docs/guide.md, The outcome of a change). Where the hotel can be read, most lost responses are resolved and not
 * reported as unknown. The rule compares with what the service has carried out, and knows nothing of the package.
 */
export class Advice implements Observer {
	/** By mark: the clerk who wants the change. */
	private readonly wanted = new Map<string, string>();
	/** Changes whose response was lost, and reads that failed. */
	private lost: Exchange[] = [];
	private failed: Exchange[] = [];
	private readonly readable = { lost: 0, unknown: 0 };

	constructor(private readonly simulation: Simulation) {}

	onOrder({ name, workItems }: ClerkOrder): void {
		for (const { mark } of workItems) if (mark !== undefined) this.wanted.set(mark, name);
	}

	onOrderOver({ workItems }: ClerkOrder): void {
		for (const { mark } of workItems) if (mark !== undefined) this.wanted.delete(mark);
	}

	onWritten(change: Change): void {
		for (const mark of marksOf(change)) this.expectOnce(mark);
	}

	onServed(served: ServedRequest): void {
		this.expectOnce(corporateIn(served));
	}

	private expectOnce(mark = ''): void {
		const [name, times] = [this.wanted.get(mark), this.simulation.ledger.timesOf(mark)];
		if (name === undefined || times <= 1) return;
		this.simulation.found(
			'advice: twice',
			`${name} did what he was told, and ${mark} was made ${times} times`,
		);
	}

	onRequest(exchange: Exchange): void {
		if (isTokenRequest(exchange.request) || exchange.request.method === 'GET') {
			if (hasFailed(exchange)) this.failed.push(exchange);
		} else if (isLost(exchange)) this.lost.push(exchange);
	}

	onAdvice(advice: ClerkAdvice): void {
		const { name, operation, workItem, nextStep } = advice;
		if (nextStep === 'done' && this.simulation.ledger.timesOf(workItem.mark ?? '') === 0)
			this.simulation.found(
				'advice: done',
				`${name} was told that ${operation} is done: ${workItem.mark} is not there`,
			);
		if (!advice.isGuess) this.countLost(advice);
		const recently = ({ at }: Exchange) => at > this.simulation.now - HOUR_MS;
		this.lost = this.lost.filter(recently);
		this.failed = this.failed.filter(recently);
	}

	/** Counts a lost response, unless a failed request, for the reservation or a token, kept it from being resolved. */
	private countLost({ workItem: { about = '', json }, nextStep, startedAt }: ClerkAdvice): void {
		if (json.pmsRoomStayId === undefined) return;
		const lost = this.lost.findLast(
			({ at, request }) => at >= startedAt && `${request.url} ${request.body}`.includes(about),
		);
		if (!lost || this.simulation.hasOtherProgram) return;
		const reservation = `/reservations/${String(json.number)}`;
		const isUnreadable = this.failed.some(
			({ at, request }) =>
				at >= (lost.endedAt ?? lost.at) && (isTokenRequest(request) || pathOf(request).includes(reservation)),
		);
		if (isUnreadable) return;
		this.readable.lost += 1;
		if (nextStep === 'look') this.readable.unknown += 1;
	}

	atEnd(): void {
		const { lost, unknown } = this.readable;
		this.simulation.trace.log(
			`${unknown} of ${lost} changes whose response was lost have an unknown outcome`,
		);
		if (lost < ENOUGH_LOST || unknown / lost <= MAX_UNKNOWN) return;
		this.simulation.found(
			'advice: unknown',
			`The response to ${lost} changes was lost, and ${unknown} stayed unknown, though the hotel could be read`,
		);
	}
}

/** Whether the client cannot know if the change was made. */
function isLost({ delivery, response }: Exchange): boolean {
	const { lost, responseFault, alter, instead } = delivery;
	if (lost !== undefined) return lost === 'ECONNRESET';
	if (instead) return instead.status >= 500;
	return alter !== undefined || (responseFault !== undefined && (response?.status ?? 0) < 400);
}

function hasFailed({ delivery, response }: Exchange): boolean {
	const { lost, responseFault, instead } = delivery;
	return (lost ?? responseFault ?? instead) !== undefined || response?.status !== 200;
}
