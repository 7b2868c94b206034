/* eslint-disable @n8n/community-nodes/no-restricted-globals -- n8n-core lets the store be set once in a process */
import { createHash } from 'crypto';

import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
	IProcessedDataEntries,
	IProcessedDataLatest,
} from 'n8n-workflow';

type Value = IProcessedDataEntries | IProcessedDataLatest;

/**
 * What helpers.checkProcessedAndRecord and its sisters read and write, in memory, as n8n 2.41 and 1.123 do it in their
 * database (n8n, deduplication-helper.js): a row for each workflow and for each node, which is read, changed and written
 * as a whole, without a lock.
 */
export class DeduplicationStore implements IDataDeduplicator {
	/** By workflow and node, in JSON. */
	readonly rows = new Map<string, string>();
	/** No call succeeds. */
	isAway = false;
	/** Is awaited between reading and writing: what another process does meanwhile. */
	meanwhile: () => Promise<void> = async () => await Promise.resolve();
	/** How many calls were made. */
	calls = 0;

	async checkProcessedAndRecord(
		items: Array<string | number>,
		scope: DeduplicationScope,
		about: ICheckProcessedContextData,
		{ mode, maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const row = rowOf(scope, about);
		const value = await this.read(row);
		if (value && value.mode !== mode) throw new Error('Deduplication data has an incompatible mode');
		if (mode !== 'entries') {
			await this.write(row, value, { mode, data: items.at(-1) as string });
			return { new: items, processed: [] };
		}
		const data = (value?.data ?? []) as string[];
		const known = new Set(data);
		const output: IDeduplicationOutput = { new: [], processed: [] };
		for (const item of items) {
			if (known.has(hashOf(item))) output.processed.push(item);
			else {
				output.new.push(item);
				data.push(hashOf(item));
			}
		}
		if (maxEntries) data.splice(0, data.length - maxEntries);
		await this.write(row, value, { mode, data });
		return output;
	}

	async removeProcessed(
		items: Array<string | number>,
		scope: DeduplicationScope,
		about: ICheckProcessedContextData,
	): Promise<void> {
		const row = rowOf(scope, about);
		const value = await this.read(row);
		if (!value) return;
		const data = value.data as string[];
		for (const item of items) {
			const index = data.indexOf(hashOf(item));
			if (index !== -1) data.splice(index, 1);
		}
		await this.write(row, value, value);
	}

	async clearAllProcessedItems(scope: DeduplicationScope, about: ICheckProcessedContextData): Promise<void> {
		await Promise.resolve(this.rows.delete(rowOf(scope, about)));
	}

	async getProcessedDataCount(scope: DeduplicationScope, about: ICheckProcessedContextData): Promise<number> {
		const value = await this.read(rowOf(scope, about));
		return value && Array.isArray(value.data) ? value.data.length : 0;
	}

	private async read(row: string): Promise<Value | undefined> {
		this.calls++;
		if (this.isAway) throw new Error('The database is away');
		const stored = this.rows.get(row);
		await this.meanwhile();
		return await Promise.resolve(stored === undefined ? undefined : (JSON.parse(stored) as Value));
	}

	private async write(row: string, before: Value | undefined, value: Value): Promise<void> {
		if (this.isAway) throw new Error('The database is away');
		if (!before && this.rows.has(row)) throw new Error('UNIQUE constraint failed');
		this.rows.set(row, JSON.stringify(value));
		await Promise.resolve();
	}
}

function rowOf(scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData): string {
	if (!workflow.id) throw new Error('The expression evaluated to a falsy value: (contextData.workflow.id)');
	return `${workflow.id} ${scope === 'node' ? `n:${node?.id}` : ''}`;
}

function hashOf(item: string | number): string {
	return createHash('md5').update(item.toString()).digest('base64');
}

const shared = globalThis as { deduplicationStore?: DeduplicationStore };

// As n8n does it when it starts: once in a process, which several test files share.
if (!shared.deduplicationStore) {
	shared.deduplicationStore = new DeduplicationStore();
	void DataDeduplicationService.init(shared.deduplicationStore);
}
const store = shared.deduplicationStore;
// A test file finds nothing of those before it in the same process: no keys, and no database that is away.
deduplicationStore();

/** The database behind n8n-core's contexts, as a new and empty one. */
export function deduplicationStore(): DeduplicationStore {
	return Object.assign(store, new DeduplicationStore());
}
