import type { IDataObject } from 'n8n-workflow';

import { inColumns } from '../../../shared/api/bookings/columns';
import { money, sumOfMoney } from '../../../shared/api/response/money';
import { at, recordsAt, textAt } from '../../../shared/api/response/records';
import { stayTimes } from '../../../shared/api/bookings/stayTimes';

type StorageBookingOutput = 'nights' | 'raw' | 'roomStays' | 'simplified';

/** A booking of the storage (provider: Storage.Booking) in the chosen output. */
export function storageBookingView(booking: IDataObject, output: StorageBookingOutput): IDataObject[] {
	switch (output) {
		case 'raw':
			return [booking];
		case 'simplified':
			return [simplified(booking)];
		case 'roomStays':
			return oneOrMore(booking, recordsAt(booking, 'roomStays').map(stayFields));
		case 'nights':
			return oneOrMore(booking, recordsAt(booking, 'roomStays').flatMap(nightsOf));
	}
}

/** A booking without room stays gives one record, so that it is not lost. */
function oneOrMore(booking: IDataObject, parts: IDataObject[]): IDataObject[] {
	const whole = bookingFields(booking);
	return parts.length === 0
		? [inColumns({ ...whole, roomStayIndex: null })]
		: parts.map((part) => inColumns({ ...whole, bookingTotal: whole.total, ...part }));
}

function simplified(booking: IDataObject): IDataObject {
	const stays = recordsAt(booking, 'roomStays').map(stayFields);
	const arrivals = texts(stays, 'arrivalDateTime').sort();
	const departures = texts(stays, 'departureDateTime').sort();
	const all = (field: string) => [...new Set(stays.flatMap((stay) => stay[field] as string[]))];
	const sum = (field: string) => stays.reduce((total, stay) => total + Number(stay[field]), 0);
	return inColumns({
		...bookingFields(booking),
		...stayTimes(arrivals[0], departures.at(-1)),
		rooms: stays.length,
		roomTypeCodes: all('roomTypeCodes'),
		roomNumbers: all('roomNumbers'),
		ratePlanCodes: all('ratePlanCodes'),
		inventoryBlockCodes: all('inventoryBlockCodes'),
		adults: sum('adults'),
		children: sum('children'),
	});
}

function bookingFields(booking: IDataObject): IDataObject {
	const currency = at(booking, 'total', 'currencyCode');
	const uniqueIds = recordsAt(booking, 'uniqueIds');
	const idsOf = (context: string) =>
		uniqueIds.flatMap((id) => (id.idContext === context ? (textAt(id, 'id') ?? []) : []));
	return {
		id: at(booking, 'id'),
		propertyId: at(booking, 'propertyId'),
		status: at(booking, 'status'),
		pmsIds: idsOf('Pms'),
		internalIds: idsOf('Internal'),
		externalIds: idsOf('External'),
		channelCodes: texts(recordsAt(booking, 'bookingChannels'), 'code'),
		channelNames: texts(recordsAt(booking, 'bookingChannels'), 'name'),
		pmsSideCreateDateTime: at(booking, 'pmsSideCreateDateTime'),
		pmsSideUpdateDateTime: at(booking, 'pmsSideUpdateDateTime'),
		updateDateTime: at(booking, 'updateDateTime'),
		cancelledDateTime: at(booking, 'cancellationInfo', 'pmsSideCancelDateTime'),
		cancelReason: at(booking, 'cancellationInfo', 'cancelReason'),
		guaranteeCode: at(booking, 'guaranteeInfo', 'guaranteeCode'),
		currency,
		total: money(at(booking, 'total', 'amountAfterTax'), currency),
	};
}

function stayFields(stay: IDataObject, position: number): IDataObject {
	const rates = recordsAt(stay, 'roomRates');
	const currency = textAt(rates[0], 'total', 'currencyCode') ?? null;
	const children = guestsOf(stay, 'ChildBandBed');
	return {
		roomStayIndex: at(stay, 'index') ?? position,
		...stayTimes(
			textAt(stay, 'stayDates', 'arrivalDateTime'),
			textAt(stay, 'stayDates', 'departureDateTime'),
		),
		actualCheckInDateTime: at(stay, 'stayDates', 'actualCheckInDateTime'),
		actualCheckOutDateTime: at(stay, 'stayDates', 'actualCheckOutDateTime'),
		roomTypeCodes: texts(recordsAt(stay, 'roomTypes'), 'pmsSideCode'),
		roomNumbers: texts(recordsAt(stay, 'roomTypes'), 'pmsSideRoomNumber'),
		ratePlanCodes: texts(recordsAt(stay, 'ratePlans'), 'pmsSideCode'),
		inventoryBlockCodes: texts(recordsAt(stay, 'inventoryBlocks'), 'pmsSideCode'),
		adults: countOf(guestsOf(stay, 'AdultBed')),
		children: countOf(children),
		childAges: children.flatMap((guests) => (typeof guests.age === 'number' ? guests.age : [])),
		roomShareCode: at(stay, 'roomShare', 'roomShareCode'),
		isPrimaryRoomShare: at(stay, 'roomShare', 'isPrimaryRoomShare'),
		sourceOfBusiness: at(stay, 'sourceOfBusiness'),
		marketCode: at(stay, 'marketCode'),
		serviceNames: texts(recordsAt(stay, 'services'), 'name'),
		total: sumOfMoney(
			rates.map((rate) => at(rate, 'total', 'amountAfterTax')),
			currency,
		),
	};
}

/** The nights of a room stay; its room type, rate plan and block are named by their `index`. */
function nightsOf(stay: IDataObject, position: number): IDataObject[] {
	const codeOf = (list: string, index: IDataObject[string], field = 'pmsSideCode') => {
		const found = recordsAt(stay, list).find((entry) => entry.index === index && index !== null);
		return at(found, field);
	};
	return recordsAt(stay, 'roomRates').map((rate) => {
		const currency = at(rate, 'total', 'currencyCode');
		return {
			roomStayIndex: at(stay, 'index') ?? position,
			date: at(rate, 'stayDate'),
			roomTypeCode: codeOf('roomTypes', at(rate, 'roomTypeIndex')),
			roomNumber: codeOf('roomTypes', at(rate, 'roomTypeIndex'), 'pmsSideRoomNumber'),
			ratePlanCode: codeOf('ratePlans', at(rate, 'ratePlanIndex')),
			inventoryBlockCode: codeOf('inventoryBlocks', at(rate, 'inventoryBlockIndex')),
			nightTotal: money(at(rate, 'total', 'amountAfterTax'), currency),
			currency,
		};
	});
}

function guestsOf(stay: IDataObject, ageQualifyingCode: string): IDataObject[] {
	return recordsAt(stay, 'guestCounts').filter((guests) => guests.ageQualifyingCode === ageQualifyingCode);
}

function countOf(guests: IDataObject[]): number {
	return guests.reduce((total, { count }) => total + (typeof count === 'number' ? count : 0), 0);
}

function texts(records: IDataObject[], field: string): string[] {
	return records.flatMap((record) => textAt(record, field) ?? []);
}
