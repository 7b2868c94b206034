import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import type { BookingEvent } from '../../nodes/PartnerHotelTrigger/bookingEvent';
import { stateFormat, type TriggerState } from '../../nodes/PartnerHotelTrigger/state';
import { emptyState } from '../../nodes/shared/polling/storedState';
import type { HandedOverBooking } from '../../nodes/PartnerHotelTrigger/handedOver';
import { runPoll, type RunSettings } from '../../nodes/PartnerHotelTrigger/pollRun';
import { pollDeadline, type Deadline } from '../../nodes/shared/polling/deadline';
import type { RunResult } from '../../nodes/shared/polling/runProgress';
import { startProperty } from '../../nodes/PartnerHotelTrigger/propertyState';
import { allowanceOf } from '../support/allowance';
import { problem } from '../support/problems';
import type { Api, ApiRequest } from '../../nodes/shared/transport/types';
import { instant, ModelFeed, START } from './model/feed';

/** One trigger over a feed in memory, for days and weeks. */

const ALL: BookingEvent[] = ['new', 'changed', 'cancelled'];
const HOURS = 3600;
const DAYS = 24 * HOURS;
const LONG = { toEnd: () => 60_000, toHandOver: () => 60_000 };

type Alter = (body: IDataObject, request: ApiRequest) => IDataObject;

class Trigger {
	readonly feed = new ModelFeed();
	state: TriggerState = emptyState(stateFormat);
	private readonly settings: Omit<RunSettings, 'maxPages'>;

	constructor(settings: Partial<RunSettings> = {}, start: string | undefined = instant(START)) {
		this.settings = {
			events: ALL,
			output: 'details',
			filter: {},
			maxBookings: 5000,
			maxIntervalMs: 0,
			readTimes: new Map(),
			onLostToken: () => {},
			...settings,
		};
		this.state.properties['1'] = startProperty({ lastModification: start });
	}

	/** What the service answers, where it is not what the model says. */
	alter: Alter = (body) => body;

	onRequest: (...sent: Parameters<Api['send']>) => void = () => undefined;

	/** That a poll may send, beside those for details. */
	requests = 1_000;
	/** Of the latest poll. */
	allowance = allowanceOf(0);

	async run(deadline: Deadline = LONG): Promise<RunResult<HandedOverBooking>> {
		const api: Api = {
			...this.feed.api,
			send: async (request, options) => {
				this.onRequest(request, options);
				const answer = await this.feed.api.send(request, options);
				return { ...answer, body: this.alter(answer.body as IDataObject, request) };
			},
		};
		this.feed.face({ failures: [], repeats: [] });
		this.state = JSON.parse(JSON.stringify(this.state)) as TriggerState;
		const ids = Object.keys(this.state.properties);
		this.allowance = allowanceOf(this.requests);
		return await runPoll(api, this.state, ids, this.settings, this.allowance, deadline);
	}

	async poll(): Promise<IDataObject[]> {
		return (await this.run()).items;
	}

	/** Another booking is made and emitted every so many hours. */
	async goOn(days: number, everyHours = 12): Promise<IDataObject[]> {
		const items: IDataObject[] = [];
		for (let passed = 0; passed < days * 24; passed += everyHours) {
			this.feed.advance(everyHours * HOURS);
			this.feed.create('1');
			items.push(...(await this.poll()));
		}
		return items;
	}
}

const of = (items: readonly IDataObject[], number: string) =>
	items.filter((item) => item.number === number).map(({ event }) => event);
const events = (items: readonly IDataObject[]) => items.map(({ event }) => event);

