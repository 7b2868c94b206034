import type { StoredExecution } from '../host/database.mts';
import type { LogLine } from '../host/process.mts';
import { pathOf, type Exchange } from '../network/network.mts';
import type { Observer } from '../world/observer.mts';
import type { Simulation } from '../world/simulation.mts';
import { namesALimit } from './waits.mts';

const MINUTE_MS = 60_000;
/** Failures are reported once an hour (docs/trigger.md). */
const REPORTED_WITHIN_MS = 2 * 60 * MINUTE_MS;
/** A poll takes at most this long. */
const REASONS_WITHIN_MS = 5 * MINUTE_MS;
/** A feed that is not requested for this long is no longer watched. */
const ASKED_WITHIN_MS = 35 * MINUTE_MS;

/** A feed that fails with every request. */
interface Failing {
	askedAt: number;
	reportedAt: number;
}

/** A property whose feed keeps failing is reported, in an error or in n8n's log, and polls never fail without a reason. */
export class Reports implements Observer {
	/** By property. */
	private readonly failing = new Map<string, Failing>();
	private somethingFailedAt = -Infinity;

	constructor(private readonly simulation: Simulation) {}

	onRequest({ at, request, delivery, response }: Exchange): void {
		const status = (delivery.instead ?? response)?.status ?? 0;
		const hasFailed = status >= 400 || delivery.lost !== undefined || delivery.responseFault !== undefined;
		const isOdd = delivery.fault !== undefined || delivery.thereMs + delivery.backMs > 1_000;
		if (hasFailed || isOdd) this.somethingFailedAt = this.simulation.now;
		const [, propertyId] = /\/properties\/([^/]+)\/bookings\?/.exec(pathOf(request)) ?? [];
		if (propertyId === undefined) return;
		const before = this.failing.get(propertyId);
		if (status < 400) return void this.failing.delete(propertyId);
		const isNew = before === undefined || at - before.askedAt > ASKED_WITHIN_MS;
		const failing = isNew ? { askedAt: at, reportedAt: at } : before;
		failing.askedAt = at;
		this.failing.set(propertyId, failing);
		if (at - failing.reportedAt > REPORTED_WITHIN_MS)
			this.simulation.found(
				'reports',
				`The feed of ${propertyId} has failed for ${Math.round((at - failing.reportedAt) / MINUTE_MS)} minutes and is not reported`,
			);
	}

	onLog({ message, level }: LogLine): void {
		if (level === 'warn' || level === 'error') this.reported(message);
	}

	onExecution({ error, workflowId }: StoredExecution): void {
		if (!error) return;
		this.reported(error.message);
		const calmMs = this.simulation.now - this.somethingFailedAt;
		// Whether a limit is used up is checked by another rule.
		const hasReason = error.message.includes('Credential with ID') || namesALimit(error.message);
		if (calmMs > REASONS_WITHIN_MS && !hasReason)
			this.simulation.found(
				'reports: reason',
				`A poll of ${workflowId} failed without a reason: ${error.message}`,
			);
	}

	private reported(text: string): void {
		for (const [propertyId, failing] of this.failing)
			if (text.includes(propertyId)) failing.reportedAt = this.simulation.now;
	}
}
