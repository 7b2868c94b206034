import { ApiError } from '../../http/apiError.mts';
import { Body, bodyOf, jsonOf } from '../../http/fields.mts';
import type { Answer, Operation } from '../../http/route.mts';
import { textOf } from '../../http/query.mts';
import type { Sandbox } from '../../sandbox.mts';
import { accountOf, POSTING_ACTIONS, type PostingAction } from '../../world/pms/account.mts';
import { paymentSystemsOf } from '../../world/pms/paymentSystems.mts';
import { inLanguage } from '../../world/pms/phrases.mts';
import type { RoomChoice } from '../../world/pms/pmsChange.mts';
import { roomStayOf } from '../../world/pms/reservation.mts';
import { assignmentProblem } from '../../world/pms/rooms.mts';
import { candidatesOf, numericKey, type Query } from './paging.mts';
import {
	answerPage,
	languageOf,
	pmsCall,
	requireLocalMinute,
	RESERVATION,
	reservationOf,
	ROOM_STAY,
	stayOf,
	written,
	type PmsCall,
} from './shared.mts';

const POST = { method: 'POST', area: 'pms' } as const;

/** What can be done with the stays of a reservation: rooms, arrival and departure, money. */
export function stayOperations(sandbox: Sandbox): Operation[] {
	return [
		{
			...POST,
			path: `${RESERVATION}/assign-rooms`,
			onProperty: (call, property) => assignRooms(pmsCall(sandbox, property, call)),
		},
		{
			method: 'PUT',
			area: 'pms',
			path: `${ROOM_STAY}/room`,
			onProperty: (call, property) => assignRoom(pmsCall(sandbox, property, call)),
		},
		{
			...POST,
			path: `${ROOM_STAY}/check-in`,
			onProperty: (call, property) => checkIn(pmsCall(sandbox, property, call)),
		},
		{
			...POST,
			path: `${ROOM_STAY}/check-out`,
			onProperty: (call, property) => checkOut(pmsCall(sandbox, property, call)),
		},
		{
			method: 'GET',
			area: 'pms',
			path: `${ROOM_STAY}/find-available-payment-systems`,
			onProperty: (call, property) => listPaymentSystems(pmsCall(sandbox, property, call)),
		},
		{
			...POST,
			path: `${ROOM_STAY}/process-payment`,
			onProperty: (call, property) => post(pmsCall(sandbox, property, call), 'Payment'),
		},
		{
			...POST,
			path: `${ROOM_STAY}/process-refund`,
			onProperty: (call, property) => post(pmsCall(sandbox, property, call), 'Refund'),
		},
	];
}

/** All rooms or none. */
function assignRooms(request: PmsCall): Answer {
	const reservation = reservationOf(request);
	const items = jsonOf(request.call);
	if (!Array.isArray(items) || items.length === 0) {
		throw new ApiError(400, 'InvalidBody', 'The request body must be a list of room assignments');
	}
	const rooms = items.map((item: unknown, index) => {
		const fields = Body.of(item, `Item ${index + 1}`);
		return { pmsRoomStayId: fields.text('pmsRoomStayId'), roomId: roomIdOf(fields) };
	});
	return assign(request, reservation, rooms.filter(namesStay));
}

/** An item without a room stay changes nothing. */
function namesStay(item: { pmsRoomStayId?: string; roomId: string | null }): item is RoomChoice {
	return item.pmsRoomStayId !== undefined;
}

function assignRoom(request: PmsCall): Answer {
	const { id } = stayOf(request);
	const roomId = roomIdOf(bodyOf(request.call));
	return assign(request, reservationOf(request), [{ pmsRoomStayId: id, roomId }]);
}

function assign(
	request: PmsCall,
	reservation: ReturnType<typeof reservationOf>,
	rooms: RoomChoice[],
): Answer {
	const problem = assignmentProblem(request.view, reservation, rooms);
	if (problem !== undefined) throw new ApiError(400, problem.code, problem.message);
	return written(request, { kind: 'roomsAssigned', rooms });
}

/** null takes the room away; the field must be there. */
function roomIdOf(fields: Body): string | null {
	if (!fields.has('roomId')) throw fields.refusal('roomId', 'is missing');
	return fields.text('roomId') ?? null;
}