describe('bookings whose details fail for good', () => {
	it('are tried again when the feed was read, a few in a poll and each in turn', async () => {
		const trigger = new Trigger();
		for (const id of ['2', '3', '4', '5'])
			trigger.state.properties[id] = startProperty({ lastModification: instant(START) });
		const numbers = ['1', '2', '3', '4', '5'].flatMap((id) =>
			Array.from({ length: 12 }, () => {
				const booking = trigger.feed.create(id);
				booking.broken = true;
				return booking.number;
			}),
		);
		for (let polls = 0; polls < 4; polls += 1) await trigger.poll();
		const asked: string[] = [];
		trigger.onRequest = ({ path, pathParameters }) =>
			asked.push(path.endsWith('/bookings') ? 'feed' : String(pathParameters?.number));
		const tried = new Set<string>();
		for (let polls = 0; polls < 60; polls += 1) {
			asked.length = 0;
			await trigger.poll();
			expect(asked.slice(0, 5)).toEqual(['feed', 'feed', 'feed', 'feed', 'feed']);
			expect(asked.length).toBeLessThanOrEqual(25);
			for (const number of asked.slice(5)) tried.add(number);
		}
		expect([...tried].sort()).toEqual(numbers.sort());
	});

	it('take no request from another hotel when no more of them can wait', async () => {
		const trigger = new Trigger();
		trigger.state.properties['2'] = startProperty({ lastModification: instant(START) });
		for (let made = 0; made < 300; made += 1) trigger.feed.create('1').broken = true;
		await trigger.poll();
		const { number } = trigger.feed.create('2');
		trigger.requests = 1;
		expect((await trigger.poll()).map((item) => item.number)).toEqual([number]);
	});

	it('are tried once in a poll, and repeated in the next', async () => {
		const trigger = new Trigger();
		trigger.feed.create('1').broken = true;
		const attempts: Array<number | undefined> = [];
		trigger.onRequest = ({ path }, options) => {
			if (!path.endsWith('/bookings')) attempts.push(options?.maxAttempts);
		};
		await trigger.poll();
		await trigger.poll();
		expect(attempts).toEqual([undefined, 1]);
	});

	it('come with their changes, in order, once their details can be read', async () => {
		const trigger = new Trigger();
		const broken = trigger.feed.create('1');
		broken.broken = true;
		await trigger.poll();
		trigger.feed.advance(60);
		trigger.feed.change(trigger.feed.bookings.indexOf(broken));
		await trigger.poll();
		broken.broken = false;
		const items = [...(await trigger.poll()), ...(await trigger.poll())];
		expect(events(items)).toEqual(['new', 'changed']);
		expect(items[0]).not.toHaveProperty('failed');
		expect(trigger.state.properties['1']?.backlog).toEqual([]);
	});
});

describe('a booking whose details fail for days', () => {
	it('does not make the later change of a forgotten booking new again', async () => {
		const trigger = new Trigger();
		const early = trigger.feed.create('1');
		expect(events(await trigger.poll())).toEqual(['new']);
		trigger.feed.create('1').broken = true;
		await trigger.goOn(5);
		trigger.feed.change(trigger.feed.bookings.indexOf(early));
		expect(of(await trigger.poll(), early.number)).toEqual(['changed']);
	});

	it.each<[string, BookingEvent[]]>([
		['all events', ALL],
		['only new bookings', ['new']],
	])('is new itself, once its details come, with %s chosen', async (_, chosen) => {
		const trigger = new Trigger({ events: chosen });
		trigger.feed.create('1');
		await trigger.poll();
		const broken = trigger.feed.create('1');
		broken.broken = true;
		await trigger.goOn(5);
		broken.broken = false;
		const items = await trigger.poll();
		expect(of(items, broken.number)).toEqual(['new']);
		expect(items[0]).not.toHaveProperty('newSince');
		expect(trigger.state.properties['1']?.backlog).toEqual([]);
	});

	it('is new and then changed, when it has changed meanwhile', async () => {
		const trigger = new Trigger();
		const broken = trigger.feed.create('1');
		broken.broken = true;
		await trigger.goOn(4);
		trigger.feed.change(0);
		await trigger.goOn(4);
		broken.broken = false;
		expect(of(await trigger.poll(), broken.number)).toEqual(['new', 'changed']);
	});

	it('is cancelled, when it was cancelled long before its details come', async () => {
		const trigger = new Trigger();
		const broken = trigger.feed.create('1');
		await trigger.poll();
		broken.broken = true;
		await trigger.goOn(4);
		trigger.feed.change(0, { cancelled: true });
		await trigger.goOn(4);
		broken.broken = false;
		expect(of(await trigger.poll(), broken.number)).toEqual(['cancelled']);
	});

	it('keeps what was emitted of it, however long its change waits', async () => {
		const trigger = new Trigger();
		const broken = trigger.feed.create('1');
		await trigger.poll();
		trigger.feed.change(0);
		broken.broken = true;
		await trigger.goOn(5);
		broken.broken = false;
		expect(of(await trigger.poll(), broken.number)).toEqual(['changed']);
	});
});

