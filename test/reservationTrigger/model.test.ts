import fc, { runs } from '../support/fastCheck';
import type { IDataObject } from 'n8n-workflow';

import { runPoll } from '../../nodes/PartnerHotelReservationTrigger/pollRun';
import type { ReservationEvent } from '../../nodes/PartnerHotelReservationTrigger/occurrence';
import type * as retention from '../../nodes/PartnerHotelReservationTrigger/retention';
import {
	stateFormat,
	startProperty,
	type TriggerState,
} from '../../nodes/PartnerHotelReservationTrigger/state';
import { emptyState } from '../../nodes/shared/polling/storedState';
import { allowanceOf } from '../support/allowance';
import {
	instant,
	ModelPms,
	ZONE,
	type Change,
	type ModelReservation,
	type ModelStay,
	type Snapshot,
	type Weather,
} from './model/pms';

/** Characters that the state may remember, if less than in practice. */
let mockMaxRemembered: number | undefined;

jest.mock('../../nodes/PartnerHotelReservationTrigger/retention', () => {
	const actual = jest.requireActual<typeof retention>('../../nodes/PartnerHotelReservationTrigger/retention');
	return {
		...actual,
		boundReservationMemory: (state: TriggerState) => actual.boundReservationMemory(state, mockMaxRemembered),
	};
});

/**
 * The trigger against a model of the PMS, in thousands of random histories. A poll may be cut short, meet failures, or
 * crash before n8n saved what it did; the details of a reservation may fail for long; the search may show a change late;
 * clocks are set back in between.
 */

const PROPERTIES = ['1', '2'];
const ALL: ReservationEvent[] = ['new', 'changed', 'cancelled', 'checkedIn', 'checkedOut', 'roomChanged'];
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Some minutes before the clocks in Berlin are set back, from three to two. */
const NIGHT = Date.UTC(2026, 9, 25, 0, 40) / 1000;
/** The search shows a change within this time. */
const LATEST = 50 * MINUTE;

interface PollPlan {
	/** Requests until its time is up. */
	time: number;
	maxReservations: number;
	maxRequests: number;
	weather: Weather;
	/** n8n dies: neither the items nor the state are kept. */
	crashes: boolean;
}

type Step =
	| { do: 'create'; property: string; stays: number; nights?: number }
	| { do: 'change'; reservation: number; change: Change; late: number }
	| { do: 'break' | 'mend'; reservation: number }
	| { do: 'advance'; seconds: number }
	| { do: 'poll' | 'pollAnother'; plan: PollPlan };

const CALM: PollPlan = { time: 1000, maxReservations: 500, maxRequests: 200, weather: [], crashes: false };
/** Half of them are used by the searches of all properties. */
const SCARCE: PollPlan = { ...CALM, maxRequests: 4 * PROPERTIES.length };
const SCARCE_EVERY = 12 * MINUTE;

const pollPlan: fc.Arbitrary<PollPlan> = fc.record({
	time: fc.oneof(fc.integer({ min: 0, max: 15 }), fc.constant(1000)),
	maxReservations: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(500)),
	maxRequests: fc.oneof(fc.integer({ min: 4, max: 20 }), fc.constant(200)),
	weather: fc.array(
		fc.oneof(
			{ weight: 4, arbitrary: fc.constant(undefined) },
			fc.constantFrom(500, 403, 429),
			fc.constant('wait' as const),
		),
		{ maxLength: 6 },
	),
	crashes: fc.boolean(),
});

const change: fc.Arbitrary<Change> = fc.oneof(
	fc.record({ kind: fc.constantFrom('pay' as const, 'cancel' as const, 'revive' as const) }),
	fc.record({
		kind: fc.constantFrom('checkIn' as const, 'checkOut' as const, 'withdraw' as const, 'correct' as const),
		stay: fc.nat({ max: 1 }),
	}),
	fc.record({
		kind: fc.constant('room' as const),
		stay: fc.nat({ max: 1 }),
		room: fc.constantFrom('101', '102', null),
	}),
);

