import type { Change } from '../../../sandbox/src/world/changes.mts';
import { pathOf } from '../network/network.mts';
import type { Answered, Observer } from './observer.mts';
import { marksOf } from './workItems.mts';

const OK = 200;

/** How often the service has carried out each change, by its mark (see `WorkItem.mark`). */
export class Ledger implements Observer {
	private readonly times = new Map<string, number>();

	timesOf(mark: string): number {
		return this.times.get(mark) ?? 0;
	}

	/** Counts from nothing: someone else may have written the same before. */
	beginAnew(mark: string): void {
		this.times.delete(mark);
	}

	onWritten(change: Change): void {
		if (change.kind !== 'corporateCreated') for (const mark of marksOf(change)) this.add(mark);
	}

	onAnswered(answered: Answered): void {
		const mark = corporateIn(answered);
		if (mark !== undefined) this.add(mark);
	}

	private add(mark: string): void {
		this.times.set(mark, this.timesOf(mark) + 1);
	}
}

/** A corporate client that is there already is answered like a new one, and the service notes nothing. */
export function corporateIn({ sent, answer }: Answered): string | undefined {
	if (sent.method !== 'POST' || answer.status !== OK || !pathOf(sent).endsWith('/corporates'))
		return undefined;
	const { taxpayerIdentificationNumber } = JSON.parse(sent.body ?? '{}') as Record<string, unknown>;
	return `corporate ${String(taxpayerIdentificationNumber)}`;
}
