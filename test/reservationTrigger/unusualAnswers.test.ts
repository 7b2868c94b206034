import type { IDataObject } from 'n8n-workflow';

import { allowManyTokens } from '../support/clients';
import { proxyOf, type Proxy } from '../support/proxy';
import { eventsOf, FrontDesk, pollOnce, reservationTrigger } from '../support/reservationTrigger';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';

/** The trigger with a PMS that fills its fields in other ways than the sandbox. */

let sandbox: Sandbox;
let proxy: Proxy;
let nextProperty = 0;
beforeAll(async () => {
	sandbox = await startSandbox({ seed: 83, properties: 12, bookings: 4 });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
beforeEach(async () => (proxy = await proxyOf(sandbox)));
afterEach(async () => await proxy.fake.stop());

const freshDesk = () =>
	new FrontDesk(sandbox, sandbox.properties[nextProperty++]?.id ?? '', proxy.credential);

/** Changes the details of every reservation on their way. */
function alterDetails(change: (reservation: IDataObject & { roomStays: IDataObject[] }) => void): void {
	proxy.between = async (request) => {
		if (!/\/reservations\/\d[^/]*$/.test(request.path)) return undefined;
		const answer = await proxy.forward(request);
		const body = JSON.parse(answer.body as string) as { reservation?: never };
		if (body.reservation) change(body.reservation);
		return { ...answer, body: JSON.stringify(body) };
	};
}

describe.each<[string, (stay: IDataObject, position: number) => unknown]>([
	['numbers', ({ pmsRoomStayId }) => Number(pmsRoomStayId)],
	['empty', () => ''],
	['absent', () => undefined],
])('IDs of room stays that are %s', (_, idOf) => {
	it.each(['raw', 'simplified', 'roomStays'])(
		'give an item for the check-in, in the form %s',
		async (output) => {
			const desk = freshDesk();
			alterDetails(({ roomStays }) =>
				roomStays.forEach((stay, position) => (stay.pmsRoomStayId = idOf(stay, position) as never)),
			);
			const reservation = await desk.book(2);
			const { credential } = proxy;
			const node = await reservationTrigger(sandbox, desk.propertyId, { output }, { credential });
			await node.poll();
			await desk.checkIn(reservation, 1);
			const items = await pollOnce(node);
			expect(eventsOf(items)).toEqual([['checkedIn', reservation.number]]);
			if (output === 'roomStays') expect(items[0]).toMatchObject({ roomStayStatus: 'CheckedIn' });
			else expect(items[0]?.changedStays).toHaveLength(1);
			expect(JSON.stringify(items)).not.toContain('"key"');
		},
	);
});

describe("the editor's test fetch", () => {
	const fetched = async (propertyId: string, events: string[]) => {
		const { credential } = proxy;
		const node = await reservationTrigger(sandbox, propertyId, { events }, { credential });
		return await pollOnce(node, { mode: 'manual' });
	};

	it('finds a cancelled reservation whose stays are still new', async () => {
		const desk = freshDesk();
		const reservation = await desk.book();
		await sandbox.cancelBooking(desk.propertyId, reservation.bookingNumber);
		alterDetails(({ roomStays }) => roomStays.forEach((stay) => (stay.status = 'New')));
		expect(eventsOf(await fetched(desk.propertyId, ['cancelled']))).toMatchObject([
			['cancelled', expect.any(String)],
		]);
	});
});
