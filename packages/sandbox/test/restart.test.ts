import { runSandbox, startSandbox, TemporaryState, type Sandbox } from './support/sandbox';
import { signIn, type Partner } from './partner';

const ANCHOR = '2026-03-01T00:00:00Z';
const PROPERTY = '1024';

let sandbox: Sandbox;
let partner: Partner;

async function start(options: Parameters<typeof startSandbox>[0]): Promise<void> {
	sandbox = await startSandbox({ limits: 'off', bookings: 20, anchor: ANCHOR, ...options });
	partner = await signIn(sandbox);
}

afterEach(async () => {
	await sandbox.stop();
});

describe('A restart without a state file', () => {
	it('keeps the address, the seeded history and both kinds of token, but no change', async () => {
		await start({});
		const { url } = sandbox;
		const before = await partner.feed(PROPERTY, { count: 5 });
		await sandbox.createBooking(PROPERTY, { number: 'lost' });
		await sandbox.restart();
		const rest = await partner.feed(PROPERTY, { continueToken: before.continueToken });

		expect(sandbox.url).toBe(url);
		expect(rest.bookingSummaries).toHaveLength(15);
		expect((await partner.detail(PROPERTY, 'lost')).status).toBe(404);
	});

	it('lets a reader at the end go on with what appears afterwards', async () => {
		await start({});
		const end = await partner.feed(PROPERTY);
		await sandbox.restart();
		const created = await sandbox.createBooking(PROPERTY);

		expect((await partner.feed(PROPERTY, { continueToken: end.continueToken })).bookingSummaries).toEqual([
			created,
		]);
	});
});

describe('A restart with a state file', () => {
	const state = new TemporaryState();

	afterAll(() => {
		state.remove();
	});

	it('restores every change, client and revocation', async () => {
		await start({ state: state.path });
		const { bookingSummaries, continueToken } = await partner.feed(PROPERTY);
		const [first, second, third] = bookingSummaries.map(({ number }) => number) as [string, string, string];
		await sandbox.createBooking(PROPERTY, { number: 'kept', nights: 3, roomStays: 2, source: 'PMS' });
		await sandbox.changeBooking(PROPERTY, first);
		await sandbox.cancelBooking(PROPERTY, second);
		await sandbox.removeDetail(PROPERTY, third);
		await sandbox.addClient({ clientId: 'kept-client', clientSecret: 's', propertyIds: [PROPERTY] });
		const feedBefore = await partner.feed(PROPERTY, { continueToken });
		const detailsBefore = await Promise.all(
			['kept', first, second].map(async (number) => (await partner.detail(PROPERTY, number)).text),
		);
		await sandbox.restart();
		const detailsAfter = await Promise.all(
			['kept', first, second].map(async (number) => (await partner.detail(PROPERTY, number)).text),
		);

		expect(await partner.feed(PROPERTY, { continueToken })).toEqual(feedBefore);
		expect(feedBefore.bookingSummaries.map(({ number }) => number)).toEqual(['kept', first, second]);
		expect(detailsAfter).toEqual(detailsBefore);
		expect((await partner.detail(PROPERTY, third)).status).toBe(404);
		expect((await signIn(sandbox, { client_id: 'kept-client', client_secret: 's' })).token).not.toBe('');
	});

	it('drops a last line that was cut off, and keeps the rest', async () => {
		state.append('{"kind":"bookingCre');
		await start({ state: state.path });
		await sandbox.createBooking(PROPERTY, { number: 'after the crash' });
		await sandbox.restart();

		expect((await partner.detail(PROPERTY, 'kept')).status).toBe(200);
		expect((await partner.detail(PROPERTY, 'after the crash')).status).toBe(200);
	});

	it('keeps tokens revoked', async () => {
		await start({ state: state.path });
		const { continueToken } = await partner.feed(PROPERTY);
		await sandbox.revokeTokens({ accessTokens: true, continueTokens: true });
		await sandbox.restart();
		const again = await signIn(sandbox);

		expect((await partner.get(`content/v1/properties/${PROPERTY}`)).status).toBe(401);
		expect((await again.refusedFeed(PROPERTY, { continueToken })).status).toBe(400);
	});

	it('takes seed, properties, bookings and anchor from the file', async () => {
		await start({ state: state.path });
		const { bookingSummaries } = await partner.feed(PROPERTY);
		await sandbox.stop();
		sandbox = await startSandbox({ state: state.path, limits: 'off' });
		partner = await signIn(sandbox);

		expect((await partner.feed(PROPERTY)).bookingSummaries).toEqual(bookingSummaries);
	});

	it('is refused when the options ask for another world', async () => {
		const { exitCode, stderr } = await runSandbox(['--port', '0', '--state', state.path, '--seed', '2']);

		expect(exitCode).toBe(2);
		expect(stderr).toContain('--seed');
	});
});
