import type { IDataObject } from 'n8n-workflow';

import { runPoll } from '../../nodes/PartnerHotelReservationTrigger/pollRun';
import {
	stateFormat,
	startProperty,
	type TriggerState,
} from '../../nodes/PartnerHotelReservationTrigger/state';
import { emptyState } from '../../nodes/shared/polling/storedState';
import { TriggerAllowances } from '../../nodes/shared/rateLimit/triggerAllowance';
import { rateScopes } from '../../nodes/shared/transport/rateScopes';
import { ALL_EVENTS } from '../support/reservationTrigger';
import { instant, ModelPms, ZONE, type Change, type ModelReservation, type Weather } from './model/pms';

/** A trigger on the hotels of a chain, polled every minute with the requests that it may send. */

const START = Date.UTC(2026, 10, 20, 10) / 1000;
/** Of all methods without limits of their own (specification, Request rate limits). */
const HOURLY_LIMIT = 3_000;
/** A minute's share of the hour, with a fifth left to others. */
const BUDGET = (HOURLY_LIMIT * 0.8) / 60;
/** What is saved up in ten minutes. */
const BURST = 10 * BUDGET;
const DAY = 86_400;
const DEFAULT_EVENTS = ['checkedIn', 'checkedOut', 'roomChanged'];

class Chain {
	readonly pms: ModelPms;
	readonly properties: string[];
	readonly emitted: IDataObject[] = [];
	state: TriggerState = emptyState(stateFormat);
	private readonly readTimes = new Map<string, number>();
	private polls = 0;
	private readonly allowances: TriggerAllowances;

	/** Requests of an hour. */
	usedByOthers = 0;
	events: readonly string[] = ALL_EVENTS;

	/** @param beside another trigger of the same client, on the same hotels */
	constructor(
		hotels: number,
		private readonly options: { addGuests?: boolean; maxIntervalMs?: number } = {},
		beside?: Chain,
		private readonly name = 'trigger',
	) {
		this.pms = beside?.pms ?? new ModelPms(START - 3_600, false);
		const clock = { now: () => this.pms.now * 1000, sleep: async () => await Promise.resolve() };
		this.allowances = beside?.allowances ?? new TriggerAllowances(rateScopes.default, clock);
		this.properties = Array.from({ length: hotels }, (_, index) => `hotel-${index}`);
	}

	start(now = START): void {
		this.pms.now = now;
		for (const id of this.properties) this.state.properties[id] = startProperty(instant(now));
	}

	/** @returns how many requests the poll sent */
	async poll(): Promise<number> {
		await this.read();
		this.pms.now += 60;
		return this.pms.requests;
	}

	/** @returns whether there is more to read */
	async read(weather: Weather = []): Promise<boolean> {
		jest.spyOn(Date, 'now').mockImplementation(() => this.pms.now * 1000);
		this.pms.face(weather);
		const left = () => 60_000;
		const settings = {
			...{ events: this.events as never, output: 'raw' as const, timeZone: ZONE },
			...{ maxReservations: 500, maxIntervalMs: 15 * 60_000, readTimes: this.readTimes, ...this.options },
		};
		const deadline = { toEnd: left, toHandOver: left };
		const allowance = this.allowances.begin(this.name, this.usedByOthers, this.properties.length);
		const run = runPoll(this.pms.api, this.state, this.properties, settings, allowance, deadline);
		const { items, hasMore } = await run;
		// As n8n saves it; each time would take a fifth of the test.
		if (this.polls++ % 10 === 0) this.state = JSON.parse(JSON.stringify(this.state)) as TriggerState;
		this.emitted.push(...items);
		return hasMore;
	}

	async pollMany(minutes: number): Promise<void> {
		for (let polls = 0; polls < minutes; polls++) await this.poll();
	}

	change(one: ModelReservation, change: Change): void {
		this.pms.change(this.pms.reservations.indexOf(one), change);
	}

	/** Since the hotel was read that was not read for longest; Infinity: one never was. */
	longestUnreadMinutes(): number {
		const times = this.properties.map((id) => this.readTimes.get(id) ?? -Infinity);
		return (this.pms.now * 1000 - Math.min(...times)) / 60_000;
	}

	eventsOf({ number }: ModelReservation): unknown[] {
		return this.emitted.filter((item) => item.number === number).map(({ event }) => event);
	}
}

afterEach(() => jest.restoreAllMocks());

