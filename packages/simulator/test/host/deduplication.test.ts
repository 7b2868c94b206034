import type { DeduplicationScope } from 'n8n-workflow';

import { deduplicationStore } from '../../../../test/support/deduplicationStore';
import { inBoth, type Work } from './bothHosts';

const ENTRIES = { mode: 'entries' as const };

describe('what nodes have seen', () => {
	beforeEach(() => void deduplicationStore());

	async function expectSame(work: Work<unknown>): Promise<unknown> {
		const [n8n, model] = await inBoth(async (host) => await host.run(work));
		expect(model).toEqual(n8n);
		return n8n;
	}

	it.each<DeduplicationScope>(['node', 'workflow'])('is new once: %s', async (scope) => {
		const told = await expectSame(async ({ helpers }) => [
			await helpers.checkProcessedAndRecord(['a', 'b'], scope, ENTRIES),
			await helpers.checkProcessedAndRecord(['b', 'c', 'c', 4], scope, ENTRIES),
			await helpers.checkProcessedAndRecord(['4', 'a'], scope, ENTRIES),
			await helpers.getProcessedDataCount(scope, ENTRIES),
		]);
		expect(told).toEqual([
			{ new: ['a', 'b'], processed: [] },
			{ new: ['c', 'c', 4], processed: ['b'] },
			{ new: [], processed: ['4', 'a'] },
			5,
		]);
	});

	it('is kept apart for the node and for its workflow', async () => {
		await expectSame(async ({ helpers }) => [
			await helpers.checkProcessedAndRecord(['a'], 'node', ENTRIES),
			await helpers.checkProcessedAndRecord(['a'], 'workflow', ENTRIES),
			await helpers.clearAllProcessedItems('node', ENTRIES),
			await helpers.getProcessedDataCount('node', ENTRIES),
			await helpers.getProcessedDataCount('workflow', ENTRIES),
		]);
	});

	it('is forgotten when it is removed, and when there is too much of it', async () => {
		await expectSame(async ({ helpers }) => [
			await helpers.removeProcessed(['x'], 'node', ENTRIES),
			await helpers.checkProcessedAndRecord(['a', 'b', 'c'], 'node', { ...ENTRIES, maxEntries: 2 }),
			await helpers.removeProcessed(['b', 'x'], 'node', ENTRIES),
			await helpers.checkProcessedAndRecord(['a', 'b', 'c'], 'node', { ...ENTRIES, maxEntries: 2 }),
			await helpers.checkProcessedAndRecord(['a', 'b', 'c'], 'node', ENTRIES),
		]);
	});

	it('can be told by a field of items', async () => {
		const items = (...ids: Array<number | undefined>) => ids.map((id) => ({ id, from: 'item' }));
		await expectSame(async ({ helpers }) => [
			await helpers.checkProcessedItemsAndRecord('id', items(1, 2, 2, undefined), 'node', ENTRIES),
			await helpers.checkProcessedItemsAndRecord('id', items(2, 3), 'node', ENTRIES),
		]);
	});
});
