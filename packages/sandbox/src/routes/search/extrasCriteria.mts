import { ApiError } from '../../http/apiError.mts';
import { BodyFields, bodyOf } from '../../http/bodyFields.mts';
import { list, nonEmptyText, texts } from '../../http/fieldTypes.mts';
import type { ApiCall } from '../../http/route.mts';
import type { StayRequest } from '../../world/search/stayRequest.mts';
import { isLocalMinute, localDay } from '../../world/zone.mts';
import { readAdults, readChildAges } from './criteria.mts';

/** The body of extra services and extra stays; undefined = not given. */
export interface ExtrasCriteria {
	dates: Pick<StayRequest, 'arrivalDay' | 'departureDay'> | undefined;
	roomTypeId: string | undefined;
	ratePlanId: string | undefined;
	guests: Pick<StayRequest, 'adults' | 'childAges'> | undefined;
}

/** @param complete true = all four parts are required */
export function readExtrasCriteria(call: ApiCall, complete: boolean): ExtrasCriteria {
	const fields = bodyOf(call);
	const part = (name: string) => (complete ? fields.requireFieldsOf(name) : fields.fieldsOf(name));
	const roomType = part('roomType');
	const guestCount = part('guestCount');
	requirePlacements(roomType, complete);
	return {
		dates: readStayDates(part('stayDates')),
		roomTypeId: roomType?.require('id', nonEmptyText),
		ratePlanId: readRatePlan(part('ratePlan')),
		guests: guestCount && {
			adults: readAdults(guestCount, 'adultCount'),
			childAges: readChildAges(guestCount),
		},
	};
}

/** Corporate clients change nothing: extras are not priced by client. */
function readRatePlan(ratePlan: BodyFields | undefined): string | undefined {
	ratePlan?.read('corporateIds', texts);
	return ratePlan?.require('id', nonEmptyText);
}

function requirePlacements(roomType: BodyFields | undefined, complete: boolean): void {
	const placements = roomType?.read('placements', list);
	if (complete && placements === undefined) {
		throw new ApiError(400, 'MissingValue', 'roomType.placements is missing');
	}
	placements?.forEach((placement, index) => {
		const place = `roomType.placements[${index}]`;
		BodyFields.of(placement, place, `${place}.`).require('code', nonEmptyText);
	});
}

function readStayDates(fields: BodyFields | undefined): ExtrasCriteria['dates'] {
	if (fields === undefined) return undefined;
	const dayAt = (name: string) => {
		const local = fields.require(name, nonEmptyText);
		if (!isLocalMinute(local)) throw fields.error(name, 'must have the form YYYY-MM-DDThh:mm');
		return localDay(local);
	};
	return { arrivalDay: dayAt('arrivalDateTime'), departureDay: dayAt('departureDateTime') };
}
