import type { IDataObject } from 'n8n-workflow';

import {
	extraStayCharge,
	type ExtraStayAnswer,
	type NightPrice,
} from '../../nodes/PartnerHotelSearch/resources/extraStay/charge';
import {
	readExtraStayRule,
	usualTimeOf,
	type ExtraStayKind,
} from '../../nodes/PartnerHotelSearch/resources/extraStay/extraStayRule';
import { minutesOf } from '../../nodes/PartnerHotelSearch/resources/extraStay/timeOfDay';

/** What the package says to a rule as the API has it, at a time of day. */
export function packageCharge(
	record: object | undefined,
	property: { checkInTime: string; checkOutTime: string },
	kind: ExtraStayKind,
	time: string,
	price: NightPrice,
): ExtraStayAnswer {
	const rule = record && readExtraStayRule(record as IDataObject);
	const usualTime = usualTimeOf(kind, rule, property);
	return extraStayCharge({ kind, time: minutesOf(time) as number, usualTime, rule, price });
}
