import type { IDataObject } from 'n8n-workflow';

import { at, recordsAt, textAt } from '../../../shared/api/response/records';
import { ResponseError } from '../../../shared/util/json';
import { MIDNIGHT_AFTER, minutesOf } from './timeOfDay';

export type ExtraStayKind = 'earlyCheckIn' | 'lateCheckOut';

/** An extra-stay rule (specification, Extra-stay rule). Times are minutes after midnight at the property. */
export interface ExtraStayRule {
	id: string;
	earlyCheckIn: ExtraStaySide;
	lateCheckOut: ExtraStaySide;
}

interface ExtraStaySide {
	/** The usual time, only if the rule overrides that of the property. */
	ownTime?: number;
	periods: ExtraStayPeriod[];
}

export interface ExtraStayPeriod {
	start: number;
	/** Not included (provider: Content.ExtraStayRulePeriod). */
	end: number;
	chargeType: string;
	rates: ExtraStayRate[];
	percentOptions?: PercentOptions;
	occupyQuota: boolean;
}

interface ExtraStayRate {
	currency: string;
	rate: number;
}

export interface PercentOptions {
	percentage: number;
	extraPlacementEnabled: boolean;
	extraServiceOption: string;
}

/** @throws ResponseError for a time that cannot be read */
export function readExtraStayRule(record: IDataObject): ExtraStayRule {
	return {
		id: textAt(record, 'id') ?? '',
		earlyCheckIn: {
			...(record.overridesPropertyCheckInTime === true && { ownTime: timeIn(record, 'checkInTime') }),
			periods: recordsAt(record, 'earlyCheckInPeriods').map(readPeriod),
		},
		lateCheckOut: {
			...(record.overridesPropertyCheckOutTime === true && { ownTime: timeIn(record, 'checkOutTime') }),
			periods: recordsAt(record, 'lateCheckOutPeriods').map(readPeriod),
		},
	};
}

function readPeriod(period: IDataObject): ExtraStayPeriod {
	const percentOptions = readPercentOptions(period);
	return {
		start: timeIn(period, 'startTime'),
		// 24:00, as some write it.
		end: timeIn(period, 'endTime') || MIDNIGHT_AFTER,
		chargeType: textAt(period, 'chargeType') ?? '',
		rates: recordsAt(period, 'rates').flatMap(({ currency, rate }) =>
			typeof currency === 'string' && isAmount(rate) ? [{ currency, rate }] : [],
		),
		...(percentOptions && { percentOptions }),
		occupyQuota: period.occupyQuota === true,
	};
}

function readPercentOptions(period: IDataObject): PercentOptions | undefined {
	const percentage = at(period, 'percentOptions', 'percentage');
	if (!isAmount(percentage)) return undefined;
	return {
		percentage,
		extraPlacementEnabled: at(period, 'percentOptions', 'extraPlacementEnabled') === true,
		extraServiceOption: textAt(period, 'percentOptions', 'extraServiceOption') ?? 'None',
	};
}

function isAmount(value: unknown): value is number {
	return typeof value === 'number' && value >= 0;
}

/** The usual time of a stay: that of the rule if it overrides that of the property. @throws ResponseError */
export function usualTimeOf(
	kind: ExtraStayKind,
	rule: ExtraStayRule | undefined,
	property: { checkInTime?: string; checkOutTime?: string },
): number {
	return rule?.[kind].ownTime ?? timeIn(property, kind === 'earlyCheckIn' ? 'checkInTime' : 'checkOutTime');
}

function timeIn(record: IDataObject, key: string): number {
	const minutes = minutesOf(textAt(record, key) ?? '');
	if (minutes !== undefined) return minutes;
	throw new ResponseError(`The response of the partner API has no time '${key}'`);
}
