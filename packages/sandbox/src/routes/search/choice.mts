import { ApiError } from '../../http/apiError.mts';
import type { Offer, SearchSetting } from '../../world/search/offers.mts';
import type { Criteria } from './criteria.mts';

/** A room type under a rate plan for which extras are requested. */
export type Choice = Pick<Offer, 'roomType' | 'ratePlan'>;
export type Stay = Omit<Criteria, 'corporateIds'>;

/** undefined = one of the two was not given. */
export function choiceOf(
	{ view }: SearchSetting,
	roomTypeId: string | undefined,
	ratePlanId: string | undefined,
): Choice | undefined {
	const roomType = view.content.roomTypes.find(({ id }) => id === roomTypeId);
	const ratePlan = view.content.ratePlans.find(({ id }) => id === ratePlanId);
	if (roomTypeId !== undefined && roomType === undefined) {
		throw new ApiError(400, 'InvalidRoomType', `The property has no room type ${roomTypeId}`);
	}
	if (ratePlanId !== undefined && ratePlan === undefined) {
		throw new ApiError(400, 'InvalidRatePlan', `The property has no rate plan ${ratePlanId}`);
	}
	return roomType === undefined || ratePlan === undefined ? undefined : { roomType, ratePlan };
}
