import { TtlCache } from '../../../nodes/shared/util/ttlCache';

describe('what was read lately', () => {
	let now = 0;
	let reads = 0;
	const memory = () =>
		new TtlCache<string>(
			() => 1_000,
			2,
			() => now,
		);
	const read = async () => await Promise.resolve(`value ${++reads}`);

	beforeEach(() => {
		now = 0;
		reads = 0;
	});

	it('is kept for its time', async () => {
		const kept = memory();
		expect([await kept.recall('a', read), await kept.recall('a', read)]).toEqual(['value 1', 'value 1']);
		now = 1_000;
		expect(await kept.recall('a', read)).toBe('value 2');
	});

	it('is read once for all who ask at the same time', async () => {
		const kept = memory();
		const all = await Promise.all(['a', 'a', 'a'].map(async (key) => await kept.recall(key, read)));
		expect(all).toEqual(['value 1', 'value 1', 'value 1']);
	});

	it('is not kept when reading failed: the others read for themselves', async () => {
		const kept = memory();
		const failing = kept.recall('a', async () => await Promise.reject(new Error('refused')));
		const other = kept.recall('a', read);
		await expect(failing).rejects.toThrow('refused');
		expect(await other).toBe('value 1');
	});

	it('has a bound: what was kept first goes first', async () => {
		const kept = memory();
		for (const key of ['a', 'b', 'c']) await kept.recall(key, read);
		expect(await kept.recall('c', read)).toBe('value 3');
		expect(await kept.recall('a', read)).toBe('value 4');
	});
});