describe('a booking whose details fail for longer than the option allows', () => {
	let now = Date.now();
	const pass = (hours: number) => (now += hours * HOURS * 1000);
	beforeEach(() => jest.spyOn(Date, 'now').mockImplementation(() => now));
	afterEach(() => jest.restoreAllMocks());

	const unreadable = async (settings: Partial<RunSettings> = {}) => {
		const trigger = new Trigger({ withoutDetailsAfterMs: 24 * HOURS * 1000, ...settings });
		const broken = trigger.feed.create('1');
		broken.broken = true;
		expect(await trigger.poll()).toEqual([]);
		return { trigger, broken };
	};

	it('is emitted with its summary and a note, once, and is no failure from then on', async () => {
		const { trigger } = await unreadable();
		pass(23.9);
		expect(await trigger.poll()).toEqual([]);
		pass(0.1);
		const items = await trigger.poll();
		const [{ note, ...item }] = items as [IDataObject];
		expect(item).toEqual({
			event: 'new',
			...trigger.feed.history[0],
			propertyName: null,
			booking: null,
		});
		expect(note).toMatch(/could not be read .*'Skip Details After \(Hours\)'/);
		expect(items).toHaveLength(1);
		pass(1);
		const { items: none, failures } = await trigger.run();
		expect(none).toEqual([]);
		expect(failures.size).toBe(0);
		expect(trigger.state.properties['1']?.backlog).toEqual([]);
	});

	it('waits, without the option', async () => {
		const { trigger } = await unreadable({ withoutDetailsAfterMs: undefined });
		pass(1_000);
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.state.properties['1']?.backlog).toHaveLength(1);
	});

	it('comes with its details, if they can be read by then, and each request of the last poll is repeated', async () => {
		const { trigger, broken } = await unreadable();
		pass(500);
		const attempts: Array<number | undefined> = [];
		trigger.onRequest = ({ path }, options) => {
			if (!path.endsWith('/bookings')) attempts.push(options?.maxAttempts);
		};
		broken.broken = false;
		const [item] = await trigger.poll();
		expect(item).toMatchObject({ event: 'new', booking: { number: broken.number } });
		expect(item).not.toHaveProperty('note');
		expect(attempts).toEqual([undefined]);
	});

	it('is emitted with all its states in order; one that comes later waits as long again', async () => {
		const { trigger, broken } = await unreadable();
		trigger.feed.advance(60);
		trigger.feed.change(0);
		pass(12);
		await trigger.poll();
		pass(12);
		expect(of(await trigger.poll(), broken.number)).toEqual(['new', 'changed']);
		trigger.feed.advance(60);
		trigger.feed.change(0, { cancelled: true });
		expect(await trigger.poll()).toEqual([]);
		pass(23);
		expect(await trigger.poll()).toEqual([]);
		pass(1);
		expect(of(await trigger.poll(), broken.number)).toEqual(['cancelled']);
	});

	it('is emitted for an event that is chosen alone, and passes filters that need details', async () => {
		const { trigger } = await unreadable({
			events: ['new'],
			output: 'summary',
			filter: { sourceTypes: ['PMS'] },
		});
		pass(24);
		expect(await trigger.poll()).toEqual([
			expect.objectContaining({ event: 'new', note: expect.stringContaining('could not be read') }),
		]);
	});

	it('waits its hours also when the clock was set back in between', async () => {
		const { trigger } = await unreadable();
		pass(-1_000);
		await trigger.poll();
		pass(23);
		expect(await trigger.poll()).toEqual([]);
		pass(1);
		expect(await trigger.poll()).toHaveLength(1);
	});
});

