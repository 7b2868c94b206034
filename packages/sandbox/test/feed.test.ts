import type { BookingSummary } from '../src/client.mts';
import { startSandbox, type Sandbox } from './support/sandbox';
import { signIn, type Partner } from './partner';

const ANCHOR = '2026-03-01T00:00:00Z';
const SEEDED = 250;

let sandbox: Sandbox;
let partner: Partner;
/** Every test has a property to itself, with its whole history untouched, and a neighbour to confuse it with. */
let property: string;
let otherProperty: string;
let testsBegun = 0;

beforeAll(async () => {
	sandbox = await startSandbox({ limits: 'off', properties: 120, bookings: SEEDED, anchor: ANCHOR });
	partner = await signIn(sandbox);
});

beforeEach(() => {
	property = String(sandbox.properties[testsBegun * 2]?.id);
	otherProperty = String(sandbox.properties[testsBegun * 2 + 1]?.id);
	testsBegun += 1;
});

afterEach(async () => {
	await sandbox.settings({ clockOffsetMs: 0 });
});

afterAll(async () => {
	await sandbox.stop();
});

const numbersOf = (summaries: BookingSummary[]) => summaries.map(({ number }) => number);
const modificationsOf = (summaries: BookingSummary[]) => summaries.map((one) => String(one.modifiedDateTime));

describe('Rule 1: continueToken and lastModification', () => {
	it('must not both be given', async () => {
		const { continueToken } = await partner.feed(property);
		const answer = await partner.refusedFeed(property, { continueToken, lastModification: ANCHOR });

		expect(answer.status).toBe(400);
		expect(answer.body.errors[0]?.code).toBe('ContinueTokenAndLastModification');
	});

	it('count as absent when empty', async () => {
		const { continueToken } = await partner.feed(property);
		const continued = await partner.feed(property, { continueToken, lastModification: '' });
		const since = await partner.feed(property, { continueToken: '', lastModification: ANCHOR });

		expect(continued.bookingSummaries).toEqual([]);
		expect(since.bookingSummaries).toEqual([]);
	});
});

describe('Rule 2: without either, a full synchronisation starts', () => {
	it('and gives every booking once, in the order of the modification times', async () => {
		const { bookingSummaries } = await partner.wholeFeed(property);
		const modifications = modificationsOf(bookingSummaries);

		expect(new Set(numbersOf(bookingSummaries)).size).toBe(SEEDED);
		expect(modifications).toEqual([...modifications].sort());
	});

	it('and shows whole seconds within the two years before the anchor, some of them twice', async () => {
		const { bookingSummaries } = await partner.wholeFeed(property);
		const times = bookingSummaries.flatMap((one) => [one.createdDateTime, String(one.modifiedDateTime)]);

		expect(times.every((time) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time))).toBe(true);
		expect(times.every((time) => time >= '2024-03-01' && time < ANCHOR)).toBe(true);
		expect(new Set(modificationsOf(bookingSummaries)).size).toBeLessThan(SEEDED);
	});

	it('and ignores wrong parameter names without a word', async () => {
		const { bookingSummaries } = await partner.feed(property, { lastModified: ANCHOR, token: 'x' });

		expect(bookingSummaries).toHaveLength(SEEDED);
	});

	it('and shows all three states', async () => {
		const { bookingSummaries } = await partner.wholeFeed(property);

		expect(new Set(bookingSummaries.map(({ status }) => status))).toEqual(
			new Set(['Active', 'Cancelled', 'Unconfirmed']),
		);
	});
});

