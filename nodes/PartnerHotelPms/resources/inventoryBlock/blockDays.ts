import type { IDataObject } from 'n8n-workflow';

import { money } from '../../../shared/api/response/money';
import { at, recordsAt } from '../../../shared/api/response/records';

/**
 * A block (provider: Storage.InventoryBlock) as one record per day and room type. A block without days gives one
 * record, so that it is not lost.
 */
export function blockDays(block: IDataObject): IDataObject[] {
	const whole = {
		id: at(block, 'id'),
		propertyId: at(block, 'propertyId'),
		pmsSideId: at(block, 'pmsSideId'),
		pmsSideCode: at(block, 'pmsSideCode'),
		blockStatus: at(block, 'blockStatus'),
		pmsBlockStatus: at(block, 'pmsBlockStatus'),
		ratePlanCodes: at(block, 'ratePlanCodes'),
		pmsSideCreateDateTime: at(block, 'pmsSideCreateDateTime'),
		pmsSideCancelDateTime: at(block, 'pmsSideCancelDateTime'),
		updateDateTime: at(block, 'updateDateTime'),
	};
	const days = recordsAt(block, 'dailyItems');
	return days.length === 0
		? [{ ...whole, date: null }]
		: days.map((day) => ({ ...whole, ...dayFields(day) }));
}

function dayFields(day: IDataObject): IDataObject {
	const currencyCode = at(day, 'pricing', 'currencyCode');
	const { blockedCount, realizedCount } = day;
	return {
		date: at(day, 'date'),
		roomTypeCode: at(day, 'roomTypeCode'),
		blockedCount: at(day, 'blockedCount'),
		realizedCount: at(day, 'realizedCount'),
		remainingCount:
			typeof blockedCount === 'number' && typeof realizedCount === 'number'
				? Math.max(0, blockedCount - realizedCount)
				: null,
		cutoffDate: at(day, 'cutoffDate'),
		currencyCode,
		oneAdultPrice: money(at(day, 'pricing', 'oneAdultPrice'), currencyCode),
		servicesPrice: money(at(day, 'pricing', 'servicesPrice'), currencyCode),
	};
}
