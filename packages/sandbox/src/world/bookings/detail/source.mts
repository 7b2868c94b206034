import { SOURCE_TYPES, type SourceType } from '../types.mts';
import type { Random } from '../../random.mts';
import type { BookingDetail } from './types.mts';

const CHANNEL_CODES = ['BGC', 'EXP', 'AGD', 'HRS', 'CTP', 'PA2', 'OTG'];

/** Channels and the booking engine make most bookings. */
const USUAL_TYPES: readonly SourceType[] = [
	'Channel',
	'Channel',
	'Channel',
	'BookingEngine',
	'BookingEngine',
	...SOURCE_TYPES,
];

export function generateSource(
	random: Random,
	propertyId: string,
	wanted: SourceType | undefined,
): BookingDetail['source'] {
	const usual = random.pick(USUAL_TYPES);
	const channelCode = random.pick(CHANNEL_CODES);
	const type = wanted ?? usual;
	const bookingForm = `https://hotel-${propertyId}.example/book?hotelid=${propertyId}`;
	return {
		type,
		code: type === 'Channel' ? channelCode : type === 'BookingEngine' ? 'WEB' : null,
		sourceUrl: type === 'BookingEngine' ? bookingForm : null,
	};
}