function checkIn(request: PmsCall): Answer {
	const stay = stayOf(request);
	const at = requireLocalMinute(bodyOf(request.call).text('actualCheckInDateTime'));
	const { status } = request.view.stateOf(stay);
	if (status !== 'New') {
		throw new ApiError(400, 'InvalidRoomStayStatus', `A room stay that is ${status} cannot be checked in`);
	}
	return written(request, { kind: 'checkedIn', pmsRoomStayId: stay.id, at });
}

function checkOut(request: PmsCall): Answer {
	const stay = stayOf(request);
	const at = requireLocalMinute(bodyOf(request.call).text('actualCheckOutDateTime'));
	const { status, actualCheckIn } = request.view.stateOf(stay);
	if (status !== 'CheckedIn') {
		throw new ApiError(400, 'InvalidRoomStayStatus', `A room stay that is ${status} cannot be checked out`);
	}
	if (actualCheckIn !== null && at < actualCheckIn) {
		throw new ApiError(400, 'CheckOutBeforeCheckIn', `The guests arrived at ${actualCheckIn}, after ${at}`);
	}
	return written(request, { kind: 'checkedOut', pmsRoomStayId: stay.id, at });
}

function listPaymentSystems(request: PmsCall): Answer {
	const { view } = request;
	stayOf(request);
	return answerPage(request, {
		name: 'paymentSystems',
		candidates: (query) => {
			languageOf(query);
			const systems = actionsOf(query).flatMap((action) =>
				paymentSystemsOf(view.seed, view.property.id, action),
			);
			return candidatesOf(systems, (_system, index) => numericKey(index));
		},
		serialize: ({ id, name }, query) => ({
			pmsPaymentSystemId: id,
			displayName: inLanguage(name, languageOf(query)),
		}),
	});
}

/** Both unless told. */
function actionsOf(query: Query): readonly PostingAction[] {
	const text = textOf(query, 'action');
	const actions = POSTING_ACTIONS.filter((one) => text === undefined || one === text);
	if (actions.length > 0) return actions;
	throw new ApiError(400, 'InvalidAction', `action must be ${POSTING_ACTIONS.join(' or ')}`);
}

/** Records a payment or a refund. */
function post(request: PmsCall, action: PostingAction): Answer {
	const { view, call } = request;
	const stay = stayOf(request);
	const fields = bodyOf(call);
	const actionDateTime = requireLocalMinute(fields.text('actionDateTime'));
	const pmsPaymentSystemId = fields.requiredText('pmsPaymentSystemId');
	const systems = paymentSystemsOf(view.seed, view.property.id, action);
	if (systems.every(({ id }) => id !== pmsPaymentSystemId)) {
		throw fields.refusal('pmsPaymentSystemId', `is not a payment system for the action ${action}`);
	}
	const detail = view.detailOf(stay);
	const { value, currencyCode } = amountOf(fields.requiredObject('total'), detail.currencyCode);
	const price = roomStayOf(detail, stay).total.priceBeforeTax;
	const { refundAmount } = accountOf(stay, view.stateOf(stay), price, currencyCode);
	if (action === 'Refund' && value > refundAmount) {
		throw new ApiError(400, 'RefundTooLarge', `At most ${refundAmount} ${currencyCode} can be refunded`);
	}
	return written(request, {
		kind: 'posted',
		pmsRoomStayId: stay.id,
		posting: {
			action,
			pmsPaymentSystemId,
			value,
			currencyCode,
			comment: fields.text('comment') ?? null,
			actionDateTime,
		},
	});
}

/** The published scenario sends the value as text, the schema says number. */
function amountOf(total: Body, wantedCurrency: string): { value: number; currencyCode: string } {
	const given = total.raw('value');
	const isNumeric = typeof given === 'string' && /^\d{1,15}(\.\d{1,10})?$/.test(given);
	const value = isNumeric ? Number(given) : given;
	if (typeof value !== 'number' || !(value > 0) || !Number.isFinite(value)) {
		throw total.refusal('value', 'must be a number over 0');
	}
	if (total.text('currencyCode') !== wantedCurrency) {
		throw total.refusal('currencyCode', `must be ${wantedCurrency}, the currency of the reservation`);
	}
	return { value, currencyCode: wantedCurrency };
}
