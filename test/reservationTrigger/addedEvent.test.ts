import { startSandbox, type Sandbox } from '../../packages/sandbox/test/support/sandbox';
import { allowManyTokens, newClient } from '../support/clients';
import { eventsOf, pollOnce, reservationTrigger, savedBy } from '../support/reservationTrigger';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ seed: 72, properties: 2, bookings: 0, limits: 'off' });
	await allowManyTokens(sandbox);
	await sandbox.settings({ dialect: 'specification' });
});
afterAll(async () => await sandbox.stop());
afterEach(() => void jest.restoreAllMocks());

it.each([
	['ended before what is listed', 4, 0],
	['ended lately', 11, 1],
])(
	'New Reservation is added after two weeks, where searches tell numbers only: a stay of before that %s is changed',
	async (_, arrival, hotel) => {
		const propertyId = sandbox.properties[hotel]?.id ?? '';
		const realNow = Date.now.bind(Date);
		const day = (days: number) => new Date(realNow() + days * DAY_MS).toISOString().slice(0, 10);
		const setClocks = async (ms: number) => {
			await sandbox.settings({ clockOffsetMs: ms });
			jest.spyOn(Date, 'now').mockImplementation(() => realNow() + ms);
		};
		const { number } = await sandbox.createBooking(propertyId, { arrivalDate: day(arrival), nights: 1 });
		const credential = await newClient(sandbox);
		const before = await reservationTrigger(sandbox, propertyId, { events: ['checkedIn'] }, { credential });
		for (const days of [1, 2, 16]) {
			await setClocks(days * DAY_MS);
			expect(await pollOnce(before)).toEqual([]);
		}
		const options = { credential, staticData: savedBy(before) };
		const after = await reservationTrigger(sandbox, propertyId, {}, options);
		for (let minute = 1; minute < 4; minute++) {
			await setClocks(16 * DAY_MS + minute * MINUTE_MS);
			expect(await pollOnce(after)).toEqual([]);
		}
		await sandbox.changeBooking(propertyId, number);
		await setClocks(16 * DAY_MS + 5 * MINUTE_MS);
		expect(eventsOf(await pollOnce(after))).toEqual([['changed', expect.any(String)]]);
	},
);
