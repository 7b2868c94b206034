import { numericKey } from '../src/routes/pms/paging.mts';

it('a key of a page sorts as its numbers do, with fractions or without', () => {
	const times = [1, 638, 1782338363309.1382, 1782338363309.5, 1782339000000, 1782701104217.7815];
	const keys = times.map((time) => numericKey(time, 1));
	expect([...keys].sort()).toEqual(keys);
});
