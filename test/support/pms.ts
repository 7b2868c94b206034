import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { PartnerHotelPms } from '../../nodes/PartnerHotelPms/PartnerHotelPms.node';
import { allowManyTokens, newClient } from './clients';
import { harness, type HarnessOptions, type NodeHarness } from './n8n';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

export interface StayFacts {
	pmsRoomStayId: string;
	roomTypeId: string;
	roomId: string | null;
	status: 'New' | 'CheckedIn' | 'CheckedOut' | 'Cancelled';
	guestsIds: string[];
}

export interface ReservationFacts {
	number: string;
	bookingNumber: string;
	roomStays: StayFacts[];
}

/** A PMS node against a sandbox; `propertyId` 1024 unless the parameters say otherwise. */
export async function pmsNode(
	sandbox: Sandbox,
	parameters: INodeParameters,
	{
		type = new PartnerHotelPms(),
		...options
	}: Partial<Pick<HarnessOptions, 'credential' | 'onError' | 'timezone' | 'nodeId' | 'workflowId'>> & {
		type?: PartnerHotelPms;
	} = {},
): Promise<NodeHarness> {
	return harness(type, {
		parameters: { propertyId: byId('1024'), ...parameters },
		...options,
		credential: options.credential ?? (await newClient(sandbox)),
	});
}

export const PMS = '/api/pms/v2/properties/1024';

/** The PMS node of a test file against a sandbox of its own, which is there while its tests run. */
export function pmsTests() {
	let started: Sandbox;
	beforeAll(async () => {
		started = await startSandbox({ seed: 31, properties: 3, bookings: 400 });
		await allowManyTokens(started);
	});
	afterAll(async () => await started.stop());
	beforeEach(async () => {
		await started.clearFaults();
		await started.resetReport();
	});
	return {
		sandbox: () => started,
		pms: async (parameters: INodeParameters, options: Parameters<typeof pmsNode>[2] = {}) =>
			await pmsNode(started, parameters, options),
		/** What was sent to addresses with this part. */
		sent: async (path: string) =>
			(await started.requests({ path })).map(({ method, path: address, query, body }) => ({
				request: `${method} ${address}`,
				query,
				...(body !== undefined && { body }),
			})),
	};
}

export async function reservations(sandbox: Sandbox, propertyId = '1024'): Promise<ReservationFacts[]> {
	return await sandbox.reservations(propertyId, 1_000);
}

/** A reservation with a stay in the wanted state, with no other if there is one, and that stay. */
export async function stayIn(
	sandbox: Sandbox,
	status: StayFacts['status'],
	propertyId = '1024',
): Promise<{ number: string; stay: StayFacts }> {
	const all = await reservations(sandbox, propertyId);
	for (const { number, roomStays } of all.sort(byRoomStays)) {
		const stay = roomStays.find((one) => one.status === status);
		if (stay) return { number, stay };
	}
	throw new Error(`There is no stay with status ${status} at ${propertyId}`);
}

function byRoomStays(one: ReservationFacts, other: ReservationFacts): number {
	return one.roomStays.length - other.roomStays.length;
}

/** The only items' records. */
export async function records(node: NodeHarness, input?: IDataObject[]): Promise<IDataObject[]> {
	return (await node.execute(input)).map(({ json }) => json);
}
