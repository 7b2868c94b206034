import {
	checksDetails,
	filterAt,
	passesDetails,
	type BookingFilter,
} from '../../../../nodes/shared/api/bookings/bookingFilter';

beforeAll(() => jest.useFakeTimers({ now: new Date('2027-03-31T22:30:00Z') }));
afterAll(() => jest.useRealTimers());

describe('the days of a period of arrivals', () => {
	it.each([
		['Europe/Berlin', { arrivalFrom: '2027-04-01', arrivalTo: '2027-04-07' }],
		['Europe/London', { arrivalFrom: '2027-03-31', arrivalTo: '2027-04-06' }],
	])('are those in %s', (zone, days) => {
		const entered = { arrival: 'next7Days' as const, statuses: ['Active'] };
		expect(filterAt(entered, zone)).toEqual({ ...entered, ...days });
	});

	it.each([undefined, 'Europe/Nowhere'])('stay what they were in %s', (zone) => {
		const filter = { arrival: 'today' as const, arrivalFrom: '2027-04-01', arrivalTo: '2027-04-01' };
		expect(filterAt(filter, zone)).toEqual(filter);
	});

	it('are not made up without a period', () => {
		expect(filterAt({ arrivalFrom: '2027-04-02' }, 'Europe/Berlin')).toEqual({ arrivalFrom: '2027-04-02' });
	});
});

describe('what a booking is, and costs', () => {
	const booking = {
		total: { priceBeforeTax: 150, priceAfterTax: 180 },
		roomStays: [
			{ roomType: { id: '7', name: 'Double' }, ratePlans: [{ id: '3', name: 'Weekend' }] },
			{
				roomType: { id: '9', name: 'Junior Suite' },
				ratePlans: [
					{ id: '4', name: 'Best Price' },
					{ id: '5', name: 'Half Board' },
				],
			},
		],
	};

	it.each<[BookingFilter, boolean]>([
		[{ roomTypes: ['9'] }, true],
		[{ roomTypes: ['1', ' junior suite '] }, true],
		[{ roomTypes: ['Suite'] }, false],
		[{ roomTypes: ['3'] }, false],
		[{ ratePlans: ['5'] }, true],
		[{ ratePlans: ['WEEKEND'] }, true],
		[{ ratePlans: ['7'] }, false],
		[{ ratePlans: ['3'], roomTypes: ['9'] }, true],
		[{ ratePlans: ['3'], roomTypes: ['8'] }, false],
		[{ minTotal: 180 }, true],
		[{ minTotal: 180.01 }, false],
		[{ minTotal: 100, roomTypes: ['8'] }, false],
		[{}, true],
	])('%j: %s', (filter, expected) => {
		expect(passesDetails(booking, filter)).toBe(expected);
	});

	it('a booking without what is asked for has none of the room types, but is not lost for its total', () => {
		expect(passesDetails({}, { roomTypes: ['7'] })).toBe(false);
		expect(passesDetails({}, { ratePlans: [''] })).toBe(false);
		expect(passesDetails({ total: null }, { minTotal: 1 })).toBe(true);
		expect(passesDetails({ total: { priceBeforeTax: 2 } }, { minTotal: 3 })).toBe(false);
	});

	it.each<[BookingFilter, boolean]>([
		[{ roomTypes: ['7'] }, true],
		[{ ratePlans: ['7'] }, true],
		[{ minTotal: 0 }, true],
		[{ statuses: ['Active'] }, false],
	])('takes the details: %j %s', (filter, expected) => {
		expect(checksDetails(filter)).toBe(expected);
	});
});
