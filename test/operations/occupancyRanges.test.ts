import { dateRanges } from '../../nodes/PartnerHotelPms/resources/occupancy/dateRanges';

describe('the ranges of the daily occupancy', () => {
	it.each<[string, string, string, Array<[string, string]>]>([
		['one day', '2027-03-01', '2027-03-01', [['2027-03-01', '2027-03-01']]],
		['31 days, the most of one request', '2027-03-01', '2027-03-31', [['2027-03-01', '2027-03-31']]],
		[
			'32 days',
			'2027-03-01',
			'2027-04-01',
			[
				['2027-03-01', '2027-03-31'],
				['2027-04-01', '2027-04-01'],
			],
		],
		[
			'two whole ranges, over the end of February in a leap year',
			'2028-02-01',
			'2028-04-02',
			[
				['2028-02-01', '2028-03-02'],
				['2028-03-03', '2028-04-02'],
			],
		],
		['an end before the start', '2027-03-02', '2027-03-01', []],
	])('%s', (_, start, end, expected) => {
		expect(dateRanges({ first: start, last: end }).map(({ first, last }) => [first, last])).toEqual(expected);
	});
});
