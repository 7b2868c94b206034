import { createHash } from 'node:crypto';
import { pathOf } from '../network/network.mts';
import type { BookingState, Observer } from './observer.mts';
import type { StoredExecution } from '../host/database.mts';
import type { LogLine } from '../host/process.mts';
import type { Exchange } from '../network/network.mts';

/** How much of the trace is kept. */
const KEPT_MS = 60_000;

/** The last minute of what happened, for people to read. */
export class Trace implements Observer {
	private readonly hash = createHash('sha256');
	private lines: Array<{ at: number; text: string }> = [];

	/** @param about lines that contain this text are kept from the start */
	constructor(
		private readonly now: () => number,
		private readonly about?: string,
	) {}

	log(text: string): void {
		const at = this.now();
		this.hash.update(`${at} ${text}\n`);
		this.lines.push({ at, text });
		if (this.lines.length % 1_000 === 0) this.lines = this.kept(at);
	}

	onBooking({ propertyId, number, status, modified, unseen }: BookingState): void {
		this.log(
			`booking ${number} of ${propertyId} is ${status}, changed ${modified}${unseen ? ' (details only)' : ''}`,
		);
	}

	onRequest({ from, request, delivery, response }: Exchange): void {
		const on = delivery.fault === undefined ? '' : ` (${delivery.fault})`;
		const came =
			delivery.lost ??
			delivery.instead?.status ??
			`${response?.status}${delivery.responseFault ? `, ${delivery.responseFault}` : ''}`;
		this.log(`${from}: ${request.method} ${pathOf(request)} → ${came}${on}`);
	}

	onExecution({ by, workflowId, items, error }: StoredExecution): void {
		const bookings = (items ?? []).map(({ json }) => `${json.event} ${json.number}`).join(', ');
		this.log(
			`${by}: ${workflowId} ${error ? `failed: ${error.message}` : `handed over ${items?.length}: ${bookings}`}`,
		);
	}

	onLog({ by, level, message }: LogLine): void {
		if (level !== 'debug') this.log(`${by}: log ${level}: ${message}`);
	}

	/** A hash of all lines, those included that are no longer kept. */
	digest(): string {
		return this.hash.copy().digest('hex');
	}

	read(): string[] {
		return this.kept(this.now()).map(({ at, text }) => `${new Date(at).toISOString()}  ${text}`);
	}

	private kept(now: number) {
		const { about } = this;
		return this.lines.filter(
			({ at, text }) => at > now - KEPT_MS || (about !== undefined && text.includes(about)),
		);
	}
}
