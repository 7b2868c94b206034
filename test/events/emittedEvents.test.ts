import fc from 'fast-check';

import {
	KEPT_SECONDS,
	MOST_EVENTS,
	newEvents,
	withEmitted,
} from '../../nodes/PartnerHotelEventTrigger/emittedEvents';
import type { HotelEvent } from '../../nodes/PartnerHotelEventTrigger/hotelEvents';

const eventOf = (eventId: string | null) => ({ eventId }) as HotelEvent;
const range = (from: number, count: number) =>
	Array.from({ length: count }, (_, index) => `id-${from + index}`);

describe('the emitted events', () => {
	it('are bounded: the latest are kept', () => {
		const first = withEmitted({}, range(0, MOST_EVENTS).map(eventOf), 100);
		const next = withEmitted(first, range(MOST_EVENTS, 1_000).map(eventOf), 200);
		expect(Object.keys(next)).toEqual(range(1_000, MOST_EVENTS));
	});

	it('are forgotten when they are old, also after the clock was set back', () => {
		const emitted = withEmitted({}, [eventOf('old')], 1_000_000);
		expect(withEmitted(emitted, [], 1_000_000 + KEPT_SECONDS)).toEqual({ old: 1_000_000 });
		expect(withEmitted(emitted, [], 1_000_001 + KEPT_SECONDS)).toEqual({});
		expect(withEmitted(emitted, [], 999_999 - KEPT_SECONDS)).toEqual({});
	});

	it('do not contain events without an ID, which pass each time', () => {
		expect(withEmitted({}, [eventOf(null)], 1)).toEqual({});
		expect(newEvents([eventOf(null), eventOf(null)], () => true)).toHaveLength(2);
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
				let emitted = {};
				const passed: string[] = [];
				for (const { from, count } of sent) {
					const fresh = newEvents(range(from, count).map(eventOf), (id) => id in emitted);
					emitted = withEmitted(emitted, fresh, 1);
					passed.push(...fresh.map(({ eventId }) => eventId as string));
				}
				const all = new Set(sent.flatMap(({ from, count }) => range(from, count)));
				expect(passed).toHaveLength(all.size);
				expect(new Set(passed)).toEqual(all);
			}),
		);
	});
});
