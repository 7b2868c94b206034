import type { IDataObject } from 'n8n-workflow';

import type { SendOptions } from '../transport/types';
import { MIN_LEFT_MS, sendOptionsWithin, type Deadline } from './deadline';

/** What a poll did. */
export interface RunResult<T> {
	items: IDataObject[];
	/** What these items are of. */
	emitted: T[];
	/** By property ID. What is stored of the property stays, and so does its backlog. */
	failures: Map<string, unknown>;
	/** Properties that were read; single bookings or reservations of theirs may have failed. */
	read: string[];
	/** Those of them without any failure. */
	sound: string[];
	/** By property ID: how many records were skipped because they have no number. */
	unreadable: Map<string, number>;
	/** There is more to read or to emit than this poll could. */
	hasMore: boolean;
	/** Reading on would list, and look at, the same again. */
	repeats: boolean;
	/** More had to be remembered than the state may hold. */
	isMemoryFull: boolean;
}

/**
 * What a poll has done so far, and whether it may continue.
 * @typeParam T what it emits: a booking, say, which can be several items
 */
export class RunProgress<T> {
	readonly items: IDataObject[] = [];
	/** What these items are of. */
	readonly emitted: T[] = [];
	/** By property id. */
	readonly failures = new Map<string, unknown>();
	/** Of lists: no further page is read, and there is more to read. */
	isLimitUsedUp = false;
	/** The oldest of what is remembered was forgotten. */
	isMemoryFull = false;
	private readonly cutShort = new Map<string, unknown>();
	private readonly minLeftMs: number;
	private reserved = 0;
	private isStopped = false;

	/** @param max how many are emitted per execution */
	constructor(
		private readonly deadline: Deadline,
		private readonly max: number,
	) {
		this.minLeftMs = Math.min(MIN_LEFT_MS, Math.max(deadline.toEnd() / 4, 1));
	}

	isOver(): boolean {
		return this.isLate() || this.isStopped || this.isFull();
	}

	isFull(): boolean {
		return this.emitted.length >= this.max;
	}

	/** Whether the execution is full once everything with a reserved place is emitted. */
	willBeFull(): boolean {
		return this.emitted.length + this.reserved >= this.max;
	}

	freePlaces(): number {
		return this.max - this.emitted.length;
	}

	/** Reserves a place for something whose details are being fetched. */
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
		return sendOptionsWithin(this.leftMs(), this.deadline.maxLimitWaitMs);
	}

	emit(one: T, items: readonly IDataObject[]): void {
		this.items.push(...items);
		this.emitted.push(one);
	}

	/** A request cut short by the deadline is no failure if anything else was done: the next poll continues. */
	fail(propertyId: string, error: unknown): void {
		const failures = this.isLate() ? this.cutShort : this.failures;
		if (!failures.has(propertyId)) failures.set(propertyId, error);
	}

	/**
	 * @param hasFailed whether something of the property failed, now or earlier, and waits
	 * @param hasMore whether something else waits
	 * @param repeats whether reading on would list the same again
	 */
	result(
		{ read, unreadable }: { read: ReadonlySet<string>; unreadable: Map<string, number> },
		hasFailed: (propertyId: string) => boolean,
		hasMore: boolean,
		repeats = false,
	): RunResult<T> {
		const { items, emitted, isMemoryFull } = this;
		const isNothingDone = read.size === 0 && items.length === 0;
		const failures = isNothingDone ? new Map([...this.cutShort, ...this.failures]) : this.failures;
		const sound = [...read].filter((id) => !failures.has(id) && !hasFailed(id));
		const leavesMore = hasMore || this.isLimitUsedUp;
		return {
			items,
			emitted,
			failures,
			read: [...read],
			sound,
			unreadable,
			hasMore: leavesMore,
			repeats,
			isMemoryFull,
		};
	}

	private isLate(): boolean {
		return this.leftMs() < this.minLeftMs;
	}

	private leftMs(): number {
		const { toEnd, toHandOver, toFind = toEnd } = this.deadline;
		const hasSomething = this.emitted.length + this.reserved > 0;
		return hasSomething ? toHandOver() : toFind();
	}
}