describe('Rule 3: the continueToken is passed in the next request', () => {
	it.each([[1], [7], [249], [250], [1000]])(
		'with pages of %i and nothing lost or repeated',
		async (count) => {
			const whole = await partner.wholeFeed(property);
			const inPages = await partner.wholeFeed(property, { count });

			expect(numbersOf(inPages.bookingSummaries)).toEqual(numbersOf(whole.bookingSummaries));
			expect(inPages.pages).toBe(Math.ceil(SEEDED / count));
		},
	);

	it('and may be passed twice, with the same answer', async () => {
		const { continueToken } = await partner.feed(property, { count: 10 });
		const first = await partner.feed(property, { continueToken, count: 10 });
		const again = await partner.feed(property, { continueToken, count: 10 });

		expect(again).toEqual(first);
	});

	it('and the page size may change on the way', async () => {
		const first = await partner.feed(property, { count: 10 });
		const rest = await partner.feed(property, { continueToken: first.continueToken });

		expect(rest.bookingSummaries).toHaveLength(SEEDED - 10);
	});

	it('and does not expire: it is good after ten years', async () => {
		const { continueToken } = await partner.feed(property, { count: 10 });
		await sandbox.settings({ clockOffsetMs: 10 * 365 * 86_400_000 });
		const later = await signIn(sandbox);

		expect((await later.feed(property, { continueToken, count: 10 })).bookingSummaries).toHaveLength(10);
	});

	it('and must be encoded in the query, for it may contain a plus sign', async () => {
		const tokens: string[] = [];
		for (let count = 1; count <= 60; count += 1) {
			tokens.push((await partner.feed(property, { count })).continueToken);
		}
		const withPlus = String(tokens.find((token) => token.includes('+')));
		const path = `read-reservation/v1/properties/${property}/bookings`;
		const raw = await partner.get(`${path}?continueToken=${withPlus}`);
		const encoded = await partner.get(`${path}?continueToken=${encodeURIComponent(withPlus)}`);

		expect([raw.status, encoded.status]).toEqual([400, 200]);
	});

	it('and is refused when it is garbled, cut, foreign or revoked', async () => {
		const { continueToken } = await partner.feed(property);
		const codes: string[] = [];
		for (const [asked, token] of [
			[property, 'nonsense'],
			[property, `${continueToken.slice(0, -6)}AAAA==`],
			[property, continueToken.slice(4)],
			[property, `${continueToken} `],
			[otherProperty, continueToken],
		] as const) {
			const answer = await partner.refusedFeed(asked, { continueToken: token });
			codes.push(`${answer.status} ${answer.body.errors[0]?.code}`);
		}
		await sandbox.revokeTokens({ continueTokens: true });
		const revoked = await partner.refusedFeed(property, { continueToken });

		expect(codes).toEqual(Array(5).fill('400 InvalidContinueToken'));
		expect(revoked.body.errors[0]?.code).toBe('InvalidContinueToken');
		expect((await partner.feed(property)).bookingSummaries).toHaveLength(SEEDED);
	});
});

describe('Rule 4: a continued request', () => {
	it('returns a booking already received that was changed since, at the end', async () => {
		const first = await partner.feed(property, { count: 100 });
		const seen = String(first.bookingSummaries[5]?.number);
		await sandbox.changeBooking(property, seen);
		const rest = await partner.feed(property, { continueToken: first.continueToken });

		expect(numbersOf(rest.bookingSummaries).at(-1)).toBe(seen);
		expect(rest.bookingSummaries).toHaveLength(SEEDED - 100 + 1);
	});

	it('returns a booking changed before it was reached only once, in its new place', async () => {
		const first = await partner.feed(property, { count: 100 });
		const { bookingSummaries: ahead } = await partner.feed(property, { continueToken: first.continueToken });
		const unseen = String(ahead[3]?.number);
		await sandbox.cancelBooking(property, unseen);
		const rest = await partner.feed(property, { continueToken: first.continueToken });
		const places = numbersOf(rest.bookingSummaries).flatMap((one, index) => (one === unseen ? [index] : []));

		expect(places).toEqual([SEEDED - 100 - 1]);
		expect(rest.bookingSummaries.at(-1)?.status).toBe('Cancelled');
	});

	it('returns every change of the same booking, one after the other', async () => {
		let { continueToken } = await partner.feed(property);
		const { number } = await sandbox.createBooking(property);
		const states: string[] = [];
		for (const act of [
			async () => undefined,
			async () => await sandbox.changeBooking(property, number, { status: 'Unconfirmed' }),
			async () => await sandbox.changeBooking(property, number, { status: 'Active' }),
			async () => await sandbox.cancelBooking(property, number),
		]) {
			await act();
			const page = await partner.feed(property, { continueToken });
			continueToken = page.continueToken;
			states.push(...page.bookingSummaries.map((one) => `${one.number} ${one.status}`));
		}

		expect(states).toEqual(
			['Active', 'Unconfirmed', 'Active', 'Cancelled'].map((state) => `${number} ${state}`),
		);
	});
});

