import { PartnerHotelReservationTrigger } from '../../nodes/PartnerHotelReservationTrigger/PartnerHotelReservationTrigger.node';
import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { allowManyTokens, newClient } from '../support/clients';
import { harness } from '../support/n8n';
import { byId } from '../support/pms';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 71, properties: 4, bookings: 0, limits: 'off' });
	await allowManyTokens(sandbox);
});
afterAll(async () => await sandbox.stop());
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox.settings({ clockOffsetMs: 0 });
});

it.each([
	[0, 0],
	[0.5, 1],
	[2, 2],
	[30, 3],
])('n8n was off for 60 days, and its clock is %s days behind: nothing is lost', async (behind, hotel) => {
	const realNow = Date.now.bind(Date);
	const propertyId = sandbox.properties[hotel]?.id ?? '';
	const parameters = { propertyId: byId(propertyId), startFrom: 'now', output: 'raw', events: ['new'] };
	const credential = await newClient(sandbox);
	const node = harness(new PartnerHotelReservationTrigger(), { parameters, credential });
	const setClock = (ms: number) => jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ms);
	const poll = async () => ((await node.poll()) ?? []).map(({ json }) => String(json.number));
	setClock(-behind * DAY_MS);
	expect([await poll(), await poll()]).toEqual([[], []]);
	const made: string[] = [];
	for (const days of [0.5, 2, 20, 40, 57, 59, 59.9]) {
		await sandbox.settings({ clockOffsetMs: days * DAY_MS });
		made.push((await sandbox.createBooking(propertyId)).number);
	}
	await sandbox.settings({ clockOffsetMs: 60 * DAY_MS });
	node.restart();
	const came: string[] = [];
	for (let minute = 0; minute < 3; minute++) {
		setClock((60 - behind) * DAY_MS + minute * MINUTE_MS);
		came.push(...(await poll()));
	}
	expect(came.sort()).toEqual(made.sort());
});
