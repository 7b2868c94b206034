import { caseOptions } from '../../../shared/journey/journeyParameters';
import { JourneyPlan, planTimeZone, type PlanValues } from '../../../shared/journey/journeyPlan';
import { defineParameter, type Values } from '../../../shared/operation/defineOperation';
import { pmsLanguage } from '../../../shared/parameters/language';
import { roomsOverrides } from '../../../shared/pms/rooms';
import type { Api } from '../../../shared/transport/types';

const [ifBookedLater, ifLate, ifMoved, notAfter, notBefore, outside] = caseOptions;

/** Those of the trigger that a plan depends on. */
export const reservationPlanOptions = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		ifBookedLater,
		ifLate,
		ifMoved,
		pmsLanguage,
		notAfter,
		notBefore,
		outside,
		...roomsOverrides,
		planTimeZone,
	],
});

export function planOfReservations(
	api: Api,
	propertyId: string,
	values: PlanValues & Values<[typeof reservationPlanOptions]>,
): JourneyPlan {
	const { languageCode, roomsRequestMethod, roomsRequestPath } = values.options;
	const from = { source: 'reservations' as const, languageCode, roomsRequestMethod, roomsRequestPath };
	return new JourneyPlan(api, propertyId, values, from);
}
