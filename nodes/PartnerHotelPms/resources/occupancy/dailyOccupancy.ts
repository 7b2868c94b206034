import type { IDataObject } from 'n8n-workflow';

import { money } from '../../../shared/api/response/money';
import { withWarnings, type Messages } from '../../../shared/api/response/messages';
import { plusDays } from '../../../shared/dates/dateRules';
import type { Api } from '../../../shared/transport/types';
import { listIn, textIn } from '../../../shared/util/json';
import { overrideErrors, withOverrides, type Overrides } from '../../../shared/pms/overrides';
import type { DateRange } from './dateRanges';
import { NO_DATA, type DayFigures } from './kpis';

/** One day of one property. */
export interface PropertyDay {
	propertyId: string;
	/** `YYYY-MM-DD` */
	date: string;
	/** ISO 4217; null if the API names none. */
	currencyCode: string | null;
	figures: DayFigures;
	messages: Messages;
}

/** The daily occupancy of at most 31 days (specification, Daily occupancy), as the API returns it. */
export async function fetchDailyOccupancy(
	api: Api,
	propertyId: string,
	{ first, last }: DateRange,
	{ otbDate, ...overrides }: Overrides & { otbDate?: string },
): Promise<unknown> {
	const request = withOverrides(
		{
			area: 'pmsAnalytics',
			method: 'GET',
			path: '/v1/properties/{propertyId}/daily-occupancy',
			pathParameters: { propertyId },
			query: { startStayDate: first, endStayDate: last, otbDate },
		},
		overrides,
	);
	const { body } = await api.send(request, {
		errors: overrideErrors({
			message: `The property '${propertyId}' was not found`,
			description: "Check 'Property'.",
		}),
	});
	return body;
}

/** One record per day, in date order, each with currency and number of rooms. */
export function dayRecords(body: unknown): IDataObject[] {
	const { currencyCode = null, propertyRoomCount = null } = body as IDataObject;
	const days = listIn(body, 'dailyOccupancies').map((day) => ({ ...day, currencyCode, propertyRoomCount }));
	return days.sort((a, b) => ((textIn(a, 'date') ?? '') < (textIn(b, 'date') ?? '') ? -1 : 1));
}

/** Every day of the range; one that the response leaves out has no figures. */
export function propertyDays(propertyId: string, { first, last }: DateRange, body: unknown): PropertyDay[] {
	const records = new Map(dayRecords(body).map((record) => [textIn(record, 'date')?.slice(0, 10), record]));
	const currencyCode = textIn(body as IDataObject, 'currencyCode') ?? null;
	const [messages = {}] = withWarnings([{}], body) as Messages[];
	const days: PropertyDay[] = [];
	for (let date = first; date <= last; date = plusDays(date, 1)) {
		const record = records.get(date);
		const figures = record ? figuresOf(record, currencyCode) : NO_DATA;
		days.push({ propertyId, date, currencyCode, figures, messages });
	}
	return days;
}

function figuresOf(record: IDataObject, currencyCode: string | null): DayFigures {
	const count = (key: string) => money(record[key], null);
	const amount = (key: string) => money(record[key], currencyCode);
	return {
		rooms: count('propertyRoomCount'),
		closed: count('closedRoomCount'),
		sold: count('occupancyRoomCount'),
		complimentary: count('complimentaryOccupancyRoomCount'),
		roomRevenue: amount('roomRevenue'),
		totalRevenue: amount('revenue'),
		mealRevenue: amount('mealRevenue'),
		arrivals: count('arrivalCount'),
		guests: count('guestCount'),
	};
}