const CHECK_IN: Change = { kind: 'checkIn', stay: 0 };
const room = (name: string): Change => ({ kind: 'room', stay: 0, room: name });

it.each([true, false])(
	'a check-in between the search and the look at rooms comes (details tell when they were changed: %s)',
	async (tellsTimes) => {
		const chain = new Chain(1);
		chain.events = DEFAULT_EVENTS;
		chain.pms.now = START - 7_200;
		const one = chain.pms.create('hotel-0', 1, 3);
		one.startsIn = 0;
		const details = chain.pms.details.bind(chain.pms);
		jest.spyOn(chain.pms, 'details').mockImplementation((number) => {
			if (chain.pms.now < START + 10) {
				chain.pms.now += 20;
				chain.change(one, CHECK_IN);
			}
			const { reservation } = details(number) as { reservation: IDataObject };
			if (!tellsTimes) delete reservation.modifyDateTime;
			return { reservation };
		});
		chain.start();
		await chain.pollMany(3);
		expect(chain.eventsOf(one)).toEqual(['checkedIn']);
	},
);

it('two triggers of thirty hotels each, beside executions, read each hotel in time: details wait for a minute', async () => {
	const minutes = 60;
	const first = new Chain(30, { maxIntervalMs: 4 * 60_000 });
	const second = new Chain(30, { maxIntervalMs: 4 * 60_000 }, first, 'second');
	for (const [index] of second.properties.entries()) second.properties[index] = `other-${index}`;
	const [chains, { pms }] = [[first, second], first];
	const readAt = new Map<string, number>();
	const gaps: number[] = [];
	jest.spyOn(pms, 'search').mockImplementation(function (this: ModelPms, propertyId, query) {
		gaps.push(pms.now - (readAt.get(propertyId) ?? pms.now));
		readAt.set(propertyId, pms.now);
		return ModelPms.prototype.search.call(this, propertyId, query);
	});
	// Two fifths of what the hour allows.
	for (const chain of chains)
		Object.assign(chain, { events: DEFAULT_EVENTS, usedByOthers: 0.4 * HOURLY_LIMIT });
	pms.now = START - 7_200;
	for (const id of chains.flatMap(({ properties }) => properties))
		for (let days = 0; days < 20; days++) pms.create(id, 1, 1 + (days % 5)).startsIn = days;
	for (const chain of chains) chain.start();
	for (let minute = 0; minute < minutes; minute++) {
		const began = pms.now;
		for (const chain of chains) await chain.read();
		// Polls are a little early or late.
		pms.now = began + 60 + (minute % 3) / 5 - 0.2;
		for (let made = 0; made < 7; made++) {
			const { properties } = chains[made % 2] as Chain;
			pms.create(properties[(minute * 7 + made * 11) % properties.length] as string, 1 + (made % 2), 3);
		}
	}
	expect(gaps.length).toBeGreaterThan(minutes * 14);
	expect(gaps.filter((gap) => gap > 4.5 * 60).length).toBeLessThanOrEqual(3);
	// What is new is looked at within some minutes.
	const waiting = chains.flatMap(({ state }) =>
		Object.values(state.properties).flatMap(({ backlog }) => backlog),
	);
	expect(waiting.length).toBeLessThan(50);
});