/** @param longest seconds between two steps @param latest seconds until the search shows a change */
function stepOf(longest: number, latest: number): fc.Arbitrary<Step> {
	const reservation = fc.nat({ max: 12 });
	return fc.oneof(
		{
			weight: 4,
			arbitrary: fc.record({
				do: fc.constant('create' as const),
				property: fc.constantFrom(...PROPERTIES),
				stays: fc.integer({ min: 1, max: 2 }),
				nights: fc.constantFrom(1, 3, 60),
			}),
		},
		{
			weight: 8,
			arbitrary: fc.record({
				do: fc.constant('change' as const),
				reservation,
				change,
				late: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: latest })),
			}),
		},
		{
			weight: 1,
			arbitrary: fc.record({ do: fc.constantFrom('break' as const, 'mend' as const), reservation }),
		},
		{
			weight: 4,
			arbitrary: fc.record({ do: fc.constant('advance' as const), seconds: fc.nat({ max: longest }) }),
		},
		{ weight: 5, arbitrary: fc.record({ do: fc.constant('poll' as const), plan: pollPlan }) },
		{ weight: 2, arbitrary: fc.record({ do: fc.constant('pollAnother' as const), plan: pollPlan }) },
	);
}

interface WorldSettings {
	listsTimes: boolean;
	hasBookings?: boolean;
	/** At last, the requests are enough for searches and for what is news. */
	isScarce?: boolean;
	events: readonly ReservationEvent[];
	/** Taken before the start. */
	before: readonly Step[];
}

/** A trigger beside the model, with what reached the workflow. Another one of the same client reads the same. */
class World {
	readonly pms: ModelPms;
	readonly emitted: IDataObject[] = [];
	state: TriggerState = emptyState(stateFormat);
	private another: TriggerState = emptyState(stateFormat);
	start = 0;
	/** The last version of each reservation before the start. */
	readonly versionsBefore = new Map<string, number>();
	private readonly readTimes = new Map<string, number>();
	private readonly clock = jest.spyOn(Date, 'now');

	constructor(private readonly settings: WorldSettings) {
		this.pms = new ModelPms(NIGHT - 3 * HOUR, settings.listsTimes);
		this.pms.hasBookings = settings.hasBookings ?? false;
	}

	async live(steps: readonly Step[]): Promise<this> {
		for (const step of this.settings.before)
			if (step.do !== 'poll' && step.do !== 'pollAnother') await this.take({ ...step, late: 0 } as Step);
		for (const one of this.pms.reservations) {
			one.broken = false;
			this.versionsBefore.set(one.number, (one.history.at(-1) as Snapshot).version);
		}
		this.pms.now = Math.max(this.pms.now + 5 * MINUTE, NIGHT);
		this.start = this.pms.now;
		for (const id of PROPERTIES)
			for (const state of [this.state, this.another])
				state.properties[id] = startProperty(instant(this.start));
		for (const step of steps) await this.take(step);
		await this.settle();
		this.clock.mockRestore();
		return this;
	}

	private async take(step: Step): Promise<void> {
		switch (step.do) {
			case 'create':
				return void this.pms.create(step.property, step.stays, step.nights);
			case 'change':
				return this.pms.change(step.reservation, step.change, step.late);
			case 'advance':
				this.pms.now += step.seconds;
				return;
			case 'poll':
				return await this.poll(step.plan);
			case 'pollAnother':
				this.another = (await this.run(this.another, step.plan, new Map())).state;
				return;
			default: {
				const { reservations } = this.pms;
				const one = reservations[step.reservation % Math.max(reservations.length, 1)];
				if (one) one.broken = step.do === 'break';
			}
		}
	}

	private async poll(plan: PollPlan): Promise<void> {
		const { state, items } = await this.run(this.state, plan, this.readTimes);
		this.pms.now += 1;
		if (plan.crashes) return;
		this.state = state;
		this.emitted.push(...items);
	}

	private async run(
		before: TriggerState,
		{ time, maxReservations, maxRequests, weather }: PollPlan,
		readTimes: Map<string, number>,
	): Promise<{ state: TriggerState; items: IDataObject[] }> {
		this.clock.mockImplementation(() => this.pms.now * 1000);
		this.pms.face(weather);
		const state = JSON.parse(JSON.stringify(before)) as TriggerState;
		const left = () => (this.pms.requests < time ? 60_000 : 0);
		const settings = {
			events: this.settings.events,
			output: 'raw' as const,
			timeZone: ZONE,
			maxReservations,
			maxIntervalMs: 15 * 60_000,
			readTimes,
		};
		const { items } = await runPoll(this.pms.api, state, PROPERTIES, settings, allowanceOf(maxRequests), {
			toEnd: left,
			toHandOver: left,
		});
		return { state: JSON.parse(JSON.stringify(state)) as TriggerState, items };
	}

