import type { IDataObject } from 'n8n-workflow';

import { propertyClock } from '../../../shared/api/property/propertyClock';
import { withWarnings } from '../../../shared/api/response/messages';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { maxOf, paging } from '../../../shared/operation/paging';
import { entriesOf } from '../../../shared/operation/readValues';
import { propertyId } from '../../../shared/parameters/property';
import { requireText } from '../../../shared/parameters/checks';
import type { Api } from '../../../shared/transport/types';
import { listIn, recordIn } from '../../../shared/util/json';
import { timeZone } from '../../parameters';
import { storageErrors, storageRequest } from '../../storageRequests';
import type { DateRange } from '../occupancy/dateRanges';
import { enteredRange } from '../occupancy/stayDates';
import { storageRanges } from './storageRanges';

const roomTypeCodes = defineParameter({
	displayName: 'Room Type Codes',
	name: 'roomTypeCodes',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. DBL, SGL',
	description:
		'Codes of room types in the outside PMS, separated by commas, or a list from an expression. The API has no list of them.',
});

const startDate = defineParameter({
	displayName: 'Start Date',
	name: 'startDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	default: '={{ $now.toISODate() }}',
	placeholder: 'e.g. 2026-03-01',
	description: 'First day, in the time zone of the hotel',
});

const endDate = defineParameter({
	displayName: 'End Date',
	name: 'endDate',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	required: true,
	default: '={{ $now.plus({ days: 30 }).toISODate() }}',
	placeholder: 'e.g. 2026-03-31',
	description:
		'Last day, in the time zone of the hotel. Ranges of more than two years take several requests.',
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [timeZone],
});

export const searchStorageInventory = defineOperation({
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search storage inventory',
		description:
			'Get the physical, available and out-of-order rooms of an outside PMS, one item per room type and day',
	},
	readOnly: true,
	parameters: [propertyId, roomTypeCodes, startDate, endDate, ...paging, options],
	run: async ({ values, api }) => {
		const codes = [...new Set(entriesOf('roomTypeCodes', values.roomTypeCodes))];
		requireText('roomTypeCodes', codes.join(','));
		const clock = propertyClock(api, values.propertyId, values.options.timeZone);
		const range = await enteredRange(values, 'startDate', 'endDate', clock);
		const max = maxOf(values);
		const found: IDataObject[] = [];
		for (const part of storageRanges(range)) {
			if (found.length >= max) break;
			for (const record of await readInventory(api, values.propertyId, codes, part)) found.push(record);
		}
		return found.slice(0, max);
	},
});

async function readInventory(
	api: Api,
	propertyId: string,
	roomTypeCodes: string[],
	{ first: startDate, last: endDate }: DateRange,
): Promise<IDataObject[]> {
	const request = storageRequest(
		'POST',
		'/inventories/search',
		{ propertyId },
		{ body: { roomTypeCodes, startDate, endDate } },
	);
	const { body } = await api.send(request, {
		errors: storageErrors(
			{
				message: `The property '${propertyId}' was not found in the storage`,
				description: "Check 'Property', and that an outside PMS is connected to it.",
			},
			{
				message: 'The storage did not accept the search for inventory',
				description: "Check 'Room Type Codes', 'Start Date', 'End Date' and 'Property'.",
			},
		),
	});
	const inventory = recordIn(body, 'inventory');
	const days = listIn(inventory, 'inventories');
	return withWarnings(
		days.map((day) => ({ propertyId: inventory.propertyId ?? propertyId, ...day })),
		body,
	);
}
