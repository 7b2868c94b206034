import { allAcknowledged, EventReceiver } from './support/events';
import { runSandbox, startSandbox, type Sandbox } from './support/sandbox';
import { signIn, type Partner } from './partner';

const DAY_MS = 86_400_000;
const NOW = '2026-03-04T09:30:00Z';

let sandbox: Sandbox;
let partner: Partner;

beforeAll(async () => {
	sandbox = await startSandbox({ occupancy: 75, now: NOW, tokenLifetime: 900 });
	partner = await signIn(sandbox);
}, 60_000);
afterAll(async () => await sandbox.stop());

const stayOf = async (number: string) =>
	(await sandbox.reservations('1024', 10_000)).find((one) => one.bookingNumber === number)?.roomStays[0];

async function served(): Promise<number> {
	const { headers } = await fetch(`${sandbox.url}/api/content/v1/meal-plans`);
	return Date.parse(headers.get('date') ?? '');
}

describe("The hotels' clock", () => {
	it('begins where --now says, and the history ends on that day', async () => {
		expect(Math.abs((await served()) - Date.parse(NOW))).toBeLessThan(60_000);
		const numbers = (await sandbox.reservations('1024', 10_000)).map(({ bookingNumber }) => bookingNumber);
		expect(numbers.some((number) => number.startsWith('20260304'))).toBe(true);
	});

	it('moves the Date header; tokens and limits stay on real time', async () => {
		const before = await served();
		await sandbox.forgetLimits();
		const limits = async () => (await partner.get('content/v1/properties/1024')).headers;
		const first = (await limits()).get('x-ratelimit-remaining-hour');
		await sandbox.clock({ to: 'nextDay' });

		expect((await served()) - before).toBeGreaterThan(DAY_MS - 61_000);
		const later = await limits();
		expect(Number(later.get('x-ratelimit-remaining-hour'))).toBe(Number(first) - 1);
		expect((await partner.get('content/v1/properties/1024')).status).toBe(200);
	});

	it('does not go back, and moves nowhere without a word where', async () => {
		await expect(sandbox.clock({ now: NOW })).rejects.toThrow('the clock does not go back');
		await expect(sandbox.clock({})).rejects.toThrow('Either now or to must be given');
		await expect(sandbox.clock({ now: '2036-01-01T00:00:00Z' })).rejects.toThrow('by a year at most');
		await expect(sandbox.clock({ to: 'nextDay', propertyId: 'none' })).rejects.toThrow('no property none');
	});

	it('to the next morning is seven at the hotel', async () => {
		const { now } = await sandbox.clock({ to: 'nextMorning', propertyId: '5431' });
		const hour = { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' } as const;

		expect(new Intl.DateTimeFormat('en-GB', hour).format(Date.parse(now))).toBe('07:00');
	});
});

describe('While the clock is moved', () => {
	it('the guests of a booking arrive, get a room and leave, in the order of the times', async () => {
		const receiver = await EventReceiver.start();
		await sandbox.setWebhook(sandbox.clientId, { url: receiver.url });
		const arrivalDate = new Date(Date.parse((await sandbox.clock()).now) + 2 * DAY_MS)
			.toISOString()
			.slice(0, 10);
		const { number } = await sandbox.createBooking('1024', { arrivalDate, nights: 2 });
		await sandbox.clock({ to: 'nextArrival', propertyId: '1024', booking: number });

		expect(await stayOf(number)).toMatchObject({ status: 'CheckedIn', roomId: expect.any(String) as string });
		await sandbox.clock({ to: 'nextDeparture', propertyId: '1024', booking: number });
		expect(await stayOf(number)).toMatchObject({ status: 'CheckedOut' });
		await expect(sandbox.clock({ to: 'nextArrival', booking: number })).rejects.toThrow('arrive any more');

		await allAcknowledged(sandbox);
		const own = receiver.events.filter(({ payload }) => payload['BookingNumber'] === number);
		expect(own.map(({ eventType }) => eventType)).toEqual([
			'webpms:create_booking',
			'webpms:change_room',
			'webpms:check_in',
			'webpms:check_out',
		]);
		const times = receiver.events.map(({ creationTime }) => creationTime.slice(0, 23));
		expect(times).toEqual([...times].sort());
		// Other guests book, come and leave meanwhile.
		expect(times.length).toBeGreaterThan(50);
		await sandbox.setWebhook(sandbox.clientId, null);
		await receiver.stop();
	}, 60_000);
});

describe('The page', () => {
	const press = async (action: string, fields: Record<string, string>) =>
		await fetch(`${sandbox.url}/page/${action}`, {
			method: 'POST',
			body: new URLSearchParams({ property: '1024', ...fields }),
		});

	it('has the buttons, and the journey of a guest with what was sent', async () => {
		const today = (await sandbox.clock()).now.slice(0, 10);
		const { number } = await sandbox.createBooking('1024', { arrivalDate: today, guest: 'Ada Example' });
		for (const workflow of ['At once', 'Every minute']) {
			await sandbox.showMessage({ kind: 'slack', workflow, text: `*New booking ${number}*` });
		}
		const before = await (await fetch(`${sandbox.url}/?booking=${number}`)).text();
		await press('clock', { to: 'nextDay' });
		const after = await (await fetch(`${sandbox.url}/?booking=${number}`)).text();

		for (const word of ['Next Morning', 'Next Day', 'To the Next Arrival', 'Before arrival']) {
			expect(before.includes(word)).toBe(word !== 'Before arrival');
		}
		expect(before.match(/id="sent-\d+"/g)).toHaveLength(1);
		expect(before).toMatch(/<strong>Every minute<\/strong> sent the same/);
		expect(before).toContain('not yet');
		expect(after).toContain('Checked in by the front desk');
	});

	it('leads through the days of a guest, each time to where a hotel writes to them', async () => {
		const arrivalDate = new Date(Date.parse((await sandbox.clock()).now) + 9 * 86_400_000);
		const { number } = await sandbox.createBooking('1024', {
			arrivalDate: arrivalDate.toISOString().slice(0, 10),
			nights: 3,
			roomStays: 1,
			complimentary: false,
		});
		const went: string[] = [];
		for (;;) {
			const page = await (await fetch(`${sandbox.url}/?property=1024&booking=${number}`)).text();
			const line = /aria-label="Journey of the guests">(.*?)<\/ol>/s.exec(page)?.[1] ?? '';
			const next = line
				.split('<li')
				.flatMap((stop) => {
					const name = /<strong>(.*?)<\/strong>/.exec(stop)?.[1];
					const now = /name="now" value="(.*?)"/.exec(stop)?.[1];
					return name === undefined || now === undefined ? [] : [{ name, now }];
				})
				.at(0);
			if (next === undefined) break;
			went.push(next.name);
			await press('clock', { booking: number, now: next.now });
		}
		expect(went).toEqual([
			...[
				'Before arrival',
				'Day of arrival',
				'Check-in',
				'First evening',
				'Last evening',
				'Departure',
				'Review',
			],
		]);
	}, 60_000);

	it('refuses an arrival in the past, and keeps the date of all rooms', async () => {
		expect((await press('book', { guest: 'Ada', arrivalDate: '2026-03-01' })).status).toBe(400);
		const today = (await sandbox.clock()).now.slice(0, 10);
		for (let count = 0; count < 5; count += 1) {
			const made = await press('book', { guest: 'Ben', arrivalDate: today, nights: '1', roomStays: '4' });
			const number = new URL(made.url).searchParams.get('booking') ?? '';
			const path = `read-reservation/v1/properties/1024/bookings/${number}`;
			const { body } = await partner.get<{
				booking: { roomStays: Array<{ stayDates: { arrivalDateTime: string } }> };
			}>(path);
			const days = body.booking.roomStays.map(({ stayDates }) => stayDates.arrivalDateTime.slice(0, 10));
			expect(days).toEqual([today, today, today, today]);
		}
	});
});

describe('--now', () => {
	it('must not be before --anchor', async () => {
		const { exitCode, stderr } = await runSandbox([
			'--anchor',
			'2026-03-02T00:00:00Z',
			'--now',
			'2026-03-01T00:00:00Z',
		]);
		expect([exitCode, stderr.trim()]).toEqual([2, '--now must not be before --anchor. See --help.']);
	});
});
