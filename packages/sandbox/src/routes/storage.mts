import { ApiError } from '../http/apiError.mts';
import { bodyOf } from '../http/bodyFields.mts';
import { nonEmptyText, texts, date } from '../http/fieldTypes.mts';
import { requireProperty } from '../http/identity.mts';
import { QueryFields } from '../http/queryFields.mts';
import { ok, type ApiResponse, type ApiCall, type AreaRoute, type Route } from '../http/route.mts';
import {
	serializeBlock,
	serializeInventory,
	serializeStorageBooking,
	type StorageProperty,
} from '../serializers/storage.mts';
import { mayUseProperty } from '../world/clients.mts';
import type { Property } from '../world/properties.mts';
import { RATE_PLAN_CODES, roomTypesByCode } from '../world/storage/codes.mts';
import { dailyInventories, realizedRooms } from '../world/storage/inventory.mts';
import { stayUnits } from '../world/storage/stayUnits.mts';
import { DAY_MS } from '../world/time.mts';
import { localDay, toLocalMinute } from '../world/zone.mts';

const PROPERTY = '/api/pms-integration-storage/v1/properties/{propertyId}';
const AREA = { area: 'pms_integration_storage', scope: 'storage' } as const;

/** The four operations of the PMS integration storage (published documents), which have 422 in place of 400. */
export const storageRoutes: readonly Route[] = [
	{ ...AREA, method: 'GET', path: `${PROPERTY}/bookings/{bookingId}`, onArea: inStorage(showBooking) },
	{ ...AREA, method: 'POST', path: `${PROPERTY}/inventories/search`, onArea: inStorage(searchInventory) },
	{
		...AREA,
		method: 'GET',
		path: `${PROPERTY}/inventories/blocks/{inventoryBlockId}`,
		onArea: inStorage(showBlock),
	},
	{ ...AREA, method: 'GET', path: `${PROPERTY}/calculate-stay-units`, onArea: calculateUnits },
];

function inStorage(handle: (call: ApiCall, property: Property) => ApiResponse): AreaRoute['onArea'] {
	return (call) => {
		const property = requireProperty(call.sandbox.world, call.client, call.params['propertyId'] ?? '');
		return unprocessable(() => handle(call, property));
	};
}

/** Errors that are a 400 in other areas. */
function unprocessable(handle: () => ApiResponse): ApiResponse {
	try {
		return handle();
	} catch (error) {
		if (!(error instanceof ApiError) || error.status !== 400) throw error;
		throw invalid(error.code, error.message);
	}
}

/** The published code is INVALID_PROPERTY_ID. */
function invalid(code: string, message: string): ApiError {
	return new ApiError(422, code.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase(), message);
}

function showBooking({ sandbox, params }: ApiCall, property: Property): ApiResponse {
	const booking = sandbox.world.storage(property).bookings.get(params['bookingId'] ?? '');
	if (booking === undefined) throw new ApiError(404, 'BOOKING_NOT_FOUND', 'The booking was not found');
	return ok({ booking: serializeStorageBooking(booking, recordOf(sandbox, property)) });
}

function showBlock({ sandbox, params }: ApiCall, property: Property): ApiResponse {
	const storage = sandbox.world.storage(property);
	const block = storage.blocks.get(params['inventoryBlockId'] ?? '');
	if (block === undefined) {
		throw new ApiError(404, 'INVENTORY_BLOCK_NOT_FOUND', 'The inventory block was not found');
	}
	const realized = (item: { roomTypeCode: string; day: number }) =>
		realizedRooms(storage, block, item.roomTypeCode, item.day);
	return ok({ inventoryBlock: serializeBlock(block, realized, recordOf(sandbox, property)) });
}

function searchInventory(call: ApiCall, property: Property): ApiResponse {
	const { world, clock } = call.sandbox;
	const fields = bodyOf(call);
	const codes = fields.requireValue('roomTypeCodes', texts);
	const firstDay = fields.requireValue('startDate', date);
	const lastDay = fields.requireValue('endDate', date);
	if (lastDay < firstDay || lastDay >= twoYearsAfter(firstDay)) {
		throw fields.error('endDate', 'must not be before startDate, nor make a range of more than two years');
	}
	const record = recordOf(call.sandbox, property);
	const view = {
		storage: world.storage(property),
		pms: world.pms(property),
		roomTypes: roomTypesByCode(world.content(property).record.own),
		today: localDay(toLocalMinute(clock.now(), record.timeZone)),
	};
	return ok({ inventory: serializeInventory(record, dailyInventories(view, codes, firstDay, lastDay)) });
}

/** The first day after a range of two years. */
function twoYearsAfter(day: number): number {
	const start = new Date(day * DAY_MS);
	return Date.UTC(start.getUTCFullYear() + 2, start.getUTCMonth(), start.getUTCDate()) / DAY_MS;
}

/** The only operation without a 404. */
function calculateUnits(call: ApiCall): ApiResponse {
	const { sandbox, client, params, query } = call;
	const property = sandbox.world.property(params['propertyId'] ?? '');
	if (property === undefined) throw invalid('InvalidPropertyId', 'Invalid propertyId');
	if (!mayUseProperty(client, property.id)) {
		throw new ApiError(403, 'NotEnoughRights', 'Not enough rights to the property');
	}
	return unprocessable(() => {
		const fields = new QueryFields(query);
		const firstDay = fields.requireValue('firstStayDate', date);
		const lastDay = fields.requireValue('lastStayDate', date);
		const code = fields.requireValue('pmsSideRatePlanCode', nonEmptyText);
		if (lastDay < firstDay) throw fields.error('lastStayDate', 'must not be before firstStayDate');
		if (!RATE_PLAN_CODES.some((known) => known === code)) {
			throw fields.error('pmsSideRatePlanCode', 'must be the code of a rate plan');
		}
		return ok({ stayUnits: stayUnits(sandbox.world.content(property).record.own, firstDay, lastDay) });
	});
}

function recordOf({ world }: ApiCall['sandbox'], property: Property): StorageProperty {
	const { currency, timeZone, policy } = world.content(property).record.own;
	return { id: property.id, currency, timeZone: timeZone.id, ...policy };
}
