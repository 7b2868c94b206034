import { dateText, dayOf } from '../../../nodes/shared/dates/dateText';

describe('a local time for people', () => {
	it.each<[string, string, string | undefined, string]>([
		['English by default', '2026-12-01T15:00', undefined, 'Tue 1 Dec 2026, 15:00'],
		['English if nothing is chosen', '2026-12-01T15:00', '', 'Tue 1 Dec 2026, 15:00'],
		['English, midnight', '2026-12-01T00:00', 'en', 'Tue 1 Dec 2026, 00:00'],
		['with seconds', '2026-12-01T15:00:59', 'en', 'Tue 1 Dec 2026, 15:00'],
	])('%s', (_, time, language, expected) => {
		expect(dateText(time, language)).toBe(expected);
	});

	it.each([
		['fr', /^mar\. 1 déc\. 2026.* 15:00$/],
		['pl', /^wt\., 1 gru 2026.* 15:00$/],
		['ko', /2026.*12.*1.*화.*15:00$/],
		['th', /1 .*2026.* 15:00$/],
	])('in %s', (language, expected) => {
		expect(dateText('2026-12-01T15:00', language)).toMatch(expected);
	});

	it.each([null, undefined, '', 'soon', '2026-02-30T14:00', '2026-12-01', 20261201])(
		'is null for %j',
		(time) => {
			expect(dateText(time)).toBeNull();
		},
	);

	it('is never after 24:00', () => {
		expect(dateText('2026-12-01T00:05', 'ru')).toMatch(/00:05$/);
	});
});

describe('the day of a local time', () => {
	it.each<[unknown, string | null]>([
		['2026-12-01T15:00', '2026-12-01'],
		['2026-12-01', '2026-12-01'],
		['2026-02-30T14:00', null],
		['soon', null],
		[null, null],
	])('of %j is %j', (time, day) => {
		expect(dayOf(time)).toBe(day);
	});
});
