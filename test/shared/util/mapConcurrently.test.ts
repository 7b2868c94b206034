import { mapConcurrently } from '../../../nodes/shared/util/mapConcurrently';
import { pause } from '../../../packages/sandbox/test/support/sandbox';

/** Work that ends when it is told to. */
function controlled() {
	const under = new Map<number, { resolve: (value: string) => void; reject: (error: Error) => void }>();
	const started: number[] = [];
	const work = async (input: number) =>
		await new Promise<string>((resolve, reject) => {
			started.push(input);
			under.set(input, { resolve, reject });
		});
	const settled = async () => await pause(0);
	return { under, started, work, settled };
}

describe('mapConcurrently', () => {
	it('keeps the order of the inputs, whatever ends first, and never exceeds the limit', async () => {
		const { under, started, work, settled } = controlled();
		const mapped = mapConcurrently([1, 2, 3, 4], 2, work);
		expect(started).toEqual([1, 2]);
		under.get(2)?.resolve('two');
		await settled();
		expect(started).toEqual([1, 2, 3]);
		under.get(3)?.resolve('three');
		await settled();
		under.get(4)?.resolve('four');
		under.get(1)?.resolve('one');
		expect(await mapped).toEqual(['one', 'two', 'three', 'four']);
	});

	it('starts nothing after a failure, lets the rest end, and throws the earliest failure', async () => {
		const { under, started, work, settled } = controlled();
		const mapped = mapConcurrently([1, 2, 3, 4], 2, work);
		const outcome = mapped.catch((error: Error) => error.message);
		under.get(2)?.reject(new Error('second'));
		await settled();
		expect(started).toEqual([1, 2]);
		under.get(1)?.reject(new Error('first'));
		expect(await outcome).toBe('first');
	});

	it('has nothing to do without inputs', async () => {
		expect(await mapConcurrently([], 5, async () => 1)).toEqual([]);
	});
});
