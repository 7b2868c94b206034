import { createHash, randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { Mutex } from '../util/mutex';

/** What a call found: marks that it recorded, and marks that stood there already. */
interface RecordedMarks {
	fresh: readonly string[];
	standing: readonly string[];
}

/** Marks of a write that is about to be sent. */
export interface Claimed extends RecordedMarks {
	/** Recorded beside them, and known to nobody else. */
	own: string;
}

/** A set of marks that can only be checked by recording them, as in n8n's database. */
export interface MarkStore {
	/** One set of marks: n8n reads and writes it as a whole. */
	readonly name: string;
	record(marks: readonly string[]): Promise<RecordedMarks>;
	remove(marks: readonly string[]): Promise<void>;
}

/** What n8n keeps of one workflow or node, in its database and in the memory of a process; the oldest are dropped. */
const MAX_MARKS = 50_000;

/** Another process that writes at the same moment can overwrite a mark so often. */
const MAX_ATTEMPTS = 5;

/** A text that says nothing about its parts. */
export function mark(...parts: readonly string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

/**
 * The store of n8n's Remove Duplicates node, in n8n's database.
 * @returns undefined where there is none: in older hosts, and for a node without a workflow, as n8n's own agents run it
 */
export function storeOf(context: IExecuteFunctions, scope: 'workflow' | 'node'): MarkStore | undefined {
	const { checkProcessedAndRecord, removeProcessed } = context.helpers as Partial<
		IExecuteFunctions['helpers']
	>;
	const { id } = context.getWorkflow();
	if (!id || !checkProcessedAndRecord || !removeProcessed) return undefined;
	const options = { mode: 'entries' as const, maxEntries: MAX_MARKS };
	return {
		name: scope === 'workflow' ? `workflow ${id}` : `node ${id} ${context.getNode().id}`,
		record: async (marks) => {
			const { new: fresh, processed } = await checkProcessedAndRecord([...marks], scope, options);
			return { fresh: fresh as string[], standing: processed as string[] };
		},
		remove: async (marks) => await removeProcessed([...marks], scope, options),
	};
}

/** Lost when the process ends. */
export class MarksInMemory implements MarkStore {
	readonly name = 'this process';
	private readonly kept = new Set<string>();

	async record(marks: readonly string[]): Promise<RecordedMarks> {
		const standing = marks.filter((one) => this.kept.has(one));
		const fresh = marks.filter((one) => !this.kept.has(one));
		for (const one of fresh) this.kept.add(one);
		for (const oldest of this.kept) {
			if (this.kept.size <= MAX_MARKS) break;
			this.kept.delete(oldest);
		}
		return await Promise.resolve({ fresh, standing });
	}

	async remove(marks: readonly string[]): Promise<void> {
		for (const one of marks) this.kept.delete(one);
		await Promise.resolve();
	}
}

const busy = new Mutex();

/**
 * Lets nothing else of this process read or change the marks meanwhile. Of two processes, the one that writes later
 * wins; `claim` notices that.
 */
export async function alone<T>(store: MarkStore, work: (marks: MarksAlone) => Promise<T>): Promise<T> {
	for (let other = busy.underWay(store.name); other; other = busy.underWay(store.name)) await other;
	const leave = busy.enter(store.name);
	return await work(new MarksAlone(store)).finally(leave);
}

/** The marks of a store, as long as nothing else of this process changes them. */
class MarksAlone {
	constructor(private readonly store: MarkStore) {}

	/**
	 * Records marks for a write that is about to be sent, and makes sure that they stand: what another process wrote
	 * at the same moment replaces them. A mark that nobody else knows shows it.
	 */
	async claim(marks: readonly string[]): Promise<Claimed> {
		const own = mark('own', randomUUID());
		let found: RecordedMarks = { fresh: [], standing: marks };
		for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
			const recorded = await this.record([...marks, own]);
			if (recorded.standing.includes(own)) return { ...found, own };
			found = { ...recorded, fresh: recorded.fresh.filter((one) => one !== own) };
		}
		throw overwritten();
	}

	/**
	 * Removes marks that were claimed, and makes sure that they are gone: another process writes back what it had read
	 * before.
	 * @param own of that claim; removed, too
	 */
	async withdraw(marks: readonly string[], own: string): Promise<void> {
		for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
			await this.remove([...marks, own]);
			const { standing } = await this.record([own]);
			if (!standing.includes(own)) return await this.remove([own]);
		}
		throw overwritten();
	}

	/** Twice where it fails: n8n refuses the first record of a workflow if another process was faster. */
	async record(marks: readonly string[]): Promise<RecordedMarks> {
		const record = async () => await this.store.record(marks);
		return await record().catch(record);
	}

	async remove(marks: readonly string[]): Promise<void> {
		const remove = async () => await this.store.remove(marks);
		await remove().catch(remove);
	}
}

function overwritten(): Error {
	return new Error('Other processes kept overwriting what was recorded');
}
