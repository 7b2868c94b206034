import type { Change } from '../../../sandbox/src/world/changes.mts';
import { pathOf } from '../network/network.mts';
import type { ServedRequest, Observer } from './observer.mts';
import { marksOf } from './workItems.mts';

const OK = 200;

/** How often the service has carried out each change, by its mark (see `WorkItem.mark`). */
export class Ledger implements Observer {
	private readonly times = new Map<string, number>();

	timesOf(mark: string): number {
		return this.times.get(mark) ?? 0;
	}

	/** Counts from 0 again: someone else may have made the same change before. */
	reset(mark: string): void {
		this.times.delete(mark);
	}

	onWritten(change: Change): void {
		if (change.kind !== 'corporateCreated') for (const mark of marksOf(change)) this.add(mark);
	}

	onServed(served: ServedRequest): void {
		const mark = corporateIn(served);
		if (mark !== undefined) this.add(mark);
	}

	private add(mark: string): void {
		this.times.set(mark, this.timesOf(mark) + 1);
	}
}

/** The service responds to a known corporate client as to a new one, and records nothing. */
export function corporateIn({ request, response }: ServedRequest): string | undefined {
	if (request.method !== 'POST' || response.status !== OK || !pathOf(request).endsWith('/corporates'))
		return undefined;
	const { taxpayerIdentificationNumber } = JSON.parse(request.body ?? '{}') as Record<string, unknown>;
	return `corporate ${String(taxpayerIdentificationNumber)}`;
}
