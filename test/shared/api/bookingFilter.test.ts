import { filterAt } from '../../../nodes/shared/api/bookingFilter';

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