describe('a booking that is shown again and changes before its details are read', () => {
	it('is told of once: for that change', async () => {
		const trigger = new Trigger();
		const { number } = trigger.feed.create('1');
		await trigger.poll();
		trigger.feed.revokeTokens();
		trigger.alter = (body, request) => {
			if (request.pathParameters?.number === undefined) {
				trigger.alter = (later) => later;
				trigger.feed.advance(60);
				trigger.feed.change(0, { cancelled: true });
			}
			return body;
		};
		expect(of(await trigger.poll(), number)).toEqual([]);
		expect(of(await trigger.poll(), number)).toEqual(['cancelled']);
	});
});

describe('a booking that was cancelled before the start and is touched again', () => {
	it.each<[string, BookingEvent[], BookingEvent[]]>([
		['is none of the chosen events', ['new', 'cancelled'], []],
		['is the chosen event', ['changed'], ['changed']],
	])('%s', async (_, chosen, expected) => {
		const trigger = new Trigger({ events: chosen }, instant(START + 3 * DAYS));
		const { number } = trigger.feed.create('1');
		trigger.feed.change(0, { cancelled: true });
		trigger.feed.advance(4 * DAYS);
		trigger.feed.change(0);
		expect(of(await trigger.poll(), number)).toEqual(expected);
	});
});

describe('a booking from before the start that the feed shows again', () => {
	const old = { do: 'again', number: 'old', propertyId: '1', status: 'Cancelled' };
	const shown = (modified: number) => ({
		...old,
		createdDateTime: instant(START - 5 * DAYS),
		modifiedDateTime: instant(modified),
	});

	/** Every page holds it, whatever else it holds. */
	function showing(trigger: Trigger, modified: number): void {
		trigger.alter = (body) =>
			Array.isArray(body.bookingSummaries)
				? { ...body, bookingSummaries: [shown(modified), ...(body.bookingSummaries as IDataObject[])] }
				: body;
	}

	it.each(['details', 'summary'] as const)('is not emitted, with %s', async (output) => {
		const trigger = new Trigger({ output });
		const { number } = trigger.feed.create('1');
		showing(trigger, START - HOURS);
		const items = await trigger.poll();
		expect(items.map((item) => item.number)).toEqual([number]);
	});

	it('nor after the token was lost, days later', async () => {
		const trigger = new Trigger({ output: 'summary' });
		await trigger.goOn(4);
		trigger.feed.revokeTokens();
		await trigger.poll();
		showing(trigger, START - HOURS);
		expect(await trigger.poll()).toEqual([]);
	});

	it('is emitted when it was changed after the start and is shown late', async () => {
		const trigger = new Trigger({ output: 'summary' });
		await trigger.goOn(4);
		trigger.feed.revokeTokens();
		await trigger.poll();
		showing(trigger, START + HOURS);
		expect(events(await trigger.poll())).toEqual(['cancelled']);
	});
});

describe('a history of weeks, read in many polls', () => {
	it('a booking that was emitted from it and changes before the end is reached is changed', async () => {
		const trigger = new Trigger({ output: 'summary', maxBookings: 5 }, undefined);
		const first = trigger.feed.create('1');
		for (let day = 0; day < 12; day++) {
			trigger.feed.advance(5 * DAYS);
			trigger.feed.create('1');
		}
		const items = [...(await trigger.poll()), ...(await trigger.poll())];
		trigger.feed.change(0);
		items.push(...(await trigger.poll()));
		expect(of(items, first.number)).toEqual(['new', 'changed']);
	});
});

describe('a booking that changes while its details are read again', () => {
	const price = (before: number, after: number) => ({ price: { before, after, currency: null } });

	it('comes with what changed since it was emitted', async () => {
		const trigger = new Trigger();
		trigger.feed.withoutLastToken = true;
		trigger.feed.create('1');
		expect(events(await trigger.poll())).toEqual(['new']);
		trigger.onRequest = ({ pathParameters }) => {
			if (pathParameters?.number === undefined) return;
			trigger.onRequest = () => undefined;
			trigger.feed.advance(60);
			trigger.feed.change(0);
		};
		expect(await trigger.poll()).toEqual([]);
		const [changed] = await trigger.poll();
		expect(changed).toMatchObject({ event: 'changed', changes: price(1, 2) });
	});
});

