import { sleep } from 'n8n-workflow';

import { inSlices } from '../../../nodes/shared/util/inSlices';

describe('work in slices', () => {
	it('is done for each entry, in order', async () => {
		const done: number[] = [];
		await inSlices(new Set([3, 1, 2]), (entry) => done.push(entry));
		expect(done).toEqual([3, 1, 2]);
	});

	it('lets others have their turn', async () => {
		let turns = 0;
		let isWorking = true;
		const others = (async () => {
			for (; isWorking; turns += 1) await sleep(1);
		})();
		const busy = () => {
			const endsAt = performance.now() + 5;
			while (performance.now() < endsAt);
		};
		await inSlices(Array.from({ length: 30 }), busy);
		isWorking = false;
		await others;
		expect(turns).toBeGreaterThanOrEqual(4);
	});

	it('stops at the first entry that fails', async () => {
		const done: number[] = [];
		const work = (entry: number) => {
			if (entry === 2) throw new Error('two');
			done.push(entry);
		};
		await expect(inSlices([1, 2, 3], work)).rejects.toThrow('two');
		expect(done).toEqual([1]);
	});
});
