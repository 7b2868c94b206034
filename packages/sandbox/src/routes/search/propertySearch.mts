import { ApiError } from '../../http/apiError.mts';
import type { Sandbox } from '../../sandbox.mts';
import { openPmsView } from '../../world/pms/pmsView.mts';
import type { Property } from '../../world/properties.mts';
import type { SearchSetting } from '../../world/search/offers.mts';
import { datesProblem, type StayRequest } from '../../world/search/stayRequest.mts';
import { localDay } from '../../world/zone.mts';
import type { Criteria } from './criteria.mts';

/** The common part of all searches of one property. */

export function searchSettingOf({ world, clock }: Sandbox, property: Property): SearchSetting {
	const nowMs = clock.now();
	return { view: openPmsView(world, property, nowMs), content: world.content(property), nowMs };
}

/** Unknown corporate clients do not make corporate rate plans available. */
export function stayRequestOf({ world }: Sandbox, { corporateIds, ...stay }: Criteria): StayRequest {
	return { ...stay, forCorporates: corporateIds.some((id) => world.corporates.has(id)) };
}

export function requireDates(
	dates: Pick<StayRequest, 'arrivalDay' | 'departureDay'>,
	setting: SearchSetting,
): void {
	const problem = datesProblem(dates, todayAt(setting));
	if (problem !== undefined) throw new ApiError(400, 'InvalidStayDates', problem);
}

/** The property's day. */
export function todayAt({ view }: SearchSetting): number {
	return localDay(view.now);
}
