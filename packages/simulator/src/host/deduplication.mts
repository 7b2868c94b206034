import { createHash } from 'node:crypto';
import { UnexpectedError, type DeduplicationScope, type IExecuteFunctions } from 'n8n-workflow';
import type { Process } from './process.mts';

/**
 * n8n's store of processed items: n8n 2.41.1, deduplication/deduplication-helper.js, called by n8n-core's
 * data-deduplication-service.js. It reads a row and writes it, without a lock. Only the mode `entries` is modelled,
 * which is the one that this package uses.
 */

interface Item {
	workflowId: string | undefined;
	nodeId: string;
}

type Helpers = Pick<
	IExecuteFunctions['helpers'],
	| 'checkProcessedAndRecord'
	| 'checkProcessedItemsAndRecord'
	| 'clearAllProcessedItems'
	| 'getProcessedDataCount'
	| 'removeProcessed'
>;
type Values = Parameters<Helpers['checkProcessedAndRecord']>[0];
type Options = Parameters<Helpers['checkProcessedAndRecord']>[2];

export function deduplicationHelpers({ database, machine }: Process, { workflowId, nodeId }: Item): Helpers {
	const rowOf = (scope: DeduplicationScope) => {
		if (!workflowId) throw new UnexpectedError('The workflow has no id');
		return `${workflowId} ${scope === 'node' ? `n:${nodeId}` : ''}`;
	};
	const find = async (row: string) =>
		await database.roundTrip(machine, () => database.processedData.get(row)?.slice());
	const insert = async (row: string, hashes: string[]) =>
		await database.roundTrip(machine, () => {
			if (database.processedData.has(row)) throw new UnexpectedError('UNIQUE constraint failed');
			database.processedData.set(row, hashes);
		});
	const update = async (row: string, hashes: string[]) =>
		await database.roundTrip(machine, () => {
			if (database.processedData.has(row)) database.processedData.set(row, hashes);
		});

	const check = async (items: Values, scope: DeduplicationScope, options: Options) => {
		requireEntries(options);
		const row = rowOf(scope);
		const known = await find(row);
		const hashes = items.map(hashOf);
		if (known === undefined) {
			await insert(row, newest(hashes, options));
			return { new: items, processed: [] };
		}
		const before = new Set(known);
		const isKnown = items.map((_, index) => before.has(hashes[index] as string));
		const added = hashes.filter((_, index) => !isKnown[index]);
		await update(row, newest([...known, ...added], options));
		return {
			new: items.filter((_, index) => !isKnown[index]),
			processed: items.filter((_, index) => isKnown[index]),
		};
	};

	return {
		checkProcessedAndRecord: check,
		checkProcessedItemsAndRecord: async (propertyName, items, scope, options) => {
			const byValue = new Map(items.map((item) => [JSON.stringify(item[propertyName]) ?? '', item]));
			const checked = await check([...byValue.keys()], scope, options);
			const itemsOf = (keys: Values) => keys.map((key) => byValue.get(String(key))) as typeof items;
			return { new: itemsOf(checked.new), processed: itemsOf(checked.processed) };
		},
		removeProcessed: async (items, scope, options) => {
			requireEntries(options);
			const row = rowOf(scope);
			const left = await find(row);
			if (left === undefined) return;
			for (const hash of items.map(hashOf)) {
				const index = left.indexOf(hash);
				if (index !== -1) left.splice(index, 1);
			}
			await update(row, left);
		},
		clearAllProcessedItems: async (scope) => {
			await database.roundTrip(machine, () => database.processedData.delete(rowOf(scope)));
		},
		getProcessedDataCount: async (scope, { mode }) =>
			mode === 'entries' ? ((await find(rowOf(scope)))?.length ?? 0) : 0,
	};
}

function requireEntries({ mode }: Options): void {
	if (mode !== 'entries') throw new UnexpectedError(`The mode ${mode} is not played`);
}

function hashOf(value: Values[number]): string {
	return createHash('md5').update(value.toString()).digest('base64');
}

function newest(hashes: string[], { maxEntries }: Options): string[] {
	return maxEntries ? hashes.slice(-maxEntries) : hashes;
}
