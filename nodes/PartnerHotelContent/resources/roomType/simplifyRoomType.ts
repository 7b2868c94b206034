import type { IDataObject } from 'n8n-workflow';

import { plainText } from '../../../shared/api/response/plainText';
import { at, recordsAt, textAt } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';

/** A room type as flat, named fields (provider: Content.RoomTypeInfo). */
export function simplifyRoomType(roomType: IDataObject): IDataObject {
	return {
		name: at(roomType, 'name'),
		categoryName: at(roomType, 'categoryName'),
		beds: at(roomType, 'occupancy', 'adultBed'),
		extraBeds: at(roomType, 'occupancy', 'extraBed'),
		childrenWithoutBed: at(roomType, 'occupancy', 'childWithoutBed'),
		squareMeters: at(roomType, 'size', 'value'),
		amenityNames: recordsAt(roomType, 'amenities').flatMap(
			(amenity) => textAt(amenity, 'name') ?? textAt(amenity, 'code') ?? [],
		),
		description: plainText(at(roomType, 'description')),
		city: at(roomType, 'address', 'cityName'),
		addressLine: at(roomType, 'address', 'addressLine'),
		imageUrls: recordsAt(roomType, 'images').flatMap((image) => textAt(image, 'url') ?? []),
		...messagesOf(roomType),
		categoryCode: at(roomType, 'categoryCode'),
		id: at(roomType, 'id'),
	};
}
