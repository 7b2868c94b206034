import type { IDataObject } from 'n8n-workflow';

import type { SendOptions } from '../shared/transport/types';
import { LEAST_MS, sendOptionsWithin, type Deadline } from './deadline';
import type { HandedOverBooking } from './handedOver';

/** What a poll has done so far, and whether it may continue. */
export class RunProgress {
	readonly items: IDataObject[] = [];
	/** The bookings of these items. */
	readonly emitted: HandedOverBooking[] = [];
	/** By property id. */
	readonly failures = new Map<string, unknown>();
	private readonly cutShort = new Map<string, unknown>();
	private readonly leastMs: number;
	private reserved = 0;
	private isStopped = false;

	/** @param maxBookings max bookings per execution */
	constructor(
		private readonly deadline: Deadline,
		private readonly maxBookings: number,
	) {
		this.leastMs = Math.min(LEAST_MS, Math.max(deadline.atMost() / 4, 1));
	}

	isOver(): boolean {
		return this.isLate() || this.isStopped || this.isFull();
	}

	isFull(): boolean {
		return this.emitted.length >= this.maxBookings;
	}

	/** Whether the execution is full once the bookings with reserved places are emitted. */
	willBeFull(): boolean {
		return this.emitted.length + this.reserved >= this.maxBookings;
	}

	freePlaces(): number {
		return this.maxBookings - this.emitted.length;
	}

	/** Reserves a place for a booking whose details are being fetched. */
	reserve(): void {
		this.reserved += 1;
	}

	release(places: number): void {
		this.reserved -= places;
	}

	/** Ends the poll: nothing more can be done. */
	stop(): void {
		this.isStopped = true;
	}

	sendOptions(): SendOptions {
		return sendOptionsWithin(this.leftMs());
	}

	emit(booking: HandedOverBooking, items: readonly IDataObject[]): void {
		this.items.push(...items);
		this.emitted.push(booking);
	}

	/** A request cut short by the deadline is no failure if anything else was done: the next poll continues. */
	fail(propertyId: string, error: unknown): void {
		const failures = this.isLate() ? this.cutShort : this.failures;
		if (!failures.has(propertyId)) failures.set(propertyId, error);
	}

	allFailures(): Map<string, unknown> {
		return new Map([...this.cutShort, ...this.failures]);
	}

	private isLate(): boolean {
		return this.leftMs() < this.leastMs;
	}

	private leftMs(): number {
		const hasSomething = this.emitted.length + this.reserved > 0;
		return hasSomething ? this.deadline.toHandOver() : this.deadline.atMost();
	}
}