describe('Rule 5: hasMoreData = false marks the end', () => {
	it('and still comes with a token, which later fetches what appeared since', async () => {
		const end = await partner.wholeFeed(property);
		const nothing = await partner.feed(property, { continueToken: end.continueToken });
		const created = await sandbox.createBookings(property, 3);
		const news = await partner.feed(property, { continueToken: nothing.continueToken });

		expect([end.hasMoreData, nothing.hasMoreData, nothing.bookingSummaries]).toEqual([false, false, []]);
		expect(news.bookingSummaries).toEqual(created);
	});

	it('and is exact when the last page is full', async () => {
		const first = await partner.feed(property, { count: SEEDED - 1 });
		const last = await partner.feed(property, { continueToken: first.continueToken, count: 1 });

		expect([first.hasMoreData, last.hasMoreData]).toEqual([true, false]);
	});

	it('and works from an empty page', async () => {
		const { continueToken } = await partner.feed(property, { lastModification: '2100-01-01T00:00:00Z' });
		const created = await sandbox.createBooking(property);
		const news = await partner.feed(property, { continueToken });

		expect(news.bookingSummaries).toEqual([created]);
	});

	it('and even changes dated before those already read are delivered', async () => {
		const end = await partner.wholeFeed(property);
		const dated = await sandbox.createBooking(property, { modifiedDateTime: '2024-05-05T05:05:05Z' });
		await sandbox.settings({ clockOffsetMs: -2 * 365 * 86_400_000 });
		const clockSetBack = await sandbox.changeBooking(property, String(end.bookingSummaries[0]?.number));
		await sandbox.settings({ clockOffsetMs: 0 });
		const one = await partner.feed(property, { continueToken: end.continueToken, count: 1 });
		const two = await partner.feed(property, { continueToken: one.continueToken, count: 1 });
		const none = await partner.feed(property, { continueToken: two.continueToken });

		expect([...one.bookingSummaries, ...two.bookingSummaries]).toEqual([dated, clockSetBack]);
		expect([one.hasMoreData, two.hasMoreData, none.bookingSummaries]).toEqual([true, false, []]);
	});
});

describe('Rule 6: lastModification', () => {
	it('gives the bookings modified at that time or later', async () => {
		const { bookingSummaries } = await partner.wholeFeed(property);
		const middle = modificationsOf(bookingSummaries)[120];
		const since = await partner.wholeFeed(property, { lastModification: String(middle), count: 50 });

		expect(since.bookingSummaries).toEqual(
			bookingSummaries.filter((one) => String(one.modifiedDateTime) >= String(middle)),
		);
	});

	it('gives everything from the earliest time it may have', async () => {
		const since = await partner.feed(property, { lastModification: '2009-01-01T00:00:00Z' });

		expect(since.bookingSummaries).toHaveLength(SEEDED);
	});

	it('gives both of two bookings changed within the same second', async () => {
		await sandbox.createBooking(property, { modifiedDateTime: '2026-02-03T04:05:06.100Z', number: 'one' });
		await sandbox.createBooking(property, { modifiedDateTime: '2026-02-03T04:05:06.900Z', number: 'two' });
		const since = await partner.feed(property, { lastModification: '2026-02-03T04:05:06Z' });

		expect(numbersOf(since.bookingSummaries).slice(0, 2)).toEqual(['one', 'two']);
		expect(new Set(modificationsOf(since.bookingSummaries).slice(0, 2))).toEqual(
			new Set(['2026-02-03T04:05:06Z']),
		);
	});

	it.each([
		['without the Z', '2026-02-01T00:00:00'],
		['with an offset', '2026-02-01T00:00:00+01:00'],
		['as a plain date', '2026-02-01'],
		['of a day that does not exist', '2026-02-30T00:00:00Z'],
		['before 2009', '2008-12-31T23:59:59Z'],
		['that is no time', 'yesterday'],
	])('is refused %s', async (_label, lastModification) => {
		const answer = await partner.refusedFeed(property, { lastModification });

		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({
			warnings: [],
			errors: [{ code: 'InvalidLastModification', message: expect.any(String) as string }],
		});
	});
});

