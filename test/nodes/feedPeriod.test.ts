import { isInPeriod } from '../../nodes/PartnerHotelBookings/resources/booking/feedPeriod';

const february = { since: '2031-02-01T00:00:00Z', before: '2031-03-01T00:00:00Z' };

it.each<[string, object, boolean]>([
	['made and never changed', { createdDateTime: '2031-02-01T00:00:00Z' }, true],
	[
		'made in it and changed after it',
		{ createdDateTime: '2031-02-28T23:59:59Z', modifiedDateTime: '2031-06-01T00:00:00Z' },
		true,
	],
	[
		'changed in it',
		{ createdDateTime: '2030-01-01T00:00:00Z', modifiedDateTime: '2031-02-28T23:59:59Z' },
		true,
	],
	[
		'made before and changed after it',
		{ createdDateTime: '2031-01-31T23:59:59Z', modifiedDateTime: '2031-03-01T00:00:00Z' },
		false,
	],
	['made after it', { createdDateTime: '2031-03-01T00:00:00Z', modifiedDateTime: null }, false],
	['made at an unknown time and changed after it', { modifiedDateTime: '2031-03-01T00:00:00Z' }, false],
	['without times', {}, true],
])('a booking %s', (_, times, expected) => {
	expect(isInPeriod({ number: '1', ...times }, february)).toBe(expected);
});

it('a period that is not over leaves nothing out', () => {
	expect(
		isInPeriod({ number: '1', modifiedDateTime: '2099-01-01T00:00:00Z' }, { since: february.since }),
	).toBe(true);
});