	/** Polls until everything is told, also what the search shows late. */
	private async settle(): Promise<void> {
		for (const one of this.pms.reservations) one.broken = false;
		if (this.settings.isScarce) {
			const end = this.pms.now + 3 * (LATEST + 15 * MINUTE);
			for (; this.pms.now < end; this.pms.now += SCARCE_EVERY) await this.poll(SCARCE);
			return;
		}
		for (let hours = 0; hours < 3; hours++) {
			for (let polls = 0; polls < 3; polls++) await this.poll(CALM);
			this.pms.now += LATEST + 15 * MINUTE;
		}
		for (let polls = 0; polls < 3; polls++) await this.poll(CALM);
	}

	/** Epoch seconds at which the list of earlier reservations was complete. */
	listedAt(propertyId: string): number {
		return Date.parse(this.state.properties[propertyId]?.listedAt ?? '') / 1000;
	}

	of({ number }: ModelReservation): IDataObject[] {
		return this.emitted.filter((item) => item.number === number);
	}
}

const versionIn = ({ reservation }: IDataObject) =>
	Number((reservation as IDataObject | undefined)?.customerComment);

function expectNothingTwice(world: World): void {
	const told = world.emitted.map((item) => `${String(item.number)} ${versionIn(item)} ${String(item.event)}`);
	expect(told).toEqual([...new Set(told)]);
	for (const one of world.pms.reservations) {
		const versions = world.of(one).map(versionIn);
		expect(versions).toEqual([...versions].sort((a, b) => a - b));
	}
}

/** With all events chosen: the last state of each reservation was told, unless it is that from before the start. */
function expectNothingLost(world: World): void {
	for (const one of world.pms.reservations) {
		const { version } = one.history.at(-1) as Snapshot;
		const isOld = world.versionsBefore.get(one.number) === version;
		expect([one.number, world.of(one).map(versionIn).at(-1)]).toEqual([
			one.number,
			isOld ? undefined : version,
		]);
	}
}

/** A reservation is new once, and each check-in and check-out comes once, whatever was forgotten. */
function expectFactsOnce(world: World, knowsCreation: boolean): void {
	for (const one of world.pms.reservations) {
		const count = (event: string) => world.of(one).filter((item) => item.event === event).length;
		if (knowsCreation) expect(count('new')).toBeLessThanOrEqual(1);
		for (const [event, field] of [
			['checkedIn', 'checkIn'],
			['checkedOut', 'checkOut'],
		] as const) {
			const happened = one.history.filter(({ stays }, version) =>
				stays.some((stay, n) => stay[field] !== null && !one.history[version - 1]?.stays[n]?.[field]),
			);
			expect(count(event)).toBeLessThanOrEqual(happened.length);
		}
	}
}

const isCancelled = ({ cancelled }: Snapshot) => cancelled;
const isIn = (status: string | undefined) => status === 'CheckedIn' || status === 'CheckedOut';

/** What a look at two states tells. */
function eventsBetween(before: Snapshot | undefined, now: Snapshot): string[] {
	if (now.cancelled) return [before?.cancelled ? 'changed' : 'cancelled'];
	const pairs = now.stays.map((stay, position) => [before?.stays[position], stay] as const);
	const events = [
		...(pairs.some(([was, is]) => isIn(is.status) && !isIn(was?.status)) ? ['checkedIn'] : []),
		...(pairs.some(
			([was, is]) =>
				was !== undefined &&
				was.status !== 'Cancelled' &&
				was.room !== is.room &&
				(was.room !== null || !isIn(is.status)),
		)
			? ['roomChanged']
			: []),
		...(pairs.some(([was, is]) => is.status === 'CheckedOut' && was?.status !== 'CheckedOut')
			? ['checkedOut']
			: []),
	];
	if (before === undefined) return ['new', ...events.filter((event) => event !== 'roomChanged')];
	return events.length > 0 ? events : ['changed'];
}

const recordedSince = (stay: ModelStay | undefined, { pms, start }: World) =>
	stay?.checkIn !== null && stay !== undefined && (stay.checkIn as string) >= pms.local(start - HOUR);

/** The list of what was there reaches back to the start for a week. */
function isOver(world: World, one: ModelReservation): boolean {
	const { pms, start } = world;
	const isUnlisted = one.created < start || world.listedAt(one.propertyId) > start + 7 * DAY;
	return pms.now > pms.endOf(one) + (isUnlisted ? 1 : 13) * DAY;
}

/**
 * Each look at a reservation tells what happened since the one before. For a reservation from before the start that was
 * never looked at, the room of before is unknown.
 * @param isExact the search tells times
 * @param knowsCreation that, or the bookings tell when each reservation was made
 */
