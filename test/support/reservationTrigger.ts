import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { PartnerHotelReservationTrigger } from '../../nodes/PartnerHotelReservationTrigger/PartnerHotelReservationTrigger.node';
import { newClient } from './clients';
import { harness, type NodeHarness, type TestCredential } from './n8n';
import { byId, pmsNode, reservations, type ReservationFacts } from './pms';
import type { Sandbox } from '../../packages/sandbox/test/support/sandbox';

export const ALL_EVENTS = ['new', 'changed', 'cancelled', 'checkedIn', 'checkedOut', 'roomChanged'];

export interface TriggerOptions {
	credential?: TestCredential;
	staticData?: IDataObject;
	timezone?: string;
	type?: INodeType;
	nodeId?: string;
}

/** A reservation trigger on one property, with all events unless the parameters say otherwise. */
export async function reservationTrigger(
	sandbox: Sandbox,
	propertyId: string,
	parameters: INodeParameters = {},
	options: TriggerOptions = {},
): Promise<NodeHarness> {
	return harness(options.type ?? new PartnerHotelReservationTrigger(), {
		parameters: {
			propertyId: byId(propertyId),
			startFrom: 'now',
			events: ALL_EVENTS,
			output: 'raw',
			...parameters,
		},
		credential: options.credential ?? (await newClient(sandbox)),
		...options,
	});
}

export type EventItem = IDataObject & { event: string; number: string; changedStays: IDataObject[] };

export async function pollOnce(
	node: NodeHarness,
	options?: Parameters<NodeHarness['poll']>[0],
): Promise<EventItem[]> {
	return ((await node.poll(options)) ?? []).map(({ json }) => json as EventItem);
}

export const eventsOf = (items: IDataObject[]) => items.map(({ event, number }) => [event, number]);

/** What n8n keeps of a node across a restart. */
export const savedBy = (node: NodeHarness) => JSON.parse(JSON.stringify(node.staticData)) as IDataObject;

/** The front desk of a property, working through the PMS node. */
export class FrontDesk {
	constructor(
		private readonly sandbox: Sandbox,
		readonly propertyId: string,
		private readonly credential: TestCredential,
	) {}

	/** A reservation that nobody but the test touches: with as many room stays, arriving on that day. */
	async book(roomStays = 1, arrivalDate?: string): Promise<ReservationFacts> {
		const { number } = await this.sandbox.createBooking(this.propertyId, {
			roomStays,
			...(arrivalDate !== undefined && { arrivalDate }),
		});
		return await this.reservation(number);
	}

	async reservation(bookingNumber: string): Promise<ReservationFacts> {
		const all = await reservations(this.sandbox, this.propertyId);
		const found = all.find((one) => one.bookingNumber === bookingNumber);
		if (!found) throw new Error(`There is no reservation of the booking ${bookingNumber}`);
		return found;
	}

	async checkIn(reservation: ReservationFacts, stay = 0, at = this.now()): Promise<void> {
		await this.sandbox.changeRoomStay(this.propertyId, this.idOf(reservation, stay), {
			actualCheckInDateTime: at,
		});
	}

	async checkOut(reservation: ReservationFacts, stay = 0, at = this.now()): Promise<void> {
		await this.sandbox.changeRoomStay(this.propertyId, this.idOf(reservation, stay), {
			actualCheckOutDateTime: at,
		});
	}

	async withdrawCheckIn(reservation: ReservationFacts, stay = 0): Promise<void> {
		await this.sandbox.changeRoomStay(this.propertyId, this.idOf(reservation, stay), {
			actualCheckInDateTime: null,
			actualCheckOutDateTime: null,
		});
	}

	/** Rooms that the stay can have, by ID. */
	async rooms(reservation: ReservationFacts): Promise<string[]> {
		const found = await this.run({
			resource: 'reservation',
			operation: 'getAvailableRooms',
			simplify: false,
			number: reservation.number,
		});
		return found.flatMap(({ roomIds }) => (roomIds as string[] | undefined) ?? []);
	}

	/** @param roomId null: takes the room away */
	async assign(reservation: ReservationFacts, roomId: string | null, stay = 0): Promise<void> {
		await this.run({
			resource: 'roomStay',
			operation: 'assignRoom',
			number: reservation.number,
			pmsRoomStayId: byId(this.idOf(reservation, stay)),
			...(roomId === null ? { removeRoom: true } : { roomId: byId(roomId) }),
		});
	}

	async pay(reservation: ReservationFacts, amount: number): Promise<void> {
		const stay = { number: reservation.number, pmsRoomStayId: byId(this.idOf(reservation, 0)) };
		const [system] = await this.run({
			resource: 'roomStay',
			operation: 'getPaymentSystems',
			paymentAction: 'Payment',
			...stay,
		});
		const [{ currencyCode } = {}] = await this.run({
			resource: 'reservation',
			operation: 'get',
			output: 'raw',
			number: reservation.number,
		});
		await this.run({
			resource: 'roomStay',
			operation: 'processPayment',
			...stay,
			pmsPaymentSystemId: byId(String(system?.pmsPaymentSystemId)),
			amount,
			currencyCode: String(currencyCode),
			actionDateTime: this.now(),
		});
	}

	/** The wall clock of a hotel whose zone does not matter to the test. */
	private now(): string {
		return new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16);
	}

	private idOf({ roomStays }: ReservationFacts, stay: number): string {
		return roomStays[stay]?.pmsRoomStayId ?? '';
	}

	private async run(parameters: INodeParameters): Promise<IDataObject[]> {
		const all = { propertyId: byId(this.propertyId), ...parameters };
		const node = await pmsNode(this.sandbox, all, { credential: this.credential });
		return (await node.execute()).map(({ json }) => json);
	}
}