describe('a last page without a token', () => {
	const listsIn = (trigger: Trigger) =>
		trigger.feed.requests.filter(({ path }) => path.endsWith('/bookings'));
	const detailsIn = (trigger: Trigger) => trigger.feed.requests.length - listsIn(trigger).length;

	it('does not start the feed again, and repeats nothing, for weeks', async () => {
		const trigger = new Trigger();
		trigger.feed.withoutLastToken = true;
		for (let index = 0; index < 20; index++) {
			trigger.feed.create('1');
			trigger.feed.advance(3 * HOURS);
		}
		expect(await trigger.poll()).toHaveLength(20);
		for (let day = 0; day < 10; day++) {
			trigger.feed.advance(DAYS);
			const made = trigger.feed.create('1');
			expect((await trigger.poll()).map(({ event, number }) => [event, number])).toEqual([
				['new', made.number],
			]);
			expect(await trigger.poll()).toEqual([]);
		}
		const [{ query }] = listsIn(trigger) as [ApiRequest];
		expect(query?.continueToken).toBeUndefined();
		expect(query?.lastModification).toBe(instant(START + 60 * HOURS + 10 * DAYS - 2 * DAYS));
		expect(trigger.feed.shown.length).toBeLessThan(5);
	});

	it('nor with the history of a feed that is read from the beginning', async () => {
		const trigger = new Trigger({ output: 'summary', maxBookings: 5 }, undefined);
		trigger.feed.withoutLastToken = true;
		for (let index = 0; index < 12; index++) {
			trigger.feed.create('1');
			trigger.feed.advance(5 * DAYS);
		}
		const polls = [await trigger.poll(), await trigger.poll(), await trigger.poll(), await trigger.poll()];
		expect(polls.map(({ length }) => length)).toEqual([5, 5, 2, 0]);
		expect(trigger.feed.shown).toHaveLength(1);
		expect(await trigger.poll()).toEqual([]);
	});

	it('an empty one keeps the token before', async () => {
		const trigger = new Trigger();
		trigger.feed.create('1');
		await trigger.poll();
		trigger.feed.withoutLastToken = true;
		for (let poll = 0; poll < 3; poll++) {
			expect(await trigger.poll()).toEqual([]);
			expect(listsIn(trigger).map(({ query }) => query?.continueToken)).toEqual(['0:1']);
		}
	});

	it('fetches the details of a booking again only within an hour of the newest change', async () => {
		const trigger = new Trigger();
		trigger.feed.withoutLastToken = true;
		trigger.feed.create('1');
		trigger.feed.advance(2 * HOURS);
		trigger.feed.create('1');
		trigger.feed.advance(0.5 * HOURS);
		trigger.feed.create('1');
		await trigger.poll();
		expect(detailsIn(trigger)).toBe(3);
		expect(await trigger.poll()).toEqual([]);
		expect(detailsIn(trigger)).toBe(2);
	});

	it('a second change within the second of the first is found all the same', async () => {
		const trigger = new Trigger();
		trigger.feed.withoutLastToken = true;
		trigger.feed.create('1');
		expect(events(await trigger.poll())).toEqual(['new']);
		trigger.feed.change(0);
		expect(events(await trigger.poll())).toEqual(['changed']);
	});

	it('what waits is not put on the list again at each poll', async () => {
		const trigger = new Trigger();
		trigger.feed.withoutLastToken = true;
		trigger.feed.create('1').broken = true;
		trigger.feed.create('1');
		for (let poll = 0; poll < 3; poll++) await trigger.poll();
		expect(trigger.state.properties['1']?.backlog).toHaveLength(1);
	});

	it('once there are tokens again, they are used', async () => {
		const trigger = new Trigger();
		trigger.feed.withoutLastToken = true;
		trigger.feed.create('1');
		await trigger.poll();
		trigger.feed.withoutLastToken = false;
		await trigger.poll();
		trigger.feed.create('1');
		expect(await trigger.poll()).toHaveLength(1);
		expect(listsIn(trigger).map(({ query }) => query?.continueToken)).toEqual(['0:1']);
		expect(trigger.feed.shown).toHaveLength(1);
	});

	it('a poll that watches does not read on: it would list the same, and fetch its details, again', async () => {
		const trigger = new Trigger();
		trigger.feed.withoutLastToken = true;
		trigger.feed.create('1');
		await trigger.poll();
		expect((await trigger.run()).repeats).toBe(true);
		trigger.feed.withoutLastToken = false;
		expect((await trigger.run()).repeats).toBe(false);
	});

	it('where the feed shows no times at all, the token before is kept', async () => {
		const trigger = new Trigger({ output: 'summary', maxBookings: 2 }, undefined);
		trigger.feed.withoutLastToken = true;
		trigger.alter = (body, { pathParameters }) =>
			pathParameters?.number === undefined
				? {
						...body,
						bookingSummaries: (body.bookingSummaries as IDataObject[]).map(({ number }) => ({ number })),
					}
				: body;
		for (let index = 0; index < 3; index++) trigger.feed.create('1');
		expect([...(await trigger.poll()), ...(await trigger.poll())]).toHaveLength(3);
		expect(await trigger.poll()).toEqual([]);
		expect(listsIn(trigger).map(({ query }) => query?.continueToken)).toEqual(['0:2']);
	});
});