describe.each([20, 60])('with %i hotels', (hotels) => {
	it('a reservation whose details failed is read again, and its check-in comes', async () => {
		const chain = new Chain(hotels);
		const reservations = chain.properties.map((id) => chain.pms.create(id, 1));
		chain.start();
		await chain.pollMany(30);
		const [failing, other] = [reservations[3], reservations[7]] as ModelReservation[] as [
			ModelReservation,
			ModelReservation,
		];
		for (const one of [failing, other]) chain.change(one, CHECK_IN);
		failing.broken = true;
		await chain.pollMany(10);
		expect(chain.eventsOf(other)).toEqual(['checkedIn']);
		failing.broken = false;
		await chain.pollMany(10);
		expect(chain.eventsOf(failing)).toEqual(['checkedIn']);
	});

	it('guests who were there at the start and move to another room are told of', async () => {
		const chain = new Chain(hotels);
		const reservations = chain.properties.map((id) => chain.pms.create(id, 1));
		for (const one of reservations) {
			chain.change(one, room('101'));
			chain.change(one, CHECK_IN);
		}
		chain.start();
		await chain.pollMany(60);
		expect(chain.emitted).toEqual([]);
		for (const one of reservations) chain.change(one, room('102'));
		await chain.pollMany(20);
		for (const one of reservations)
			expect([one.number, chain.eventsOf(one)]).toEqual([one.number, ['roomChanged']]);
	});

	it.each([
		['the limit was used up', 'wait' as const],
		['they failed', true],
	])('those whose details could not be read at first, too: %s', async (_, broken) => {
		const chain = new Chain(hotels);
		const reservations = chain.properties.map((id) => chain.pms.create(id, 1));
		for (const one of reservations) {
			chain.change(one, room('101'));
			chain.change(one, CHECK_IN);
			one.broken = broken;
		}
		chain.start();
		await chain.pollMany(30);
		for (const one of reservations) one.broken = false;
		await chain.pollMany(30);
		for (const one of reservations) chain.change(one, room('102'));
		await chain.pollMany(20);
		for (const one of reservations)
			expect([one.number, chain.eventsOf(one)]).toEqual([one.number, ['roomChanged']]);
	});

	it('those who arrive weeks later, too', async () => {
		const chain = new Chain(hotels);
		const far = chain.pms.create(chain.properties[0] as string, 1);
		far.startsIn = 20;
		chain.change(far, room('101'));
		chain.start();
		await chain.pollMany(30);
		chain.pms.now += 19 * DAY;
		await chain.pollMany(60);
		chain.change(far, room('102'));
		await chain.pollMany(10);
		expect(chain.eventsOf(far)).toEqual(['roomChanged']);
	});
});

/** Hotels of which the list of what was there is complete. */
function listed({ state, properties }: Chain): string[] {
	return properties.filter((id) => state.properties[id]?.listedAt !== undefined);
}

describe('with 200 hotels, before the list of what was there is complete', () => {
	it('check-ins come within half an hour, and it is complete within an hour', async () => {
		const chain = new Chain(200);
		const reservations = chain.properties.map((id) => chain.pms.create(id, 1));
		chain.start();
		await chain.poll();
		for (const one of reservations) chain.change(one, CHECK_IN);
		await chain.pollMany(30);
		expect(listed(chain).length).toBeLessThan(100);
		const late = reservations.filter((one) => !chain.eventsOf(one).includes('checkedIn'));
		expect(late).toEqual([]);
		await chain.pollMany(30);
		expect(listed(chain)).toEqual(chain.properties);
	});

	it('what was there is changed, and what is made is new, also if it was listed as an earlier one', async () => {
		const chain = new Chain(200);
		chain.pms.hasBookings = true;
		const [first = ''] = chain.properties;
		const old = chain.pms.create(first, 1);
		const cancelled = chain.pms.create(first, 1);
		chain.start();
		const made = chain.pms.create(first, 1);
		await chain.pollMany(40);
		const later = chain.pms.create(first, 1);
		chain.change(old, { kind: 'pay' });
		chain.change(cancelled, { kind: 'cancel' });
		await chain.pollMany(120);
		expect(chain.state.properties[first]?.listedAt).toBeDefined();
		expect([made, later, old, cancelled].map((one) => chain.eventsOf(one))).toEqual([
			['new'],
			['new'],
			['changed'],
			['cancelled'],
		]);
	});

	it('while the limit of bookings is used up, what needs them waits, and nothing else', async () => {
		const chain = new Chain(200);
		chain.pms.hasBookings = true;
		chain.pms.bookingFailure = 'wait';
		const [first = '', second = ''] = chain.properties;
		const old = chain.pms.create(first, 1);
		const arriving = chain.pms.create(second, 1);
		chain.start();
		chain.change(old, { kind: 'pay' });
		await chain.pollMany(100);
		chain.change(arriving, CHECK_IN);
		await chain.pollMany(15);
		expect([old, arriving].map((one) => chain.eventsOf(one))).toEqual([[], ['checkedIn']]);
		chain.pms.bookingFailure = undefined;
		await chain.pollMany(5);
		expect(chain.eventsOf(old)).toEqual(['changed']);
	});

	it('a payment of a guest who left weeks ago is changed, though its booking is not there', async () => {
		const chain = new Chain(200);
		const [first = ''] = chain.properties;
		const over = chain.pms.create(first, 1, 2);
		chain.pms.now += 30 * DAY;
		chain.start(chain.pms.now);
		chain.change(over, { kind: 'pay' });
		await chain.pollMany(20);
		expect(chain.state.properties[first]?.listedAt).toBeUndefined();
		expect(chain.eventsOf(over)).toEqual(['changed']);
	});
});

