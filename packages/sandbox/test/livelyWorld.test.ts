import { startSandbox, type Sandbox } from './support/sandbox';
import { signIn, type Partner } from './partner';

interface Occupancies {
	dailyOccupancies: Array<{ date: string; occupancyRate: number; arrivalCount: number }>;
}

const ANCHOR = '2026-03-04T00:00:00Z';

let sandbox: Sandbox;
let partner: Partner;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', occupancy: 75, anchor: ANCHOR });
	partner = await signIn(sandbox);
	await sandbox.settings({ clockOffsetMs: Date.parse(ANCHOR) + 12 * 3_600_000 - Date.now() });
});

afterAll(async () => await sandbox.stop());

async function days(propertyId: string, startDate: string, endDate: string) {
	const path = `pms-analytics/v1/properties/${propertyId}/daily-occupancy`;
	return (await partner.get<Occupancies>(path, { startStayDate: startDate, endStayDate: endDate })).body
		.dailyOccupancies;
}

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

describe('A world with an occupancy', () => {
	it.each(['1024', '7291', '5431'])(
		'has hotels that are 60 to 80 % full, with guests coming every day: %s',
		async (id) => {
			const past = await days(id, '2026-02-11', '2026-03-04');

			expect(past.every(({ arrivalCount }) => arrivalCount > 0)).toBe(true);
			expect(mean(past.map(({ occupancyRate }) => occupancyRate))).toBeGreaterThan(0.6);
			expect(mean(past.map(({ occupancyRate }) => occupancyRate))).toBeLessThan(0.8);
		},
	);

	it('is fuller on Fridays and Saturdays than on Sundays and Mondays', async () => {
		const nights = (await days('1024', '2026-02-02', '2026-03-01')).map((day) => ({
			...day,
			weekday: new Date(day.date).getUTCDay(),
		}));
		const on = (...weekdays: number[]) =>
			mean(
				nights.filter(({ weekday }) => weekdays.includes(weekday)).map(({ occupancyRate }) => occupancyRate),
			);

		expect(on(5, 6)).toBeGreaterThan(on(0, 1));
	});

	it('has fewer bookings for days further ahead, and still some', async () => {
		const near = await days('1024', '2026-03-05', '2026-03-11');
		const far = await days('1024', '2026-04-05', '2026-04-11');

		expect(mean(far.map(({ occupancyRate }) => occupancyRate))).toBeGreaterThan(0.05);
		expect(mean(near.map(({ occupancyRate }) => occupancyRate))).toBeGreaterThan(
			mean(far.map(({ occupancyRate }) => occupancyRate)),
		);
	});

	it('has names that everybody can read', async () => {
		expect(sandbox.properties.map(({ name }) => name)).toEqual([
			'Star Hotel',
			'Green Bank Inn',
			'Old Bridge Hotel',
		]);
		const reservations = await sandbox.reservations('1024', 60);
		const ids = reservations.flatMap(({ roomStays }) => roomStays.flatMap(({ guestsIds }) => guestsIds));
		for (const id of ids) {
			const { personName } = await sandbox.guest('1024', id);
			expect(JSON.stringify(personName)).toMatch(/^[\p{Script=Latin}\p{P}\p{Sc}\p{Sk}\s]+$/u);
		}
	});

	it('is the same for the same seed and anchor', async () => {
		const other = await startSandbox({ limits: 'off', occupancy: 75, anchor: ANCHOR });
		try {
			await other.settings({ clockOffsetMs: (await sandbox.settings()).clockOffsetMs });
			expect(await other.reservations('7291', 20)).toEqual(await sandbox.reservations('7291', 20));
		} finally {
			await other.stop();
		}
	});
});

describe('Live bookings in such a world', () => {
	it('arrive on different days, and leave what is past alone', async () => {
		const live = await startSandbox({ limits: 'off', occupancy: 75, live: 0.02 });
		try {
			const before = new Set((await live.reservations('1024', 10_000)).map(({ number }) => number));
			let made: string[] = [];
			while (made.length < 12) {
				const reservations = await live.reservations('1024', 10_000);
				made = reservations.map(({ number }) => number).filter((number) => !before.has(number));
			}
			const arrivals = made.map((number) => number.slice(0, 8));

			expect(new Set(arrivals).size).toBeGreaterThan(5);
			const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
			expect(arrivals.every((arrival) => arrival >= today)).toBe(true);
		} finally {
			await live.stop();
		}
	});

	it('are switched on and off while the sandbox runs', async () => {
		const count = async () => (await sandbox.propertySummaries()).reduce((sum, one) => sum + one.bookings, 0);
		const before = await count();
		expect((await sandbox.settings({ liveSeconds: 0.02 })).liveSeconds).toBe(0.02);
		while ((await count()) === before) continue;
		expect((await sandbox.settings({ liveSeconds: 0 })).liveSeconds).toBe(0);
	});
});
