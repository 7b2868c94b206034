import { allAcknowledged, EventReceiver } from './support/events';
import { eventually, startSandbox, type Sandbox } from './support/sandbox';
import { signIn, type Partner } from './partner';

const FEED = 'read-reservation/v1/properties/1024/bookings';
const HOSTILE = '<script>alert(1)</script> "Quote" O\'Neil';

let sandbox: Sandbox;
let partner: Partner;

beforeAll(async () => {
	sandbox = await startSandbox({ occupancy: 75, limits: 'on' });
	partner = await signIn(sandbox);
});

afterEach(async () => await sandbox.clearFaults());
afterAll(async () => await sandbox.stop());

async function look(query = ''): Promise<string> {
	const response = await fetch(`${sandbox.url}/${query}`);
	expect(response.status).toBe(200);
	return await response.text();
}

async function press(action: string, fields: Record<string, string>): Promise<Response> {
	return await fetch(`${sandbox.url}/page/${action}`, {
		method: 'POST',
		body: new URLSearchParams({ property: '1024', ...fields }),
		headers: { origin: sandbox.url, 'sec-fetch-site': 'same-origin' },
	});
}

async function book(fields: Record<string, string> = {}): Promise<string> {
	const response = await press('book', { guest: 'Ada Example', ...fields });
	return new URL(response.url).searchParams.get('booking') ?? '';
}

const today = () => new Date().toISOString().slice(0, 10);

describe('The page', () => {
	it('shows hotels, guests of the day, rooms and bookings', async () => {
		const page = await look();

		for (const word of ['Star Hotel', 'Green Bank Inn', 'Arrivals', 'Departures', 'In house', 'Room plan']) {
			expect(page).toContain(word);
		}
	});

	it('shows a hotel that is asked for, and the first one instead of an unknown one', async () => {
		expect(await look('?property=5431')).toContain('<title>Old Bridge Hotel');
		expect(await look('?property=none')).toContain('<title>Star Hotel');
	});

	it('is not counted as a request for the API', async () => {
		await sandbox.resetReport();
		await look();

		expect((await sandbox.report()).requests).toBe(0);
	});

	it('writes what guests and workflows say as text', async () => {
		const number = await book({ guest: HOSTILE });
		await sandbox.showMessage({ kind: 'slack', text: `${HOSTILE} <javascript:alert(1)|x> ${number}` });
		const page = await look(`?booking=${number}&notice=${encodeURIComponent(HOSTILE)}`);

		expect(page).toContain('&lt;script&gt;alert(1)');
		expect(page).not.toContain('<script>alert');
		expect(page).not.toContain('href="javascript:');
	});

	it('runs nothing but its own script, and is shown in no frame', async () => {
		const { headers } = await fetch(sandbox.url);

		expect(headers.get('content-security-policy')).toContain("script-src 'self'");
		expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
	});
});

describe('The buttons', () => {
	it('make a booking that the API has', async () => {
		const number = await book({ arrivalDate: today(), nights: '3', roomStays: '2' });
		const { booking } = (
			await partner.get<{ booking: { roomStays: unknown[]; customer: unknown } }>(`${FEED}/${number}`)
		).body;

		expect(booking.roomStays).toHaveLength(2);
		expect(booking.customer).toEqual({ firstName: 'Ada', lastName: 'Example' });
	});

	it('change and cancel it, and its history tells', async () => {
		const number = await book({ arrivalDate: today(), nights: '2' });
		await press('change', { booking: number, nights: '5' });
		await press('cancel', { booking: number });
		const page = await look(`?booking=${number}`);
		const { body } = await partner.get<{ booking: { status: string } }>(`${FEED}/${number}`);

		expect(body.booking.status).toBe('Cancelled');
		expect(page).toMatch(/Booked<\/li>[\s\S]*Changed: nights 5<\/li>[\s\S]*Cancelled<\/li>/);
	});

	it('check guests in, with a room, and out', async () => {
		const number = await book({ arrivalDate: today(), nights: '1', roomStays: '1' });
		const find = async () =>
			(await sandbox.reservations('1024', 5)).find((one) => one.bookingNumber === number)?.roomStays[0];
		const stay = (await find())?.pmsRoomStayId ?? '';
		await press('check-in', { stay });

		expect(await find()).toMatchObject({ status: 'CheckedIn', roomId: expect.any(String) as string });
		await press('check-out', { stay });
		expect(await find()).toMatchObject({ status: 'CheckedOut' });
	});

	it('book all rooms for the days that were asked for', async () => {
		const number = await book({ arrivalDate: today(), nights: '2', roomStays: '3' });
		const { body } = await partner.get(`read-reservation/v1/properties/1024/bookings/${number}`);

		const { roomStays } = (body as { booking: { roomStays: Array<{ stayDates: unknown }> } }).booking;
		const day = expect.stringContaining(today()) as string;
		expect(roomStays).toHaveLength(3);
		for (const { stayDates } of roomStays) expect(stayDates).toMatchObject({ arrivalDateTime: day });
	});

	it.each([
		['more nights than can be booked', { nights: '1000' }, 'nights must be a whole number'],
		['an arrival before today', { arrivalDate: '2026-01-01' }, 'The arrival must not be before'],
	])('refuse %s, and change nothing', async (_, entered, words) => {
		const before = (await sandbox.propertySummaries())[0]?.bookings;
		const response = await press('book', { guest: 'Ada', ...entered });

		expect(response.status).toBe(400);
		expect(await response.text()).toContain(words);
		expect((await sandbox.propertySummaries())[0]?.bookings).toBe(before);
	});

	it('that do not exist are not found', async () => {
		expect((await press('nothing', {})).status).toBe(404);
	});
});