it('where a hotel has its turn each quarter of an hour, the list of what was there comes on', async () => {
	const chain = new Chain(160);
	chain.usedByOthers = 0.7 * HOURLY_LIMIT;
	chain.start();
	await chain.pollMany(100);
	const parts = chain.properties.map((id) => chain.state.properties[id]?.listing?.part ?? Infinity);
	expect(Math.min(...parts)).toBeGreaterThan(2);
});

describe('with the default events', () => {
	function withDefaults(hotels: number): Chain {
		const chain = new Chain(hotels);
		chain.pms.hasBookings = true;
		chain.events = DEFAULT_EVENTS;
		return chain;
	}

	const threeAt = (chain: Chain, hotel: string) =>
		[1, 2, 3].map(() => chain.pms.create(hotel, 1)) as [ModelReservation, ModelReservation, ModelReservation];

	it('the list of what was there at the start takes one search of each of 200 hotels', async () => {
		const chain = withDefaults(200);
		chain.start();
		await chain.pollMany(12);
		expect(listed(chain)).toEqual(chain.properties);
	});

	it('guests who were there, come or move are told from the others, without their bookings', async () => {
		const chain = withDefaults(2);
		const [first = ''] = chain.properties;
		const [there, comes, far] = threeAt(chain, first);
		for (const one of [there, comes]) chain.change(one, room('101'));
		far.startsIn = 30;
		chain.change(there, CHECK_IN);
		chain.start();
		await chain.pollMany(5);
		chain.pms.bookingFailure = 'wait';
		chain.change(there, { kind: 'pay' });
		chain.change(far, { kind: 'pay' });
		chain.change(comes, CHECK_IN);
		await chain.pollMany(2);
		chain.change(there, room('102'));
		await chain.pollMany(2);
		expect([there, comes, far].map((one) => chain.eventsOf(one))).toEqual([
			['roomChanged'],
			['checkedIn'],
			[],
		]);
	});

	it('and others later, what was there is no new reservation', async () => {
		const chain = withDefaults(2);
		const [first = ''] = chain.properties;
		const [near, far, cancelled] = threeAt(chain, first);
		for (const one of [far, cancelled]) one.startsIn = 200;
		chain.change(cancelled, { kind: 'cancel' });
		chain.start();
		const made = chain.pms.create(first, 1);
		await chain.pollMany(5);
		expect(chain.state.properties[first]?.listedAt).toBeDefined();
		chain.events = ALL_EVENTS;
		chain.change(near, { kind: 'pay' });
		chain.change(far, { kind: 'pay' });
		chain.change(cancelled, { kind: 'revive' });
		const later = chain.pms.create(first, 1);
		await chain.pollMany(5);
		chain.change(made, { kind: 'pay' });
		await chain.pollMany(5);
		expect([near, far, cancelled, made, later].map((one) => chain.eventsOf(one))).toEqual([
			['changed'],
			['changed'],
			['changed'],
			['changed'],
			['new'],
		]);
	});
});

describe('where the requests allow no second look at what a search lists again', () => {
	it('a check-in comes, however soon after a look at a change of room', async () => {
		const chain = new Chain(130);
		const guests = chain.properties.map((id, index) => ({
			one: chain.pms.create(id, 1),
			moves: index % 20,
			arrivesAfter: 1 + (index % 7),
		}));
		for (const { one } of guests) chain.change(one, room('101'));
		chain.start();
		await chain.pollMany(200);
		const toldAt = new Map<ModelReservation, number>();
		for (let minute = 0; minute < 80; minute++) {
			for (const { one, moves, arrivesAfter } of guests) {
				if (minute === moves) chain.change(one, room('102'));
				if (!toldAt.has(one) && chain.eventsOf(one).includes('roomChanged')) toldAt.set(one, minute);
				if (minute - (toldAt.get(one) ?? NaN) === arrivesAfter) chain.change(one, CHECK_IN);
			}
			await chain.poll();
		}
		const events = guests.map(({ one }) => chain.eventsOf(one));
		expect(events).toEqual(guests.map(() => ['roomChanged', 'checkedIn']));
	});

	it('the details of most reservations are read once', async () => {
		const chain = new Chain(130);
		chain.start();
		await chain.pollMany(60);
		const before = chain.pms.detailsRead;
		const [minutes, made] = [100, 300];
		for (let minute = 0; minute < minutes; minute++) {
			for (let index = 0; index < made / minutes; index++)
				chain.pms.create(chain.properties[(minute * 37 + index * 11) % 130] as string, 1);
			await chain.poll();
		}
		await chain.pollMany(20);
		const told = new Set(chain.emitted.map(({ number }) => number));
		expect(told.size).toBe(made);
		expect((chain.pms.detailsRead - before) / made).toBeLessThan(1.4);
	});
});

