import { channelName, sourceName } from '../../../../nodes/shared/api/bookings/sources';

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

it.each([
	['AGD', 'Agoda'],
	['booking.example', 'booking.example'],
	['OTG', 'OTG'],
	['toString', 'toString'],
])('a channel that the PMS calls %j is %j', (name, expected) => {
	expect(channelName(name)).toBe(expected);
});