describe('The switches', () => {
	it.each<[string, string, number, number]>([
		['the API is down', 'down', 503, 503],
		['this hotel fails', 'hotel-1024', 500, 200],
	])('%s', async (_, name, here, elsewhere) => {
		await press('fault', { name, on: 'true' });

		expect((await partner.get(FEED)).status).toBe(here);
		expect((await partner.get('content/v1/properties/1024')).status).toBe(here);
		expect((await partner.get('content/v1/properties/7291')).status).toBe(elsewhere);
		expect(await look()).toContain(`id="switch-${name}" role="switch" aria-checked="true"`);

		await press('fault', { name, on: 'false' });
		expect(await sandbox.faults()).toEqual([]);
		expect((await partner.get('content/v1/properties/1024')).status).toBe(200);
	});

	it('token refused: also clients that have a token are concerned at once', async () => {
		await press('fault', { name: 'token', on: 'true' });

		expect((await partner.get(FEED)).status).toBe(401);
		await expect(signIn(sandbox)).rejects.toThrow();
		await press('fault', { name: 'token', on: 'false' });
		partner = await signIn(sandbox);
		expect((await partner.get(FEED)).status).toBe(200);
	});

	it('live bookings', async () => {
		await press('live', { on: 'true' });
		expect((await sandbox.settings()).liveSeconds).toBe(30);
		await press('live', { on: 'false' });
		expect((await sandbox.settings()).liveSeconds).toBe(0);
	});

	it('one that is off already stays off', async () => {
		await press('fault', { name: 'down', on: 'false' });

		expect(await sandbox.faults()).toEqual([]);
	});
});

describe('The switch for events', () => {
	let receiver: EventReceiver;
	beforeEach(async () => (receiver = await EventReceiver.start()));
	afterEach(async () => {
		await sandbox.setWebhook(sandbox.clientId, null);
		await receiver.stop();
	});

	const webhook = async () => (await sandbox.events(sandbox.clientId)).webhook;

	it('asks for the address where none is known, and remembers it', async () => {
		expect(await look()).toContain('Address that takes events');
		expect((await press('events', { on: 'true' })).status).toBe(400);
		expect((await press('events', { on: 'true', url: 'nowhere' })).status).toBe(400);

		await press('events', { on: 'true', url: receiver.url, key: 'k' });
		const number = await book();
		await allAcknowledged(sandbox);
		expect(receiver.events.map(({ payload }) => payload['BookingNumber'])).toEqual([number]);
		expect(receiver.requests[0]?.headers['api-key']).toBe('k');
		expect(await look()).toMatch(/aria-checked="true"[\s\S]*Events[\s\S]*is sent to\s+<code>/);
		expect(await look()).toContain('1 delivered, 0 waiting.');

		await press('events', { on: 'false' });
		expect(await webhook()).toBeNull();
		await press('events', { on: 'true' });
		expect(await webhook()).toMatchObject({ url: receiver.url, authentication: 'apiKey' });
	});

	it('says why events do not arrive', async () => {
		receiver.answer = () => 404;
		await press('events', { on: 'true', url: receiver.url });
		await book();

		expect(
			await eventually(look, (page) =>
				page.includes('The last attempt failed: status 404. Is the workflow published?'),
			),
		).toContain('0 delivered, 1 waiting.');
	});

	it('sends them to the workflow that was set up', async () => {
		const other = await startSandbox({ bookings: 5 });
		const links = { workflowUrl: `${receiver.url}/1`, buildUrl: `${receiver.url}/new` };
		const events = { url: receiver.url, key: 'k', workflowUrl: `${receiver.url}/2`, workflowName: 'At once' };
		await other.setGuide({ ...links, workflowName: 'Every minute', events });
		const pageOf = async () => await (await fetch(other.url)).text();
		const before = await pageOf();
		await fetch(`${other.url}/page/events`, { method: 'POST', body: new URLSearchParams({ on: 'true' }) });
		const after = await pageOf();
		const { webhook: set } = await other.events(other.clientId);
		await other.stop();

		expect(before).not.toContain('Address that takes events');
		expect(before).toContain('here within one');
		expect(after).toMatch(/here in an instant\. Every minute asks every minute and sends the same/);
		expect(after).toContain(`starts <a href="${events.workflowUrl}">At once</a>`);
		expect(set).toMatchObject({ url: receiver.url, authentication: 'apiKey' });
	});
});

