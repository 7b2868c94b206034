import type { IDataObject } from 'n8n-workflow';

import { mapConcurrently, REQUESTS_AT_ONCE } from '../../../shared/util/mapConcurrently';
import { textIn } from '../../../shared/util/json';
import { propertyClock } from '../../../shared/api/property/propertyClock';
import { pmsList, readList } from '../../../shared/api/response/lists';
import { defineOperation, defineParameter } from '../../../shared/operation/defineOperation';
import { pmsLanguage } from '../../../shared/parameters/language';
import { locator, optional } from '../../../shared/parameters/locator';
import { output } from '../../../shared/parameters/output';
import { maxOf, reservationPaging } from '../../../shared/operation/paging';
import { periodParameter } from '../../../shared/parameters/period';
import { propertyId } from '../../../shared/parameters/property';
import { personalColumns } from '../../../shared/privacy/personalColumns';
import { propertyErrors } from '../../../shared/api/property/propertyFacts';
import { at } from '../../../shared/api/response/records';
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
import { byArrival, guestPeriod, guestPeriods, isItemIn, isReservationIn } from './guestPeriods';
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
			...guestPeriods,
		],
		default: 'next7Days',
		description:
			"When the guests stay: reservations with a stay that is at least partly within the period. Arrivals, departures and 'In House' take the details of each reservation found. Periods of more than a year take several searches.",
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
		description:
			'Search the reservations of a hotel by arrival, departure, stay period or last change, sorted by arrival',
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
		const { filters: entered, options: chosen, propertyId: property } = values;
		const clock = propertyClock(api, property, chosen.timeZone);
		const guests = await guestPeriod(values.period, clock);
		const stays = guests && { period: 'custom', stayFrom: guests.days.first, stayTo: guests.days.last };
		const periods = await searchPeriods({ ...values, ...entered, ...stays }, clock);
		const isChosen = ({ reservation }: FoundReservation) =>
			isOfCompany(reservation, entered.companyId) &&
			(guests === undefined || (reservation !== undefined && isReservationIn(reservation, guests)));
		const choosesByDetails = entered.companyId !== undefined || guests !== undefined;
		const queries = periods.map((part) => ({ state: values.state, roomId: entered.roomId, ...part }));
		const max = maxOf(values);
		const found = await search(api, property, queries, choosesByDetails ? Infinity : max);
		if (!values.includeDetails && !choosesByDetails) return found;
		const read = await readUntil(found, max, async (summary) => {
			const one = await findReservation(api, property, summary, chosen.languageCode);
			return isChosen(one) ? [one] : [];
		});
		const items = await reservationsOut(
			api,
			property,
			read.sort((one, other) => byArrival(one.reservation, other.reservation)),
			{ output: values.output, ...chosen, withoutPersonalData },
		);
		return guests ? items.filter((item) => isItemIn(item, guests)) : items;
	},
});

/** Reads no more than are needed until there are enough. */
async function readUntil<T, R>(
	inputs: readonly T[],
	max: number,
	read: (input: T) => Promise<R[]>,
): Promise<R[]> {
	const found: R[] = [];
	for (let next = 0; next < inputs.length && found.length < max; ) {
		const part = inputs.slice(next, next + (max === Infinity ? inputs.length : max - found.length));
		next += part.length;
		found.push(...(await mapConcurrently(part, REQUESTS_AT_ONCE, read)).flat());
	}
	return found;
}

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
function isOfCompany(reservation: IDataObject | undefined, companyId: string | undefined): boolean {
	return companyId === undefined || at(reservation, 'customerCompany', 'id') === companyId;
}
