import type { IDataObject } from 'n8n-workflow';

import { at } from '../../../shared/api/response/records';
import { messagesOf } from '../../../shared/api/response/messages';
import { defineParameter } from '../../../shared/operation/defineOperation';
import { ParameterError } from '../../../shared/util/parameterError';
import type { Kpi } from './kpis';
import type { GroupBy } from './periods';

export const reportOutput = defineParameter({
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'All Figures',
			value: 'all',
			description: 'Every figure of the report; comparison and pick-up as objects',
		},
		{ name: 'Simplified', value: 'simplified', description: 'Flat fields, with the figures of your choice' },
	],
	default: 'simplified',
	description: 'How to return the report',
});

const LABELS = {
	adr: 'ADR',
	arrivals: 'Arrivals',
	guests: 'Guests',
	guestsPerRoom: 'Guests per Room',
	mealRevenue: 'Meal Revenue',
	occupancy: 'Occupancy',
	revPar: 'RevPAR',
	roomRevenue: 'Room Revenue',
	rooms: 'Rooms',
	roomsAvailable: 'Rooms Available',
	roomsClosed: 'Rooms Closed',
	roomsComplimentary: 'Rooms Complimentary',
	roomsSold: 'Rooms Sold',
	totalRevenue: 'Total Revenue',
	tRevPar: 'TRevPAR',
} as const satisfies Record<Kpi, string>;

export const reportFields = defineParameter({
	displayName: 'Fields',
	name: 'fields',
	type: 'multiOptions',
	displayOptions: { show: { output: ['simplified'] } },
	options: Object.entries(LABELS).map(([value, name]) => ({ name, value })),
	default: ['occupancy', 'adr', 'revPar', 'roomRevenue'],
	description:
		'The figures to return. A comparison adds two columns to each: its value before, and the change in percent.',
});

/** The names of the one column that says which days a row adds up. */
const DATE_COLUMNS = { day: 'date', week: 'week', month: 'month', total: 'period' } as const;

/** A row of the report in flat columns, figures first, in the order in which they were chosen. */
export function simplifyRow(row: IDataObject, groupBy: GroupBy, fields: readonly string[]): IDataObject {
	const { period, startDate, endDate, comparison, pickUp, missingDays, currencyCode } = row;
	const days = groupBy === 'total' ? `${String(startDate)} to ${String(endDate)}` : period;
	const columns = ['propertyName', 'properties', 'missingProperties', 'propertyId'];
	return {
		[DATE_COLUMNS[groupBy]]: days,
		...Object.assign({}, ...fields.map((kpi) => figure(kpi, row, comparison))),
		...(pickUp !== undefined && pickUpColumns(pickUp)),
		currency: currencyCode,
		...(missingDays !== 0 && { missingDays }),
		...messagesOf(row),
		...Object.fromEntries(columns.filter((name) => name in row).map((name) => [name, row[name]])),
	};
}

function figure(kpi: string, row: IDataObject, comparison: unknown): IDataObject {
	return {
		[kpi]: row[kpi],
		...(comparison !== undefined && {
			[`${kpi}Before`]: at(comparison, kpi, 'value'),
			[`${kpi}Change`]: at(comparison, kpi, 'percent'),
		}),
	};
}

function pickUpColumns(pickUp: unknown): IDataObject {
	return {
		roomsSoldPickUp: at(pickUp, 'roomsSold', 'pickUp'),
		roomRevenuePickUp: at(pickUp, 'roomRevenue', 'pickUp'),
		adrPickUp: at(pickUp, 'adr', 'pickUp'),
	};
}

/** @throws ParameterError without any */
export function chosenFields(fields: readonly string[]): readonly string[] {
	if (fields.length > 0) return fields;
	throw new ParameterError(
		'fields',
		'',
		'is empty',
		"Choose at least one figure in {fields}, or 'All Figures' in {output}.",
	);
}
