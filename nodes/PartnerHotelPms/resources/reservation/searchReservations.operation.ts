import type { IDataObject } from 'n8n-workflow';

import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../shared/util/mapConcurrently';
import { textIn } from '../../../shared/util/json';
import { propertyClock } from '../../../shared/api/propertyClock';
import { pmsList, readList } from '../../../shared/api/lists';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { pmsLanguage } from '../../../shared/parameters/language';
import { locator, optional } from '../../../shared/parameters/locator';
import { output } from '../../../shared/parameters/output';
import { maxOf, reservationPaging } from '../../../shared/operation/paging';
import { periodParameter } from '../../../shared/parameters/period';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { propertyErrors } from '../../../shared/api/propertyFacts';
import { at } from '../../../shared/api/records';
import type { Api } from '../../../shared/transport/types';
import { roomId, timeZone } from '../../parameters';
import { pmsRequest } from '../../../shared/pms/pmsRequests';
import { roomsOverrides } from '../../../shared/pms/rooms';
import { addGuests } from '../../../shared/pms/outputParameters';
import {
	findReservation,
	reservationsOut,
	type FoundReservation,
} from '../../../shared/pms/reservationOutput';
import { searchPeriods } from './searchPeriods';

const state = defineParameter({
	displayName: 'State',
	name: 'state',
	type: 'options',
	required: true,
	options: [
		{ name: 'Active', value: 'Active' },
		{ name: 'Cancelled', value: 'Cancelled' },
	],
	default: 'Active',
	description: 'Whether to search active or cancelled reservations',
});

const period = defineParameter(
	periodParameter({
		named: [
			'last7Days',
			'last30Days',
			'next7Days',
			'next30Days',
			'thisMonth',
			'today',
			'tomorrow',
			'yesterday',
		],
		others: [
			{
				name: 'Any',
				value: 'any',
				description: "Stays at any time: set 'Modified From' and 'Modified To' under Filters",
			},
			{ name: 'Custom', value: 'custom', description: 'From and to any time' },
		],
		default: 'next7Days',
		description:
			'When the guests stay: reservations with a stay that is at least partly within the period. Periods of more than a year take several searches.',
	}),
);

const stayFrom = defineParameter({
	displayName: 'Stay From',
	name: 'stayFrom',
	type: 'dateTime',
	required: true,
	displayOptions: { show: { period: ['custom'] } },
	typeOptions: { dateOnly: true, takesTime: true },
	default: '',
	placeholder: 'e.g. 2026-03-01',
	description: 'First day of the period, or a time in the local time of the hotel',
});

const stayTo = defineParameter({
	displayName: 'Stay To',
	name: 'stayTo',
	type: 'dateTime',
	required: true,
	displayOptions: { show: { period: ['custom'] } },
	typeOptions: { dateOnly: true, takesTime: true },
	default: '',
	placeholder: 'e.g. 2026-03-31',
	description: 'Last day of the period, or a time in the local time of the hotel',
});

const filters = defineParameter({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			...locator({
				displayName: 'Customer Company',
				name: 'companyId',
				searchListMethod: 'searchCompanies',
				description: 'Only reservations of this company. Takes one more request per reservation found.',
				example: '4503599628227391',
				dependsOn: ['propertyId.value'],
			}),
		},
		{
			displayName: 'Modified From',
			name: 'modifiedFrom',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-03-01T00:00:00',
			description: 'Only reservations last changed at or after this time, in the local time of the hotel',
		},
		{
			displayName: 'Modified To',
			name: 'modifiedTo',
			type: 'dateTime',
			default: '',
			placeholder: 'e.g. 2026-04-01T00:00:00',
			description:
				'Only reservations last changed at or before this time. Seconds are rounded up to the next minute.',
		},
		optional(roomId),
	],
});

const options = defineParameter({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			...addGuests,
			description:
				"Whether to add the guest profiles when 'Add Details' is on. Takes one more request per guest.",
		},
		pmsLanguage,
		...roomsOverrides,
		timeZone,
	],
});

const includeDetails = defineParameter({
	displayName: 'Add Details',
	name: 'includeDetails',
	type: 'boolean',
	default: true,
	description:
		'Whether to return the full reservations instead of only their numbers. Takes one more request per reservation.',
});

export const searchReservations = defineOperation({
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search reservations',
		description: 'Search the reservations of a hotel by stay period or last change, optionally for one room',
	},
	readOnly: true,
	personalColumns: personalColumns.reservation,
	parameters: [
		propertyId,
		state,
		period,
		stayFrom,
		stayTo,
		...reservationPaging,
		filters,
		includeDetails,
		{ ...output, displayOptions: { show: { includeDetails: [true] } } },
		options,
	],
	run: async ({ values, api, withoutPersonalData }) => {
		const { filters: entered, options: chosen } = values;
		const periods = await searchPeriods(
			{ ...values, ...entered },
			propertyClock(api, values.propertyId, chosen.timeZone),
		);
		const detailed = values.includeDetails || entered.companyId !== undefined;
		const queries = periods.map((period) => ({ state: values.state, roomId: entered.roomId, ...period }));
		const max = maxOf(values);
		const found = await search(
			api,
			values.propertyId,
			queries,
			entered.companyId === undefined ? max : Infinity,
		);
		if (!detailed) return found;
		// With a company, the details decide which reservations count, so no more are read than needed.
		const enough = entered.companyId !== undefined && max !== Infinity;
		let count = 0;
		const read = await mapConcurrently(found, enough ? 1 : REQUESTS_AT_ONCE, async (summary) => {
			if (count >= max) return [];
			const one = await findReservation(api, values.propertyId, summary, chosen.languageCode);
			if (!isOfCompany(one, entered.companyId)) return [];
			count += 1;
			return [one];
		});
		return await reservationsOut(api, values.propertyId, read.flat(), {
			output: values.output,
			...chosen,
			withoutPersonalData,
		});
	},
});

/** All parts of the search, each reservation once. */
async function search(
	api: Api,
	property: string,
	queries: IDataObject[],
	max: number,
): Promise<IDataObject[]> {
	const byNumber = new Map<string, IDataObject>();
	const parts = await mapConcurrently(queries, max === Infinity ? REQUESTS_AT_ONCE : 1, async (query) => {
		if (byNumber.size >= max) return [];
		const request = pmsRequest('GET', '/reservations/search', { propertyId: property }, { query });
		const errors = propertyErrors(property);
		const found = await readList(api, request, pmsList('reservations'), max, { errors });
		if (max !== Infinity) collect(byNumber, found);
		return found;
	});
	for (const part of parts) collect(byNumber, part);
	return [...byNumber.values()].slice(0, max === Infinity ? undefined : max);
}

function collect(byNumber: Map<string, IDataObject>, records: IDataObject[]): void {
	for (const record of records) {
		const number = textIn(record, 'number');
		if (number !== undefined && !byNumber.has(number)) byNumber.set(number, record);
	}
}

/** The company of a reservation that no longer exists is unknown. */
function isOfCompany(found: FoundReservation, companyId: string | undefined): boolean {
	return companyId === undefined || at(found, 'reservation', 'customerCompany', 'id') === companyId;
}
