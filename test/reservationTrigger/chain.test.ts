import type { IDataObject } from 'n8n-workflow';

import { runPoll } from '../../nodes/PartnerHotelReservationTrigger/pollRun';
import {
	emptyState,
	startProperty,
	type TriggerState,
} from '../../nodes/PartnerHotelReservationTrigger/state';
import { TriggerAllowances } from '../../nodes/shared/rateLimit/triggerAllowance';
import { rateScopes } from '../../nodes/shared/transport/rateScopes';
import { ALL_EVENTS } from '../support/reservationTrigger';
import { instant, ModelPms, ZONE, type Change, type ModelReservation } from './model/pms';

/** A trigger on the hotels of a chain, polled every minute with the requests that it may send. */

const START = Date.UTC(2026, 10, 20, 10) / 1000;
/** Of all methods without limits of their own (specification, Request rate limits). */
const HOURLY_LIMIT = 3_000;
/** A minute's share of the hour, with a fifth left to others. */
const BUDGET = (HOURLY_LIMIT * 0.8) / 60;
/** What is saved up in ten minutes. */
const BURST = 10 * BUDGET;
const DAY = 86_400;

class Chain {
	readonly pms = new ModelPms(START - 3_600, false);
	readonly properties: string[];
	readonly emitted: IDataObject[] = [];
	state: TriggerState = emptyState();
	private readonly readTimes = new Map<string, number>();
	private readonly allowances = new TriggerAllowances(rateScopes.default, {
		now: () => this.pms.now * 1000,
		sleep: async () => await Promise.resolve(),
	});

	/** Requests of an hour. */
	usedByOthers = 0;

	constructor(
		hotels: number,
		private readonly options: { addGuests?: boolean } = {},
	) {
		this.properties = Array.from({ length: hotels }, (_, index) => `hotel-${index}`);
	}

	start(): void {
		this.pms.now = START;
		for (const id of this.properties) this.state.properties[id] = startProperty(instant(START));
	}

	/** @returns how many requests the poll sent */
	async poll(): Promise<number> {
		jest.spyOn(Date, 'now').mockImplementation(() => this.pms.now * 1000);
		this.pms.face([]);
		const left = () => 60_000;
		const settings = {
			...{ events: ALL_EVENTS as never, output: 'raw' as const, timeZone: ZONE, ...this.options },
			...{ maxReservations: 500, atLeastEveryMs: 15 * 60_000, readTimes: this.readTimes },
		};
		const deadline = { atMost: left, toHandOver: left };
		const allowance = this.allowances.begin('trigger', this.usedByOthers);
		const { items } = await runPoll(this.pms.api, this.state, this.properties, settings, allowance, deadline);
		this.state = JSON.parse(JSON.stringify(this.state)) as TriggerState;
		this.emitted.push(...items);
		this.pms.now += 60;
		return this.pms.requests;
	}

	async pollMany(minutes: number): Promise<void> {
		for (let polls = 0; polls < minutes; polls++) await this.poll();
	}

	change(one: ModelReservation, change: Change): void {
		this.pms.change(this.pms.reservations.indexOf(one), change);
	}

	eventsOf({ number }: ModelReservation): unknown[] {
		return this.emitted.filter((item) => item.number === number).map(({ event }) => event);
	}
}

afterEach(() => jest.restoreAllMocks());

const CHECK_IN: Change = { kind: 'checkIn', stay: 0 };
const room = (name: string): Change => ({ kind: 'room', stay: 0, room: name });

describe.each([20, 30, 60])('with %i hotels', (hotels) => {
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
