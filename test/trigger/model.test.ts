import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { BookingEvent } from '../../nodes/PartnerHotelTrigger/poll';
import { startProperty } from '../../nodes/PartnerHotelTrigger/poll';
import { emptyState, type TriggerState } from '../../nodes/PartnerHotelTrigger/state';
import { runTick, type TickSettings } from '../../nodes/PartnerHotelTrigger/tick';
import { ModelFeed, summaryOf, type Weather } from './model/feed';

/**
 * The trigger against a model of the feed, in thousands of random histories. A tick may be cut short, meet
 * failures, lose its tokens, or crash before n8n saved what it did.
 */

const PROPERTIES = ['1', '2', '3'];
const ALL: BookingEvent[] = ['new', 'changed', 'cancelled'];

interface TickPlan {
	/** Requests until its time is up. */
	requests: number;
	maxBookings: number;
	maxLists: number;
	weather: Weather;
	/** n8n dies: neither the items nor the state are kept. */
	crashes: boolean;
}

type Step =
	| { do: 'create'; property: string }
	| { do: 'change' | 'cancel' | 'revive' | 'lose details'; booking: number }
	| { do: 'advance'; seconds: number }
	| { do: 'revoke' }
	| { do: 'tick'; plan: TickPlan };

const tickPlan: fc.Arbitrary<TickPlan> = fc.record({
	requests: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constant(1000)),
	maxBookings: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(500)),
	maxLists: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant(100)),
	weather: fc.record({
		failures: fc.array(
			fc.oneof(
				{ weight: 4, arbitrary: fc.constant(undefined) },
				fc.constantFrom(500, 403, 429),
				fc.constant('wait' as const),
			),
			{ maxLength: 6 },
		),
		repeats: fc.array(fc.nat({ max: 6 }), { maxLength: 4 }),
	}),
	crashes: fc.boolean(),
});

function stepOf(longest: number): fc.Arbitrary<Step> {
	const booking = fc.nat({ max: 30 });
	return fc.oneof(
		{
			weight: 5,
			arbitrary: fc.record({ do: fc.constant('create' as const), property: fc.constantFrom(...PROPERTIES) }),
		},
		{ weight: 5, arbitrary: fc.record({ do: fc.constant('change' as const), booking }) },
		{
			weight: 2,
			arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'revive' as const), booking }),
		},
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('lose details' as const), booking }) },
		{
			weight: 3,
			arbitrary: fc.record({ do: fc.constant('advance' as const), seconds: fc.nat({ max: longest }) }),
		},
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const) }) },
		{ weight: 5, arbitrary: fc.record({ do: fc.constant('tick' as const), plan: tickPlan }) },
	);
}

const CALM: TickPlan = {
	requests: 1000,
	maxBookings: 500,
	maxLists: 100,
	weather: { failures: [], repeats: [] },
	crashes: false,
};

/** A trigger beside the model, with what reached the workflow. */
class World {
	readonly feed = new ModelFeed();
	readonly emitted: IDataObject[] = [];
	/** What pages showed in ticks that were kept. */
	readonly shown: IDataObject[] = [];
	private state: TriggerState = emptyState();

	constructor(private readonly settings: Pick<TickSettings, 'output' | 'events'>) {
		for (const id of PROPERTIES) this.state.properties[id] = startProperty({});
	}

	async take(step: Step): Promise<void> {
		switch (step.do) {
			case 'create':
				return this.feed.create(step.property);
			case 'change':
				return this.feed.change(step.booking);
			case 'cancel':
				return this.feed.change(step.booking, { cancelled: true });
			case 'revive':
				return this.feed.change(step.booking, { cancelled: false });
			case 'lose details':
				return this.feed.change(step.booking, { gone: true });
			case 'advance':
				return this.feed.advance(step.seconds);
			case 'revoke':
				return this.feed.revokeTokens();
			case 'tick':
				return await this.tick(step.plan);
		}
	}

	async tick({ requests, maxBookings, maxLists, weather, crashes }: TickPlan): Promise<void> {
		this.feed.face(weather);
		const state = JSON.parse(JSON.stringify(this.state)) as TriggerState;
		const left = () => (this.feed.requestsSinceFaced < requests ? 60_000 : 0);
		const settings = { ...this.settings, filter: {}, maxBookings, maxLists, onLostToken: () => {} };
		const { items } = await runTick(this.feed.api, state, PROPERTIES, settings, {
			atMost: left,
			toHandOver: left,
		});
		expect(items.length).toBeLessThanOrEqual(maxBookings);
		if (crashes) return;
		this.state = state;
		this.emitted.push(...items);
		this.shown.push(...this.feed.shown);
	}

