import { sourceName } from '../../../nodes/shared/api/sources';

it.each<[string | undefined, string | undefined, string | null]>([
	['Channel', 'AGD', 'Agoda'],
	['Channel', 'CTP', 'Trip.com'],
	['Channel', 'OTG', 'Channel OTG'],
	['Channel', undefined, 'Channel'],
	['BookingEngine', 'WEB', 'Booking Engine'],
	['PMS', undefined, 'PMS'],
	['Kiosk', 'AGD', 'Kiosk'],
	[undefined, 'AGD', 'Agoda'],
	[undefined, undefined, null],
])('type %j with code %j is %j', (type, code, expected) => {
	expect(sourceName(type, code)).toBe(expected);
});
