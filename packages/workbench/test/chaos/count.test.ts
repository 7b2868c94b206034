import { count } from '../../src/chaos/count.mts';
import { mergeExecutions } from '../../src/chaos/states.mts';
import { change, delivery } from './records';

const made = change('a', 1);
const changed = change('a', 2);
const other = change('b', 1);

describe('Counting what n8n received', () => {
	it('finds nothing wrong where every last state is in one item', () => {
		const result = count([made, other, changed], [delivery(changed, 1), delivery(other, 1, { position: 1 })]);

		expect(result).toMatchObject({ bookings: 2, changes: 3, items: 2, overtaken: 1 });
		expect([result.lost, result.repeated, result.reversed, result.unknown, result.early]).toEqual([
			[],
			[],
			[],
			[],
			[],
		]);
	});

	it('finds a booking that is in no execution', () => {
		expect(count([made, other], [delivery(made, 1)]).lost).toEqual([other]);
	});

	it('finds a lost last state though an earlier one was told', () => {
		expect(count([made, changed], [delivery(made, 1)]).lost).toEqual([changed]);
	});

	it('takes a state that a newer one followed for overtaken, not for lost', () => {
		const result = count([made, changed], [delivery(changed, 1)]);

		expect([result.lost, result.overtaken]).toEqual([[], 1]);
	});

	it.each([
		['details', { arrival: '2031-01-09' }],
		['status', { status: 'Cancelled' }],
		['time of modification', { modified: '2026-05-01T10:00:01Z' }],
	])('finds a state lost when an item tells the booking with another %s', (_field, difference) => {
		const item = delivery(change('a', 1, difference), 1);

		expect(count([made], [item])).toMatchObject({ lost: [made], unknown: [item] });
	});

	it('does not take the booking of another property for it', () => {
		expect(count([made], [delivery({ ...made, propertyId: '2048' }, 1)]).lost).toEqual([made]);
	});

	it('accepts details that are newer than the list', () => {
		const item = delivery(changed, 1, { listed: { status: made.status, modified: made.modified } });

		expect(count([made, changed], [item])).toMatchObject({ lost: [], unknown: [] });
	});

	it('goes by the list where there are no details', () => {
		const item = delivery(made, 1, { detailed: undefined });

		expect(count([made], [item]).lost).toEqual([]);
		expect(count([made, changed], [item]).lost).toEqual([changed]);
	});

	it('finds the same event and state in two executions, and in one', () => {
		const [first, second] = [delivery(made, 1), delivery(made, 2)];
		const within = [delivery(other, 3), delivery(other, 3, { position: 1 })];

		expect(count([made, other], [second, first, ...within]).repeated).toEqual([
			{ propertyId: '1024', number: 'a', deliveries: [first, second] },
			{ propertyId: '1024', number: 'b', deliveries: within },
		]);
	});

	it('counts what was handed over again apart, and how much of it had not arrived', () => {
		const again = { redelivered: true };
		const items = [
			delivery(made, 1),
			delivery(made, 2, again),
			delivery(other, 2, { ...again, position: 1 }),
		];

		expect(count([made, other], items)).toMatchObject({
			redelivered: 2,
			saved: 1,
			lost: [],
			repeated: [],
			retold: [],
			reversed: [],
		});
	});

	it('does not call two states of a booking a repetition', () => {
		const items = [delivery(made, 1), delivery(changed, 2, { event: 'changed' })];

		expect(count([made, changed], items).repeated).toEqual([]);
	});

	it('finds details that came twice because the list was older than they were', () => {
		const early = delivery(changed, 1, { listed: { status: made.status, modified: made.modified } });
		const again = delivery(changed, 2);

		expect(count([made, changed], [early, again])).toMatchObject({ retold: [again], repeated: [] });
		expect(count([made, changed], [delivery(made, 1), again]).retold).toEqual([]);
		expect(count([made, changed], [again, { ...again, position: 1 }]).retold).toEqual([]);
	});

	it('finds an older state behind a newer one', () => {
		const [newer, older] = [delivery(changed, 1), delivery(made, 2)];

		expect(count([made, changed], [older, newer]).reversed).toEqual([{ earlier: newer, later: older }]);
	});

	it('finds the wrong order within an execution', () => {
		const items = [delivery(changed, 1), delivery(made, 1, { position: 1 })];

		expect(count([made, changed], items).reversed).toHaveLength(1);
	});

	it('finds states from before the trigger was switched on, and does not miss them', () => {
		const known = change('c', 1, { before: true });

		expect(count([known], []).lost).toEqual([]);
		expect(count([known], [delivery(known, 1)]).early).toHaveLength(1);
		expect(count([known, change('c', 2)], [delivery(change('c', 2), 1)])).toMatchObject({
			early: [],
			lost: [],
		});
	});

	it('finds an item of a booking that nobody made', () => {
		expect(count([], [delivery(made, 1)]).unknown).toHaveLength(1);
	});

	it('measures from a change to the first execution that tells it', () => {
		const items = [
			delivery(other, 2, { startedAt: other.at + 90 }),
			delivery(made, 1),
			delivery(made, 2, { startedAt: 99_999 }),
		];

		expect(count([made, other], items).delays).toEqual([90, 500]);
	});
});

describe('Executions of several readings', () => {
	const held = { id: 1, status: 'running', createdAt: 1, startedAt: 2, deliveries: [delivery(made, 1)] };

	it('are kept once, with the newest status and the items that a reading held', () => {
		const recovered = { ...held, status: 'crashed', deliveries: [] };
		const next = { ...held, id: 2 };

		expect(mergeExecutions([[held], [recovered, next]])).toEqual([{ ...held, status: 'crashed' }, next]);
	});
});