function expectRightEvents(world: World, isExact: boolean, knowsCreation = isExact): void {
	for (const one of world.pms.reservations) {
		const versionBefore = world.versionsBefore.get(one.number);
		let before = versionBefore === undefined ? undefined : one.history[versionBefore];
		const items = world.of(one);
		for (const [index, version] of [...new Set(items.map(versionIn))].entries()) {
			const now = one.history[version] as Snapshot;
			const told = items.filter((item) => versionIn(item) === version).map(({ event }) => String(event));
			const expected = [eventsBetween(before, now)];
			if (index === 0 && before !== undefined) {
				const withRooms = {
					...before,
					stays: before.stays.map((stay, n) => ({ ...stay, room: now.stays[n]?.room ?? null })),
				};
				const anew = {
					...withRooms,
					stays: withRooms.stays.map((stay, n) =>
						recordedSince(now.stays[n], world) ? { ...stay, status: 'New' as const } : stay,
					),
				};
				expected.push(eventsBetween(withRooms, now), eventsBetween(anew, now));
				expected.push(eventsBetween({ ...before, cancelled: false }, now));
				if (!knowsCreation) expected.push(eventsBetween(undefined, now));
				// Numbers alone do not tell since when one is cancelled that the list shows as cancelled.
				const wasListedCancelled = one.history.slice(before.version + 1, version).some(isCancelled);
				if (!isExact && wasListedCancelled) expected.push(eventsBetween({ ...before, cancelled: true }, now));
			}
			// Where the search tells no times, one that was made while the list was read can pass for an earlier one.
			if (
				index === 0 &&
				before === undefined &&
				!knowsCreation &&
				one.created <= world.listedAt(one.propertyId)
			) {
				const stays = now.stays.map((stay) => ({ ...stay, status: 'New' as const }));
				expected.push(eventsBetween({ version: -1, cancelled: false, stays }, now));
			}
			// With numbers only, stays that were over before the first list can be from before the start.
			if (index === 0 && before === undefined && !isExact && isOver(world, one)) {
				const stays = now.stays.map((stay) => ({ ...stay, status: 'New' as const }));
				for (const cancelled of [false, now.cancelled])
					expected.push(eventsBetween({ version: -1, cancelled, stays }, now));
			}
			// Of stays that were over at the start, and two weeks after the departure, rooms and cancellation are unknown.
			if (before !== undefined && isOver(world, one)) {
				const rooms = before.stays.map((stay, n) => ({ ...stay, room: now.stays[n]?.room ?? null }));
				expected.push(eventsBetween({ ...before, stays: rooms }, now));
				expected.push(eventsBetween({ ...before, stays: rooms, cancelled: now.cancelled }, now));
			}
			expect(expected).toContainEqual(told);
			before = now;
		}
	}
}

const histories = (longest: number, latest: number) =>
	fc.record({
		before: fc.array(stepOf(10 * MINUTE, 0), { maxLength: 12 }),
		steps: fc.array(stepOf(longest, latest), { minLength: 5, maxLength: 50 }),
		listsTimes: fc.boolean(),
		hasBookings: fc.boolean(),
		isScarce: fc.boolean(),
	});

afterEach(() => {
	jest.restoreAllMocks();
	mockMaxRemembered = undefined;
});