describe('a record of the feed that cannot be read', () => {
	const good = { number: 'good', createdDateTime: instant(START + 5), modifiedDateTime: instant(START + 5) };

	function feedWith(...bookingSummaries: unknown[]): Trigger {
		const trigger = new Trigger({ output: 'summary' });
		let pages = 0;
		trigger.alter = () => ({
			continueToken: `t${++pages}`,
			hasMoreData: false,
			bookingSummaries: (pages === 1 ? bookingSummaries : []) as IDataObject[],
		});
		return trigger;
	}

	it.each<[string, unknown]>([
		['no number', { status: 'Active' }],
		['null as its number', { number: null }],
		['an empty number', { number: '' }],
		['a record as its number', { number: { value: 7 } }],
	])('is left out when it has %s; the rest is emitted and the cursor moves', async (_, odd) => {
		const trigger = feedWith(odd, good);
		const { items, failures, unreadable } = await trigger.run();
		expect(items.map(({ number }) => number)).toEqual(['good']);
		expect(failures.size).toBe(0);
		expect([...unreadable]).toEqual([['1', 1]]);
		expect(trigger.state.properties['1']?.continueToken).toBe('t1');
		expect((await trigger.run()).unreadable.size).toBe(0);
	});

	it.each([[null], ['a text'], [7], [[]]])('is left out when it is %j', async (odd) => {
		const { items, unreadable } = await feedWith(odd, good, odd).run();
		expect(items.map(({ number }) => number)).toEqual(['good']);
		expect([...unreadable]).toEqual([['1', 2]]);
	});

	it.each<[string, IDataObject]>([
		['text that is no time', { createdDateTime: 'soon', modifiedDateTime: 'later' }],
		['numbers', { createdDateTime: 20260601, modifiedDateTime: 7 }],
		['records', { createdDateTime: {}, modifiedDateTime: [] }],
		['null', { createdDateTime: null, modifiedDateTime: null }],
	])('is emitted as one without times when its times are %s', async (_, times) => {
		const trigger = feedWith({ number: 'odd', ...times }, good);
		const { items, unreadable } = await trigger.run();
		expect(items.map(({ event, number }) => [event, number])).toEqual([
			['new', 'odd'],
			['new', 'good'],
		]);
		expect(unreadable.size).toBe(0);
		expect(trigger.state.properties['1']?.newestModification).toBe(instant(START + 5));
		expect((await trigger.run()).items).toEqual([]);
	});
});