it('where they allow it, a check-in a minute after a look at a change of room comes with the next poll', async () => {
	const chain = new Chain(3);
	const arriving = chain.pms.create(chain.properties[0] as string, 1);
	chain.change(arriving, room('101'));
	chain.start();
	await chain.pollMany(30);
	chain.change(arriving, room('102'));
	await chain.pollMany(4);
	chain.change(arriving, CHECK_IN);
	await chain.poll();
	expect(chain.eventsOf(arriving)).toEqual(['roomChanged', 'checkedIn']);
});

it('a check-in comes, though more than the requests allow to read changes in another hotel', async () => {
	const chain = new Chain(2);
	const many = (id: string | undefined) =>
		Array.from({ length: 150 }, () => chain.pms.create(id as string, 1));
	const [changing, lively] = chain.properties.map(many) as [ModelReservation[], ModelReservation[]];
	const [arriving] = lively as [ModelReservation];
	chain.start();
	await chain.pollMany(60);
	for (let times = 0; times < 3; times++) {
		for (const one of lively) chain.change(one, { kind: 'pay' });
		await chain.pollMany(20);
	}
	chain.usedByOthers = HOURLY_LIMIT;
	await chain.pollMany(15);
	for (const one of changing) chain.change(one, { kind: 'pay' });
	await chain.pollMany(5);
	chain.change(arriving, CHECK_IN);
	for (let times = 0; times < 30; times++) {
		for (const one of changing) chain.change(one, { kind: 'pay' });
		await chain.poll();
	}
	expect(chain.eventsOf(arriving)).toContain('checkedIn');
});

it('has more to read where a limit was used up', async () => {
	const chain = new Chain(1);
	chain.start();
	await chain.pollMany(30);
	expect(await chain.read()).toBe(false);
	expect(await chain.read(['wait'])).toBe(true);
});

it.each([400, 404, 410, 422])('a page token refused with %i does not hold up the hotel', async (status) => {
	const chain = new Chain(1);
	chain.start();
	await chain.pollMany(10);
	const made = Array.from({ length: 10 }, () => chain.pms.create(chain.properties[0] as string, 1));
	chain.pms.refuseTokens(status);
	await chain.pollMany(2);
	for (const one of made) expect(chain.eventsOf(one)).toEqual(['new']);
});

it('everything that a poll sends is counted, also for the guests', async () => {
	const chain = new Chain(5, { addGuests: true });
	chain.start();
	await chain.pollMany(5);
	const reservations = chain.properties.flatMap((id) =>
		Array.from({ length: 20 }, () => chain.pms.create(id, 2)),
	);
	const requests: number[] = [];
	for (let polls = 0; polls < 60; polls++) requests.push(await chain.poll());
	for (const one of reservations) expect(chain.eventsOf(one)).toEqual(['new']);
	// What was too much in one poll is missing in the next ones.
	const inHalfAnHour = requests.slice(0, 30).reduce((sum, sent) => sum + sent, 0);
	expect(inHalfAnHour).toBeGreaterThan(20 * BUDGET);
	expect(inHalfAnHour).toBeLessThanOrEqual(30 * BUDGET + BURST);
});

it('four triggers of one client read a burst of changes together: a check-in behind it is not late', async () => {
	const first = new Chain(3);
	const others = ['second', 'third', 'fourth'].map((name) => new Chain(3, {}, first, name));
	const all = [first, ...others];
	const { pms, properties } = first;
	pms.pageSize = 200;
	const [arriving, ...changing] = Array.from({ length: 201 }, () =>
		pms.create(properties[0] as string, 1),
	) as [ModelReservation, ...ModelReservation[]];
	for (const one of all) one.start();
	const pollMany = async (minutes: number) => {
		for (let polls = 0; polls < minutes; polls++) {
			for (const one of all) {
				await one.read();
				pms.now += 15;
			}
		}
	};
	await pollMany(60);
	for (const one of changing) first.change(one, { kind: 'pay' });
	await pollMany(1);
	first.change(arriving, CHECK_IN);
	await pollMany(15);
	for (const one of all) expect(one.eventsOf(arriving)).toEqual(['checkedIn']);
});