describe('A feed in disorder', () => {
	afterEach(async () => {
		await sandbox.settings({ feedDisorder: 0 });
	});

	it('gives every booking all the same: some late, some again, none in order', async () => {
		let { continueToken } = await partner.wholeFeed(property);
		const made = numbersOf(await sandbox.createBookings(property, 60));
		await sandbox.settings({ feedDisorder: 40 });
		const pages: string[][] = [];
		for (let request = 0; request < 40 && new Set(pages.flat()).size < 60; request += 1) {
			const page = await partner.feed(property, { continueToken, count: 10 });
			pages.push(numbersOf(page.bookingSummaries));
			({ continueToken } = page);
		}
		const lastPlace = Math.max(...(pages[0] ?? []).map((number) => made.indexOf(number)));

		expect([...new Set(pages.flat())].sort()).toEqual([...made].sort());
		expect(pages.flat().length).toBeGreaterThan(60);
		expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(10);
		expect(made.slice(0, lastPlace).some((number) => !pages[0]?.includes(number))).toBe(true);
		expect(pages[0]).not.toEqual(made.filter((number) => pages[0]?.includes(number)));
	});

	it('gives the same page to the same request', async () => {
		const { continueToken } = await partner.feed(property, { count: 100 });
		await sandbox.createBookings(property, 10);
		await sandbox.settings({ feedDisorder: 50 });
		const first = await partner.feed(property, { continueToken, count: 100 });

		expect(await partner.feed(property, { continueToken, count: 100 })).toEqual(first);
	});

	it.each([['1'], ['100']])('gives what it held back once there is order again, %s a page', async (count) => {
		const { continueToken } = await partner.wholeFeed(property);
		const made = numbersOf(await sandbox.createBookings(property, 5));
		await sandbox.settings({ feedDisorder: 100 });
		const held = await partner.feed(property, { continueToken });
		await sandbox.settings({ feedDisorder: 0 });
		await sandbox.changeBooking(property, made[0] ?? '');
		const due = await partner.wholeFeed(property, { continueToken: held.continueToken, count });

		expect(numbersOf(held.bookingSummaries).filter((number) => made.includes(number))).toEqual([]);
		expect(numbersOf(due.bookingSummaries).sort()).toEqual([...made].sort());
	});

	it('holds back nothing old at its end', async () => {
		await sandbox.settings({ feedDisorder: 100 });
		const { bookingSummaries } = await partner.wholeFeed(property);

		expect(new Set(numbersOf(bookingSummaries)).size).toBe(SEEDED);
	});
});

describe('The page size', () => {
	it.each(['0', '1001', '-1', '1.5', 'ten'])('is refused when it is %s', async (count) => {
		const answer = await partner.refusedFeed(property, { count });

		expect(answer.status).toBe(400);
		expect(answer.body.errors[0]?.code).toBe('InvalidCount');
	});

	it('is 1,000 by default', async () => {
		await sandbox.createBookings(property, 800);
		const page = await partner.feed(property);

		expect(page.bookingSummaries).toHaveLength(1000);
		expect(page.hasMoreData).toBe(true);
	});
});

describe('The feed', () => {
	it('holds the bookings of its own property only', async () => {
		const one = numbersOf((await partner.feed(property)).bookingSummaries);
		const other = numbersOf((await partner.feed(otherProperty)).bookingSummaries);

		expect(one.filter((number) => other.includes(number))).toEqual([]);
	});

	it('of a property that does not exist answers 404', async () => {
		const answer = await partner.refusedFeed('999999', {});

		expect(answer.status).toBe(404);
		expect(answer.body.errors[0]?.code).toBe('PropertyNotFound');
	});
});