describe('details that come in another form', () => {
	const reordered = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(reordered);
		if (typeof value !== 'object' || value === null) return value;
		const fields = Object.entries(value).map(([name, one]) => [name, reordered(one)] as const);
		return Object.fromEntries(fields.reverse());
	};
	const withNew = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(withNew);
		if (typeof value !== 'object' || value === null) return value;
		const fields = Object.entries(value).map(([name, one]) => [name, withNew(one)] as const);
		return { addedLater: 1, ...Object.fromEntries(fields) };
	};

	const details = {
		status: 'Active',
		roomStays: [{ roomType: { id: '1', name: 'Double' }, guests: [{ firstName: 'Eve', lastName: 'E.' }] }],
		total: { priceAfterTax: 10, priceBeforeTax: 9 },
	};

	async function after(change: (value: unknown) => unknown): Promise<IDataObject[]> {
		const trigger = new Trigger();
		const answering =
			(booking: unknown): Alter =>
			(body, { pathParameters }) =>
				pathParameters?.number === undefined ? body : { booking: booking as IDataObject };
		trigger.feed.create('1');
		trigger.alter = answering(details);
		expect(events(await trigger.poll())).toEqual(['new']);
		trigger.feed.revokeTokens();
		trigger.alter = (body, request) => {
			const altered = answering(change(details))(body, request);
			return request.pathParameters?.number === undefined
				? { ...altered, bookingSummaries: change(altered.bookingSummaries) as IDataObject[] }
				: altered;
		};
		return await trigger.poll();
	}

	it.each<[string, (value: unknown) => unknown]>([
		['in another order of their fields', reordered],
		['with fields that the API has added', withNew],
	])('are no change when the feed is read again: %s', async (_, change) => {
		expect(await after(change)).toEqual([]);
	});

	it('are one when a field that is published differs', async () => {
		const other = (value: unknown) =>
			Array.isArray(value) ? value : { ...details, roomStays: [{ roomType: { id: '2', name: 'Double' } }] };
		expect(events(await after(other))).toEqual(['changed']);
	});
});

describe('a trigger that polls rarely', () => {
	const DEFAULT_BUDGET = { getPollBudgetMs: () => 300_000 } as unknown as IPollFunctions;
	const NO_BUDGET = {} as IPollFunctions;
	const WAIT_MS = 40_000;

	/** After 200 details, the limit of a minute is free again in 40 s. */
	async function pollAfter(sinceLastMs: number, context = DEFAULT_BUDGET, changes = 600) {
		const trigger = new Trigger();
		let [details, passedMs] = [0, 0];
		trigger.onRequest = ({ pathParameters }, { maxWaitMs = 0 } = {}) => {
			if (pathParameters?.number === undefined || details++ % 200 < 199) return;
			if (maxWaitMs < WAIT_MS) throw problem('wait');
			passedMs += WAIT_MS;
		};
		for (let made = 0; made < changes; made++) trigger.feed.create('1');
		const { toEnd, toHandOver, maxLimitWaitMs } = pollDeadline(context, sinceLastMs);
		return await trigger.run({
			toEnd: () => toEnd() - passedMs,
			toHandOver: () => toHandOver() - passedMs,
			maxLimitWaitMs,
		});
	}

	it('uses the time that n8n gives: all changes of a day in one poll', async () => {
		const { items, hasMore } = await pollAfter(86_400_000);
		expect([items.length, hasMore]).toEqual([600, false]);
	});

	it('each minute hands over what it has, and goes on with the next poll', async () => {
		const { items, hasMore } = await pollAfter(60_000);
		expect(items.length).toBeLessThan(205);
		expect(hasMore).toBe(true);
	});

	it('has no more time where n8n does not tell how much there is', async () => {
		const { items, hasMore } = await pollAfter(86_400_000, NO_BUDGET);
		expect(items.length).toBeLessThan(205);
		expect(hasMore).toBe(true);
	});
});

it('has more to read where a limit was used up', async () => {
	const trigger = new Trigger();
	expect((await trigger.run()).hasMore).toBe(false);
	trigger.onRequest = () => {
		throw problem('wait');
	};
	expect((await trigger.run()).hasMore).toBe(true);
});

it('counts each attempt for a page of the feed; details have limits of their own', async () => {
	const trigger = new Trigger();
	trigger.feed.create('1');
	trigger.onRequest = (_request, options) => {
		for (let attempt = 0; attempt < 3; attempt += 1) options?.onSent?.();
	};
	expect(await trigger.poll()).toHaveLength(1);
	expect(trigger.allowance.sent()).toBe(3);
});
