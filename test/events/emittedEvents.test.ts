import fc, { runs } from '../support/fastCheck';

import {
	has,
	KEPT_SECONDS,
	keyOf,
	MAX_REMEMBERED_EVENTS,
	MAX_OF_A_PROPERTY,
	newEvents,
	readEmitted,
	storedEmitted,
	withEmitted,
	type EmittedEvents,
	type EventKey,
} from '../../nodes/PartnerHotelEventTrigger/emittedEvents';
import type { HotelEvent } from '../../nodes/PartnerHotelEventTrigger/hotelEvents';

const NONE: EmittedEvents = new Map();
const eventOf = (eventId: string | null, propertyId: string | null = '1024') =>
	({ eventId, propertyId }) as HotelEvent;
const range = (from: number, count: number, propertyId?: string) =>
	Array.from({ length: count }, (_, index) => eventOf(`id-${from + index}`, propertyId));
const known = (emitted: EmittedEvents, events: HotelEvent[]) =>
	events.filter((event) => has(emitted, keyOf(event) as EventKey));
const sizeOf = (emitted: EmittedEvents) => [...emitted.values()].reduce((sum, { size }) => sum + size, 0);

describe('the emitted events', () => {
	it('are bounded for a property: the latest are kept', () => {
		const first = withEmitted(NONE, range(0, MAX_OF_A_PROPERTY), 100);
		const next = withEmitted(first, range(MAX_OF_A_PROPERTY, 1_000), 200);
		expect(known(next, range(0, 1_000))).toEqual([]);
		expect(known(next, range(1_000, MAX_OF_A_PROPERTY))).toHaveLength(MAX_OF_A_PROPERTY);
	});

	it('of a property do not displace those of another', () => {
		const quiet = withEmitted(NONE, range(0, 1, 'quiet'), 100);
		const busy = withEmitted(quiet, range(0, MAX_OF_A_PROPERTY, 'busy'), 200);
		expect(known(busy, range(0, 1, 'quiet'))).toHaveLength(1);
	});

	it('are bounded in all: properties with more than an equal share give up the oldest', () => {
		let emitted = withEmitted(NONE, range(0, 5, 'quiet'), 100);
		for (let property = 0; property < 20; property++) {
			emitted = withEmitted(emitted, range(0, 2_000, `busy-${property}`), 200);
		}
		expect(sizeOf(emitted)).toBeLessThanOrEqual(MAX_REMEMBERED_EVENTS);
		expect(sizeOf(emitted)).toBeGreaterThan(MAX_REMEMBERED_EVENTS * 0.6);
		expect(known(emitted, range(0, 5, 'quiet'))).toHaveLength(5);
		expect(known(emitted, range(1_000, 1_000, 'busy-19'))).toHaveLength(1_000);
	});

	it('are bounded also when each is of another property', () => {
		let emitted = NONE;
		for (let batch = 0; batch < 4; batch++) {
			const events = Array.from({ length: 10_000 }, (_, index) => eventOf('id', `${batch}-${index}`));
			emitted = withEmitted(emitted, events, 100);
		}
		expect(sizeOf(emitted)).toBe(MAX_REMEMBERED_EVENTS);
		expect(known(emitted, [eventOf('id', '0-1'), eventOf('id', '3-9999')])).toEqual([
			eventOf('id', '3-9999'),
		]);
	});

	it('are forgotten when they are old, also after the clock was set back', () => {
		const emitted = withEmitted(NONE, [eventOf('old')], 1_000_000);
		expect(sizeOf(withEmitted(emitted, [], 1_000_000 + KEPT_SECONDS))).toBe(1);
		expect(withEmitted(emitted, [], 1_000_001 + KEPT_SECONDS)).toEqual(NONE);
		expect(withEmitted(emitted, [], 999_999 - KEPT_SECONDS)).toEqual(NONE);
	});

	it('do not contain events without an ID, which pass each time', () => {
		expect(withEmitted(NONE, [eventOf(null)], 1)).toEqual(NONE);
		expect(newEvents([eventOf(null), eventOf(null)], () => true)).toHaveLength(2);
	});

	it('come back from what is stored, and nothing else does', () => {
		const emitted = withEmitted(NONE, [...range(0, 3), eventOf('id', null)], 1_000);
		const stored: unknown = JSON.parse(JSON.stringify(storedEmitted(emitted)));
		expect(readEmitted(stored)).toEqual(emitted);
		for (const other of [undefined, null, [], 'text', { id: 5 }, { id: null }]) {
			expect(readEmitted(other)).toEqual(NONE);
		}
		expect(readEmitted({ property: { id: 'text', other: 7 } })).toEqual(
			new Map([['property', new Map([['other', 7]])]]),
		);
	});

	it('are stored as hashes of one length', () => {
		const stored = storedEmitted(withEmitted(NONE, [eventOf('x'.repeat(9_999), '__proto__')], 1_000));
		const [[property, ids] = ['', {}]] = Object.entries(stored);
		expect(property).toMatch(/^[\w-]{16}$/);
		expect(Object.keys(ids)).toEqual([expect.stringMatching(/^[\w-]{16}$/)]);
	});

	it('let each of the last two batches pass once, however deliveries are cut and repeated', () => {
		const deliveries = fc.array(
			fc.record({ from: fc.nat(3_000), count: fc.integer({ min: 1, max: 1_000 }) }),
			{
				minLength: 1,
				maxLength: 3,
			},
		);
		fc.assert(
			fc.property(deliveries, (sent) => {
				let emitted = NONE;
				const passed: Array<string | null> = [];
				for (const { from, count } of sent) {
					const fresh = newEvents(range(from, count), (key) => has(emitted, key));
					emitted = withEmitted(emitted, fresh, 1);
					passed.push(...fresh.map(({ eventId }) => eventId));
				}
				const all = new Set(
					sent.flatMap(({ from, count }) => range(from, count).map(({ eventId }) => eventId)),
				);
				expect(passed).toHaveLength(all.size);
				expect(new Set(passed)).toEqual(all);
			}),
			{ numRuns: runs(30) },
		);
	});
});