describe('The log of requests', () => {
	it('shows scope, what is left and refusals, and no query', async () => {
		await sandbox.forgetLimits();
		await Promise.all(Array.from({ length: 5 }, async () => await partner.get(FEED, { count: 'private' })));
		const page = await look();

		expect(page).toMatch(/bookingList[\s\S]*429 limit/);
		expect(page).toMatch(/97<\/td>|\/ 97 \//);
		expect(page).not.toContain('private');
		expect(page).not.toContain(partner.token);
		expect(page).not.toContain(sandbox.clientSecret);
	});
});

describe('A page of another origin', () => {
	it.each<[string, Record<string, string>]>([
		['with its origin', { origin: 'http://evil.example' }],
		['without one that can be named', { origin: 'null' }],
		['on another port of this machine', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
		['that a browser tells apart', { 'sec-fetch-site': 'cross-site' }],
	])('%s presses no button and controls nothing', async (_, headers) => {
		const before = (await sandbox.propertySummaries())[0]?.bookings;
		const paths = ['/page/book', '/__sandbox/properties/1024/bookings'];
		for (const path of paths) {
			const response = await fetch(sandbox.url + path, { method: 'POST', headers, body: '{}' });
			expect(response.status).toBe(403);
		}
		expect((await sandbox.propertySummaries())[0]?.bookings).toBe(before);
	});
});

describe('The messages', () => {
	it('stand beside the booking that they name', async () => {
		const number = await book({ guest: 'Grace Sample' });
		await sandbox.showMessage({ kind: 'slack', text: `*New booking ${number}*\nGuest: Grace` });
		const page = await look();

		expect(page).toContain(`<strong>New booking ${number}</strong>`);
		expect(page).toMatch(/What happened[\s\S]*Booked[\s\S]*Grace Sample/);
	});

	it('of mails show HTML apart, without rights, and keep files to be saved', async () => {
		const content = Buffer.from('a,b\n1,2\n').toString('base64');
		await sandbox.showMessage({
			kind: 'mail',
			from: 'n8n@hotel.example',
			to: ['desk@hotel.example'],
			subject: 'Report',
			text: '',
			html: '<h1>Report</h1><script>alert(1)</script>',
			attachments: [{ name: 'Übersicht.csv', type: 'text/csv', content }],
		});
		const [{ id, attachments } = { id: 0 }] = await sandbox.messages();
		const mail = await fetch(`${sandbox.url}/page/messages/${id}/mail`);
		const file = await fetch(`${sandbox.url}/page/messages/${id}/files/0`);

		expect(attachments).toEqual([{ name: 'Übersicht.csv', type: 'text/csv', size: 8 }]);
		expect(mail.headers.get('content-security-policy')).toMatch(
			/^sandbox allow-same-origin; default-src 'none'/,
		);
		expect((await look()).replace(/\s+/g, ' ')).toContain(
			`<iframe sandbox="allow-same-origin" src="/page/messages/${id}/mail"`,
		);
		expect(file.headers.get('content-disposition')).toContain('attachment');
		expect(await file.text()).toBe('a,b\n1,2\n');
		expect((await fetch(`${sandbox.url}/page/messages/${id}/files/1`)).status).toBe(404);
	});
});
