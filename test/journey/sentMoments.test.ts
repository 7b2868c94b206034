import { sentKey, unpackSent, withoutSent, withSent } from '../../nodes/shared/journey/sentMoments';

/** What was sent, as it is stored: `key` and day. */

const [FIRST, SECOND] = [sentKey('Welcome', '1'), sentKey('Welcome', '2')];
const DAY = 22_400;

it('a key is that of a moment of a unit', () => {
	const others = [sentKey('Welcome', '1'), sentKey('Thanks', '1'), sentKey('Welcome1', ''), SECOND];
	expect(others[0]).toBe(FIRST);
	expect(new Set(others).size).toBe(4);
	expect(FIRST).toHaveLength(5);
});

it('what was added is found again, the last day of each', () => {
	const text = [
		[FIRST, DAY],
		[SECOND, 3],
		[FIRST, DAY + 1],
	].reduce((stored, [key, day]) => withSent(stored, key as string, day as number), '');
	expect(text).toHaveLength(16);
	expect([...unpackSent(text)]).toEqual([
		[FIRST, DAY + 1],
		[SECOND, 3],
	]);
});

it('what was not sent adds nothing', () => {
	expect(withSent('', FIRST, undefined)).toBe('');
	expect([...unpackSent('')]).toEqual([]);
});

it('keys are taken out, and the others stay', () => {
	const both = withSent(withSent('', FIRST, DAY), SECOND, DAY);
	expect(withoutSent(both, [FIRST])).toBe(withSent('', SECOND, DAY));
	expect(withoutSent(both, [])).toBe(both);
	expect(withoutSent(both, [FIRST, SECOND])).toBe('');
});

it('a text that was cut off is read as far as it goes', () => {
	const both = withSent(withSent('', FIRST, DAY), SECOND, DAY);
	expect([...unpackSent(both.slice(0, -1)).keys()]).toEqual([FIRST]);
});

it('a thousand are read of a reservation', () => {
	const many = Array.from({ length: 1_001 }, (_, index) => sentKey('Welcome', String(index)));
	const text = many.map((key) => withSent('', key, DAY)).join('');
	expect(unpackSent(text).size).toBe(new Set(many.slice(0, 1_000)).size);
});
