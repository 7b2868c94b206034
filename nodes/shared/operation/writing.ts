import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { withWarnings } from '../api/response/messages';
import { carryOut, type WriteSettings } from '../writes/carryOut';
import { wasKeyUsed } from '../writes/earlierWrites';
import type { Outcome, OtherItems, WriteAttempt } from '../writes/outcome';
import type { Write, Written } from '../writes/write';
import type { AnyOperation } from './defineOperation';

/** Before anything is known of a write. */
export function beginWrite({ option, writes = option.name }: AnyOperation): WriteAttempt {
	return { subject: writes, outcome: 'notDone', howToCheck: 'look in the hotel system first' };
}

/** The writes of a run, by input item. */
export class WritesOfRun {
	/** @param attempts those of its earlier tries */
	constructor(private readonly attempts = new Map<number, WriteAttempt>()) {}

	begin(itemIndex: number, attempt: WriteAttempt): void {
		this.attempts.set(itemIndex, attempt);
	}

	attempt(itemIndex: number): WriteAttempt | undefined {
		return this.attempts.get(itemIndex);
	}

	besides(itemIndex: number): OtherItems {
		const others = [...this.attempts]
			.filter(([index]) => index !== itemIndex)
			.sort(([one], [other]) => one - other);
		const having = (wanted: Outcome) =>
			others.filter(([, { outcome }]) => outcome === wanted).map(([index]) => index);
		return { done: having('done'), unknown: having('unknown') };
	}
}

/** The write of one input item. */
export class ItemWrite {
	private written: Written = {};

	constructor(
		private readonly settings: WriteSettings,
		private readonly attempt: WriteAttempt,
	) {}

	async write(write: Write): Promise<Written> {
		this.written = await carryOut(write, this.settings, this.attempt);
		return this.written;
	}

	/**
	 * The item failed. If that was before earlier writes with the same key were asked for, one of them can have been
	 * carried out, so it is not said that nothing was made.
	 */
	async failed(key: unknown): Promise<void> {
		if (this.attempt.isKeyChecked || typeof key !== 'string' || key === '') return;
		if (!(await wasKeyUsed(this.settings.context, key))) return;
		this.attempt.outcome = 'unknown';
		this.attempt.figures = 'A write with this Idempotency Key was sent before.';
	}

	/** The records of the operation, with what became of the write and the warnings of its response. */
	told(records: IDataObject[]): IDataObject[] {
		const { body, repeated, readBack } = this.written;
		const { outcome } = this.attempt;
		return withWarnings(
			records.map((record) => ({
				outcome,
				...(repeated && { repeated }),
				...(readBack && { readBack }),
				...record,
			})),
			body,
		);
	}
}

/** A parameter as the user saved it, before expressions are resolved: `options.idempotencyKey`. */
export function savedParameter(context: Pick<IExecuteFunctions, 'getNode'>, path: string): unknown {
	const { parameters } = context.getNode();
	return path
		.split('.')
		.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], parameters);
}
