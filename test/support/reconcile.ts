import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { PartnerHotelBookings } from '../../nodes/PartnerHotelBookings/PartnerHotelBookings.node';
import { allowManyTokens, newClient } from './clients';
import { failureOf } from './failures';
import { harness, type NodeHarness } from './n8n';
import { byId } from './pms';
import type { BookingSummary, ClientInput } from '../../packages/sandbox/src/client.mts';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

/** Two hotels whose bookings another system holds, too. */
export const [HOTEL, OTHER] = ['1024', '7291'] as const;
export const SINCE = '2026-02-20T00:00:00Z';
export const LATER = '2026-02-25T10:00:00Z';

interface Options extends Pick<ClientInput, 'apiAccesses'> {
	onError?: 'continueErrorOutput' | 'continueRegularOutput';
}

export const outcome = (items: INodeExecutionData[]) => items.map(({ json }) => [json.number, json.result]);

/** A status in the other system's words and in the hotel's. */
export const word = (theirs: string, ours: string) => ({ theirs, ours });

/** Rows of bookings that the hotel never had, or not as these numbers. */
export const strangers = (count: number, change: IDataObject = {}): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		number: `${7000 + index}`,
		status: 'Active',
		modifiedDateTime: LATER,
		propertyId: HOTEL,
		...change,
	}));

/** Booking → Reconcile in a test file, with a sandbox of its own that is there while its tests run. */
export function reconcileTests() {
	let sandbox: Sandbox;
	let made: BookingSummary[];

	beforeAll(async () => {
		sandbox = await startSandbox({
			properties: 2,
			bookings: 0,
			anchor: '2026-02-01T00:00:00Z',
			limits: 'off',
		});
		await allowManyTokens(sandbox);
		const at = (hour: number) => `2026-02-21T${String(hour).padStart(2, '0')}:00:00Z`;
		made = [];
		for (let hour = 0; hour < 10; hour += 1) {
			const status = hour === 9 ? 'Cancelled' : 'Active';
			made.push(
				await sandbox.createBooking(HOTEL, { number: `B${hour}`, createdDateTime: at(hour), status }),
			);
		}
		await sandbox.createBooking(OTHER, { number: 'B0', createdDateTime: at(3) });
	});
	afterAll(async () => await sandbox.stop());
	beforeEach(async () => {
		await sandbox.clearFaults();
		await sandbox.resetReport();
	});

	async function node(
		parameters: INodeParameters = {},
		{ onError, ...wishes }: Options = {},
	): Promise<NodeHarness> {
		return harness(new PartnerHotelBookings(), {
			parameters: {
				resource: 'booking',
				operation: 'reconcile',
				propertySelection: 'one',
				propertyId: byId(HOTEL),
				modifiedSince: SINCE,
				failAbove: 100,
				...parameters,
			},
			credential: await newClient(sandbox, wishes),
			onError,
		});
	}

	async function run(items: IDataObject[], parameters: INodeParameters = {}): Promise<INodeExecutionData[]> {
		return await (await node(parameters)).execute(items);
	}

	async function fails(items: IDataObject[], parameters: INodeParameters = {}) {
		return await failureOf((await node(parameters)).execute(items));
	}

	/** The bookings as another system holds them: as the hotel has them, unless changed. */
	function held(
		change: (booking: IDataObject) => IDataObject | undefined = (booking) => booking,
	): IDataObject[] {
		return made.flatMap(({ number, status, modifiedDateTime }) => {
			const kept = change({ number, status, modifiedDateTime, propertyId: HOTEL });
			return kept === undefined ? [] : [kept];
		});
	}

	/** Changes one booking, or leaves it out. */
	function heldBut(number: string, change: IDataObject | undefined): IDataObject[] {
		return held((booking) => {
			if (booking.number !== number) return booking;
			return change && { ...booking, ...change };
		});
	}

	/** The numbers that the hotel was asked for, one request each. */
	async function askedFor(): Promise<string[]> {
		const requests = await sandbox.requests({ path: '/bookings/' });
		return requests.map(({ path }) => decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)));
	}

	/** The next page of the feed, as it stands here. */
	async function feedOnce(records: unknown[], times = 1): Promise<void> {
		const body = { bookingSummaries: records, hasMoreData: false, continueToken: 'x' };
		await sandbox.fault({ kind: 'body', body, match: { scope: 'bookingList' }, times });
	}

	return {
		sandbox: () => sandbox,
		/** What the hotel has since that time, as it was made. */
		made: () => made,
		...{ node, run, fails, held, heldBut, askedFor, feedOnce },
	};
}