	/** Good weather until nothing comes any more. */
	async settle(): Promise<void> {
		for (let quiet = 0; quiet < 2; ) {
			const before = this.emitted.length;
			await this.tick(CALM);
			quiet = this.emitted.length === before ? quiet + 1 : 0;
		}
	}

	of(number: string): IDataObject[] {
		return this.emitted.filter((item) => item.number === number);
	}
}

async function live(
	steps: readonly Step[],
	settings: Pick<TickSettings, 'output' | 'events'>,
): Promise<World> {
	const world = new World(settings);
	for (const step of steps) await world.take(step);
	await world.settle();
	return world;
}

const stateIn = ({ number, status, modifiedDateTime }: IDataObject) =>
	JSON.stringify([number, status, modifiedDateTime]);
const versionIn = ({ booking }: IDataObject) =>
	(booking as IDataObject | null | undefined)?.version as number | undefined;
const identity = (item: IDataObject) => `${stateIn(item)} ${versionIn(item)}`;

/**
 * Details tell every change apart. Without them a booking that changes there and back within a second looks the
 * same again; never twice in a row, though.
 */
function expectNothingTwice(world: World): void {
	const versions = world.emitted.filter((item) => versionIn(item) !== undefined).map(identity);
	expect(versions).toHaveLength(new Set(versions).size);
	for (const { number } of world.feed.bookings) {
		const identities = world.of(number).map(identity);
		for (const [position, one] of identities.slice(1).entries()) expect(one).not.toBe(identities[position]);
	}
}

function expectAllThatWasShown(world: World): void {
	const emitted = new Set(world.emitted.map(stateIn));
	for (const summary of world.shown) expect(emitted).toContain(stateIn(summary));
}

function expectOrderAndLastState(world: World): void {
	for (const booking of world.feed.bookings) {
		const items = world.of(booking.number);
		const times = items.map(({ modifiedDateTime }) => String(modifiedDateTime));
		expect(times).toEqual([...times].sort());
		const versions = items.map(versionIn).filter((version) => version !== undefined);
		expect(versions).toEqual([...versions].sort((one, other) => one - other));
		expect(stateIn(items.at(-1) ?? {})).toBe(stateIn(summaryOf(booking)));
		if (!booking.gone && items.some((item) => 'booking' in item))
			expect(versionIn(items.at(-1) ?? {})).toBe(booking.version);
	}
}

function expectRightEvents(world: World): void {
	for (const { number } of world.feed.bookings) {
		let wasCancelled = false;
		for (const [position, { event, status }] of world.of(number).entries()) {
			const isCancelled = status === 'Cancelled';
			const expected = isCancelled && !wasCancelled ? 'cancelled' : position === 0 ? 'new' : 'changed';
			expect(event).toBe(expected);
			wasCancelled = isCancelled;
		}
	}
}

const HOURS = 3600;
const DAYS = 24 * HOURS;

describe('in every history', () => {
	it.each([['details'], ['summary']] as const)(
		'with %s, each state the feed showed is emitted once, in order, and the last one always is',
		async (output) => {
			await fc.assert(
				fc.asyncProperty(fc.array(stepOf(2 * HOURS), { minLength: 5, maxLength: 60 }), async (steps) => {
					const world = await live(steps, { output, events: ALL });
					expectNothingTwice(world);
					expectAllThatWasShown(world);
					expectOrderAndLastState(world);
				}),
				{ numRuns: 1500 },
			);
		},
	);

	it('the events are right while everything happens within the memory of the trigger', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(stepOf(10 * 60), { minLength: 5, maxLength: 60 }), async (steps) => {
				expectRightEvents(await live(steps, { output: 'details', events: ALL }));
			}),
			{ numRuns: 1000 },
		);
	});

	it('over weeks nothing is lost or repeated either', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(stepOf(4 * DAYS), { minLength: 5, maxLength: 60 }), async (steps) => {
				const world = await live(steps, { output: 'details', events: ALL });
				expectNothingTwice(world);
				expectAllThatWasShown(world);
				expectOrderAndLastState(world);
			}),
			{ numRuns: 1000 },
		);
	});

	it('a choice of events gives exactly those of all events', async () => {
		const choice = fc.subarray(ALL, { minLength: 1 });
		await fc.assert(
			fc.asyncProperty(
				fc.array(stepOf(10 * 60), { minLength: 5, maxLength: 60 }),
				choice,
				async (steps, events) => {
					const calm = steps.filter((step) => step.do !== 'tick' && step.do !== 'revoke');
					const every = calm.flatMap((step): Step[] => [step, { do: 'tick', plan: CALM }]);
					const [all, some] = [
						await live(every, { output: 'details', events: ALL }),
						await live(every, { output: 'details', events }),
					];
					expect(some.emitted).toEqual(
						all.emitted.filter(({ event }) => events.includes(event as BookingEvent)),
					);
				},
			),
			{ numRuns: 500 },
		);
	});
});