/** Triggers of one client, with 30 hotels of their own each. */
function chainsOf(count: number, addGuests = false): Chain[] {
	const options = { maxIntervalMs: 4 * 60_000, addGuests };
	const first = new Chain(30, options);
	first.pms.pageSize = 100;
	const others = Array.from({ length: count - 1 }, (_, one) => {
		const chain = new Chain(30, options, first, `trigger-${one}`);
		chain.properties.splice(0, 30, ...first.properties.map((id) => `${id}-of-${one}`));
		return chain;
	});
	return [first, ...others];
}

async function pollAll(chains: readonly Chain[], minutes: number): Promise<void> {
	for (let polls = 0; polls < minutes; polls++) {
		for (const one of chains) await one.read();
		(chains[0] as Chain).pms.now += 60;
	}
}

describe('of many triggers of one client, with 30 hotels each', () => {
	const guestsOf = (chains: readonly Chain[], hotels: number) =>
		chains.flatMap((chain) =>
			chain.properties.slice(0, hotels).map((id) => ({ chain, one: chain.pms.create(id, 1) })),
		);

	it('each tells of guests who were there at the start and move to another room', async () => {
		const chains = chainsOf(8);
		const guests = guestsOf(chains, 30);
		for (const { chain, one } of guests) {
			chain.change(one, room('101'));
			chain.change(one, CHECK_IN);
		}
		for (const one of chains) one.start();
		await pollAll(chains, 180);
		for (const { chain, one } of guests) chain.change(one, room('102'));
		await pollAll(chains, 60);
		const without = guests.filter(({ chain, one }) => !chain.eventsOf(one).includes('roomChanged'));
		expect(without.map(({ one }) => one.number)).toEqual([]);
	});

	it.each([
		['', 8, false],
		[', with guests', 12, true],
	])('each reads a reservation again whose details failed%s', async (_, count, addGuests) => {
		const chains = chainsOf(count, addGuests);
		const guests = guestsOf(chains, 1);
		for (const one of chains) one.start();
		await pollAll(chains, 60);
		for (const { chain, one } of guests) {
			chain.change(one, CHECK_IN);
			one.broken = true;
		}
		await pollAll(chains, 20);
		for (const { one } of guests) one.broken = false;
		await pollAll(chains, 30);
		for (const { chain, one } of guests) expect(chain.eventsOf(one)).toEqual(['checkedIn']);
	});
});

// Five payments a minute, of four requests each, from the start on: what was used in twenty minutes, for an hour.
it.each([
	['alone', 0, DEFAULT_EVENTS, 3],
	['alone, all events', 0, ALL_EVENTS, 3],
	['beside 1,200 requests of executions an hour', 1_200, DEFAULT_EVENTS, 5],
	['beside 1,200 requests of executions an hour, all events', 1_200, ALL_EVENTS, 5],
])(
	'two triggers of 30 hotels each, %s: the longest time without a read',
	async (_, perHour, events, minutes) => {
		let draws = 0;
		jest.spyOn(Math, 'random').mockImplementation(() => (draws++ * 0.618) % 1);
		const both = chainsOf(2);
		const [first] = both as [Chain];
		const { pms } = first;
		const hotels = both.flatMap(({ properties }) => properties);
		const guests = hotels.flatMap((id) => [1, 2, 3, 4].map(() => pms.create(id, 1)));
		for (const one of guests) {
			first.change(one, room('101'));
			first.change(one, CHECK_IN);
		}
		for (const one of both) {
			one.events = events;
			one.start();
		}
		const unread: number[] = [];
		for (let minute = 0; minute < 75; minute++) {
			for (const one of both) one.usedByOthers = perHour * Math.min(1, (minute + 3) / 20);
			for (let made = 0; made < 3; made++) {
				pms.create(hotels[(minute * 37 + made * 11) % hotels.length] as string, 1);
				first.change(guests[(minute * 31 + made * 17) % guests.length] as ModelReservation, { kind: 'pay' });
			}
			await pollAll(both, 1);
			if (minute >= 5) unread.push(...both.map((one) => one.longestUnreadMinutes()));
		}
		expect(Math.max(...unread)).toBeLessThanOrEqual(minutes);
	},
);
