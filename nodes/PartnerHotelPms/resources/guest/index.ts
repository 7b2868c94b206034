import type { Resource } from '../../../shared/operation/defineOperation';
import { getGuest } from './getGuest.operation';
import { getLoyaltyCards } from './getLoyaltyCards.operation';
import { getGuestStays } from './getGuestStays.operation';
import { searchGuests } from './searchGuests.operation';
import { updateBirthCountry } from './updateBirthCountry.operation';
import { updateIdentityDocument } from './updateIdentityDocument.operation';
import { uploadDocumentScans } from './uploadDocumentScans.operation';

export const guest: Resource = {
	option: { name: 'Guest', value: 'guest' },
	operations: [
		getGuest,
		getLoyaltyCards,
		getGuestStays,
		searchGuests,
		updateBirthCountry,
		updateIdentityDocument,
		uploadDocumentScans,
	],
	personal: true,
	defaultOperation: 'search',
};
