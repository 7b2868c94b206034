import { boundMemory } from '../../../nodes/shared/polling/memoryBound';

it.each<[string, number[], number, Array<number | undefined>]>([
	['all fit', [1, 2, 3], 6, [undefined, undefined, undefined]],
	['one is busy: it gets what the others leave', [1, 2, 30], 9, [undefined, undefined, 6]],
	['all are: whole shares', [20, 10, 30], 10, [3, 3, 3]],
	['one has just its share', [3, 30], 6, [undefined, 3]],
	['there is none', [], 10, []],
])('%s', (_, sizes, most, expected) => {
	const kept: Array<number | undefined> = sizes.map(() => undefined);
	const properties = Object.fromEntries(sizes.map((size, index) => [`p${index}`, { size, index }]));
	boundMemory(
		properties,
		most,
		({ size }) => size,
		({ index }, share) => {
			kept[index] = share;
		},
	);
	expect(kept).toEqual(expected);
});
