import { flagText } from '../../http/fieldTypes.mts';
import { QueryFields } from '../../http/queryFields.mts';
import { ok, type ApiResponse, type ApiCall } from '../../http/route.mts';
import { serializeDetailedOffer } from '../../serializers/offer.mts';
import { serializeWarnings } from '../../serializers/searchWarnings.mts';
import type { Property } from '../../world/properties.mts';
import { offersOf } from '../../world/search/offers.mts';
import { readOfferQuery } from './criteria.mts';
import { extraServicesFor } from './extraServices.mts';
import { extraStaysFor } from './extraStays.mts';
import { requireDates, searchSettingOf, stayRequestOf } from './propertySearch.mts';

/** All offers of a property, with extras when asked for. */
export function listOffers({ sandbox, query }: ApiCall, property: Property): ApiResponse {
	const { settings } = sandbox;
	const fields = new QueryFields(query);
	const criteria = readOfferQuery(fields);
	const withStays = fields.read('includeExtraStays', flagText, 'InvalidFlag');
	const withServices = fields.read('includeExtraServices', flagText, 'InvalidFlag');
	const setting = searchSettingOf(sandbox, property);
	requireDates(criteria, setting);
	const { content } = setting.view;
	const roomStays = offersOf(setting, stayRequestOf(sandbox, criteria)).map((offer) => {
		const services = extraServicesFor(setting, offer, criteria);
		return serializeDetailedOffer(
			{
				offer,
				propertyId: property.id,
				currencyCode: content.currency,
				guestCount: { adultCount: criteria.adults, childAges: criteria.childAges },
				extraServicesAvailable: services.length > 0,
				extraStays: withStays ? extraStaysFor(setting, offer, criteria) : undefined,
				extraServices: withServices ? services : undefined,
			},
			settings.dialect,
		);
	});
	return ok({
		roomStays,
		...(settings.dialect === 'published' && { services: [], content: null }),
		...serializeWarnings([], settings.dialect, 'missing'),
	});
}
