import type { Change } from '../../../sandbox/world/changes.mts';
import { pathOf, type Passage } from '../network/network.mts';
import type { Answered, ClerkAdvice, ClerkOrder, Observer } from '../world/happenings.mts';
import { corporateIn } from '../world/ledger.mts';
import { isTokenRequest, type Stage } from '../world/stage.mts';
import { marksOf } from '../world/wishes.mts';

const HOUR_MS = 3_600_000;
/** Of the changes of room stays whose response was lost while the hotel could be read. */
const MAX_UNKNOWN = 0.2;
const ENOUGH_LOST = 10;

/**
 * Whoever does exactly what he is told has nothing made twice, and what he is told is done is in the hotel
 * (docs/guide.md, The outcome of a change). "Unknown" is no way out: where the hotel can be read, most of what was lost
 * is found out. It compares with what the service has carried out, and knows nothing of the package.
 */
export class Advice implements Observer {
	/** By mark: who wants it. */
	private readonly wanted = new Map<string, string>();
	/** Changes whose response was lost, and reads that failed. */
	private lost: Passage[] = [];
	private failed: Passage[] = [];
	private readonly readable = { lost: 0, unknown: 0 };

	constructor(private readonly stage: Stage) {}

	onOrder({ name, wishes }: ClerkOrder): void {
		for (const { mark } of wishes) if (mark !== undefined) this.wanted.set(mark, name);
	}

	onOrderOver({ wishes }: ClerkOrder): void {
		for (const { mark } of wishes) if (mark !== undefined) this.wanted.delete(mark);
	}

	onWritten(change: Change): void {
		for (const mark of marksOf(change)) this.expectOnce(mark);
	}

	onAnswered(answered: Answered): void {
		this.expectOnce(corporateIn(answered));
	}

	private expectOnce(mark = ''): void {
		const [name, times] = [this.wanted.get(mark), this.stage.ledger.timesOf(mark)];
		if (name === undefined || times <= 1) return;
		this.stage.found('advice: twice', `${name} did what he was told, and ${mark} was made ${times} times`);
	}

	onRequest(passage: Passage): void {
		if (isTokenRequest(passage.sent) || passage.sent.method === 'GET') {
			if (hasFailed(passage)) this.failed.push(passage);
		} else if (isLost(passage)) this.lost.push(passage);
	}

	onAdvice(advice: ClerkAdvice): void {
		const { name, operation, wish, deed } = advice;
		if (deed === 'done' && this.stage.ledger.timesOf(wish.mark ?? '') === 0)
			this.stage.found(
				'advice: done',
				`${name} was told that ${operation} is done: ${wish.mark} is not there`,
			);
		if (!advice.isGuess) this.countLost(advice);
		const recently = ({ at }: Passage) => at > this.stage.now - HOUR_MS;
		this.lost = this.lost.filter(recently);
		this.failed = this.failed.filter(recently);
	}

	/** Of the reservation, or of a token without which it cannot be read. */
	private countLost({ wish: { about = '', json }, deed, startedAt }: ClerkAdvice): void {
		if (json.pmsRoomStayId === undefined) return;
		const lost = this.lost.findLast(
			({ at, sent }) => at >= startedAt && `${sent.url} ${sent.body}`.includes(about),
		);
		if (!lost || this.stage.othersAtWork) return;
		const reservation = `/reservations/${String(json.number)}`;
		const isUnreadable = this.failed.some(
			({ at, sent }) =>
				at >= (lost.endedAt ?? lost.at) && (isTokenRequest(sent) || pathOf(sent).includes(reservation)),
		);
		if (isUnreadable) return;
		this.readable.lost += 1;
		if (deed === 'look') this.readable.unknown += 1;
	}

	atEnd(): void {
		const { lost, unknown } = this.readable;
		this.stage.story.tell(`${unknown} of ${lost} changes whose response was lost have an unknown outcome`);
		if (lost < ENOUGH_LOST || unknown / lost <= MAX_UNKNOWN) return;
		this.stage.found(
			'advice: unknown',
			`The response to ${lost} changes was lost, and ${unknown} were not found out, though the hotel could be read`,
		);
	}
}

/** Whether the change was made cannot be told from what came back. */
function isLost({ fate, answered }: Passage): boolean {
	const { lost, answer, alter, instead } = fate;
	if (lost !== undefined) return lost === 'ECONNRESET';
	if (instead) return instead.status >= 500;
	return alter !== undefined || (answer !== undefined && (answered?.status ?? 0) < 400);
}

function hasFailed({ fate, answered }: Passage): boolean {
	const { lost, answer, instead } = fate;
	return (lost ?? answer ?? instead) !== undefined || answered?.status !== 200;
}