describe('in every history', () => {
	const create = { do: 'create' as const, property: '1', stays: 1 };
	const act = (kind: 'cancel' | 'revive'): Step => ({
		do: 'change',
		reservation: 0,
		change: { kind },
		late: 0,
	});

	it.each([
		['through the night in which clocks are set back', 20 * MINUTE, 0],
		['through that night, with changes that the search shows late', 20 * MINUTE, LATEST],
		['over weeks', 4 * DAY, 0],
		['over months', 20 * DAY, 0],
	])('%s, nothing is lost or repeated, and the events are right', async (_, longest, latest) => {
		await fc.assert(
			fc.asyncProperty(histories(longest, latest), async ({ steps, ...settings }) => {
				const { listsTimes, hasBookings } = settings;
				const world = await new World({ ...settings, events: ALL }).live(steps);
				expectNothingTwice(world);
				expectNothingLost(world);
				expectRightEvents(world, listsTimes, listsTimes || (hasBookings && latest === 0));
			}),
			{ numRuns: runs(80) },
		);
	});

	/** More than the state can remember. What changes within minutes is remembered in any case. */
	const manyApart = (steps: readonly Step[]): Step[] => [
		{ do: 'poll', plan: CALM },
		...[
			...Array.from({ length: 14 }, (_, n) => ({ ...create, property: PROPERTIES[n % 2] as string })),
			...steps,
		].flatMap((step): Step[] => [step, { do: 'advance', seconds: 7 * MINUTE }]),
	];

	it.each([
		['for hours', 20 * MINUTE],
		['for days', 8 * HOUR],
	])(
		'%s with a state that is full, nothing is lost, and nothing but a change comes twice',
		async (_, longest) => {
			let shortened = 0;
			const full = fc.record({ history: histories(longest, 0), max: fc.integer({ min: 500, max: 900 }) });
			await fc.assert(
				fc.asyncProperty(full, async ({ history: { steps, ...settings }, max }) => {
					mockMaxRemembered = max;
					const world = await new World({ ...settings, isScarce: false, events: ALL }).live(manyApart(steps));
					const { listsTimes, hasBookings } = settings;
					// A number alone does not tell whether it is listed for a change that was forgotten.
					if (listsTimes) expectNothingTwice(world);
					expectNothingLost(world);
					expectFactsOnce(world, listsTimes || hasBookings);
					shortened += Object.values(world.state.properties).filter((one) => one.numbersOnlyUntil).length;
				}),
				{ numRuns: runs(80) },
			);
			expect(shortened).toBeGreaterThan(runs(80) / 10);
		},
	);

	it.each([true, false])(
		'a change that was forgotten does not come again when rooms are looked at, daily (the search tells times: %s)',
		async (listsTimes) => {
			mockMaxRemembered = 600;
			const pay: Step = { do: 'change', reservation: 0, change: { kind: 'pay' }, late: 0 };
			const calm: Step = { do: 'poll', plan: CALM };
			const hours = (count: number): Step => ({ do: 'advance', seconds: count * HOUR });
			const world = await new World({ listsTimes, events: ALL, before: [{ ...create, nights: 60 }] }).live([
				...[calm, hours(1), pay, hours(1), calm, ...manyApart([]), hours(1), calm],
				...[hours(24), calm, hours(1), calm, hours(24), calm, calm],
			]);
			expect(world.state.properties['1']?.numbersOnlyUntil).toBeDefined();
			expectNothingTwice(world);
			expectNothingLost(world);
		},
	);

	it('one that is made while the list is read, and is looked at for its room after a check-in, is new', async () => {
		const checkIn: Step = { do: 'change', reservation: 0, change: { kind: 'checkIn', stay: 0 }, late: 0 };
		const poll = (plan: Partial<PollPlan>): Step => ({ do: 'poll', plan: { ...CALM, ...plan } });
		const settings = { listsTimes: false, hasBookings: true, events: ALL, before: [] };
		const world = await new World(settings).live([
			{ ...create, nights: 1 },
			...[poll({ maxRequests: 11 }), checkIn, poll({ maxReservations: 1, weather: [500, 500, undefined] })],
		]);
		expect(world.emitted.map(({ event }) => event)).toEqual(['new', 'checkedIn']);
	});

	it('a cancellation since the start is told, though the list of earlier reservations already has it', async () => {
		const poll = (time: number, maxRequests: number): Step => ({
			do: 'poll',
			plan: { time, maxReservations: 1, maxRequests, weather: [], crashes: false },
		});
		const checkIn: Step = { do: 'change', reservation: 0, change: { kind: 'checkIn', stay: 0 }, late: 0 };
		const world = await new World({ listsTimes: true, events: ALL, before: [create] }).live([
			...[act('cancel'), poll(9, 9), act('revive'), poll(1, 200)],
			...[checkIn, checkIn, create, act('cancel')],
		]);
		expectNothingLost(world);
		expectRightEvents(world, true);
	});

	it('cancelled while the list is read, active again and cancelled again: `changed`, where the search tells no times', async () => {
		const poll = (time: number, maxReservations: number, maxRequests: number): Step => ({
			do: 'poll',
			plan: { time, maxReservations, maxRequests, weather: [], crashes: false },
		});
		const world = await new World({ listsTimes: false, events: ALL, before: [create] }).live([
			...[act('cancel'), poll(1000, 500, 4), poll(7, 1, 200), poll(1, 500, 4)],
			...[act('revive'), poll(1000, 1, 4), act('cancel')],
		]);
		expectNothingLost(world);
		expect(world.emitted.map(({ event }) => event)).toEqual(['changed']);
	});

	it('the state holds no names of guests, and is of bounded size', async () => {
		await fc.assert(
			fc.asyncProperty(histories(HOUR, 0), async ({ before, steps, listsTimes }) => {
				const world = await new World({ listsTimes, events: ALL, before }).live(steps);
				const text = JSON.stringify(world.state);
				expect(text).not.toContain('Doe');
				expect(text.length).toBeLessThan(1_500 + 120 * world.pms.reservations.length);
			}),
			{ numRuns: runs(20) },
		);
	});
});
