import { absorbPage } from '../../../../nodes/PartnerHotelTrigger/backlog';
import { startProperty } from '../../../../nodes/PartnerHotelTrigger/propertyState';
import { stateFormat, type TriggerState } from '../../../../nodes/PartnerHotelTrigger/state';
import { emptyState } from '../../../../nodes/shared/polling/storedState';
import { explainLoss, isOfBatchInFlight, type Kill } from '../../src/chaos/explain.mts';
import { remembers } from '../../src/chaos/emittedBookings.mts';
import { bookingKey, type Change } from '../../src/chaos/states.mts';
import { settle } from '../../../../test/support/propertyStates';
import { change, delivery } from './records';

/** What the trigger leaves after it has reported these states, as n8n saves it. */
function savedAfter(...reported: Change[]): string {
	const state: TriggerState = emptyState(stateFormat);
	for (const { propertyId, number, status, modified } of reported) {
		const property = (state.properties[propertyId] ??= startProperty({}));
		const summary = { number, propertyId, status, createdDateTime: modified, modifiedDateTime: modified };
		absorbPage(property, { bookingSummaries: [summary], hasMoreData: false, unreadable: 0 });
		settle(property, summary, { number });
	}
	return JSON.stringify({ 'node:Trigger': { bookings: state } });
}

const lost = change('a', 1);
const changed = change('a', 2);
const other = change('b', 1);

describe('What the trigger remembers', () => {
	it('is read from its own state', () => {
		expect(remembers(savedAfter(lost, other), lost)).toBe(true);
	});

	it('is read from the cursor of durable polling', () => {
		const { 'node:Trigger': cursor } = JSON.parse(savedAfter(lost)) as Record<string, unknown>;

		expect(remembers(JSON.stringify(cursor), lost)).toBe(true);
	});

	it.each<[string, string | null, Change]>([
		['nothing was saved', null, lost],
		['the workflow keeps nothing', '{}', lost],
		['only another booking was reported', savedAfter(other), lost],
		['an earlier state was reported', savedAfter(lost), changed],
		['it was not cancelled yet', savedAfter(lost), { ...lost, status: 'Cancelled' }],
		['it is a booking of another property', savedAfter(lost), { ...lost, propertyId: '2048' }],
	])('does not hold a state when %s', (_label, saved, state) => {
		expect(remembers(saved, state)).toBe(false);
	});
});

describe('Why a booking was lost', () => {
	const kill: Kill = {
		kind: 'saves',
		at: 9_000,
		saved: savedAfter(lost),
		lastExecution: { id: 4, createdAt: 5_000 },
	};
	const before: Kill = { kind: 'random', at: 4_000, saved: savedAfter(other) };
	const read = { booking: bookingKey(lost), at: 8_000 };

	it('is n8n killed between its two saves', () => {
		expect(explainLoss(lost, [before, kill], [read])).toEqual({ kill: 2, readAt: 8_000 });
	});

	it('shows when the trigger read it last before the kill', () => {
		const reads = [read, { ...read, at: 8_400 }, { ...read, at: 9_800 }];

		expect(explainLoss(lost, [kill], reads)).toEqual({ kill: 1, readAt: 8_400 });
	});

	it('is that, too, when no execution had been saved before', () => {
		expect(explainLoss(lost, [{ ...kill, lastExecution: undefined }], [read])).toEqual({
			kill: 1,
			readAt: 8_000,
		});
	});

	it.each<[string, Change, Kill[], Array<typeof read>]>([
		['n8n was never killed', lost, [], [read]],
		['the state had not been saved', lost, [before], [read]],
		['the saved state is an older one of the booking', changed, [kill], [read]],
		['the trigger never read the details', lost, [kill], []],
		['it read those of another booking', lost, [kill], [{ ...read, booking: bookingKey(other) }]],
		['it read them in a poll whose execution was saved', lost, [kill], [{ ...read, at: 4_900 }]],
		['it read them before the kill before', lost, [{ ...before, at: 8_500 }, kill], [read]],
		['it read them after the kill', lost, [kill], [{ ...read, at: 9_100 }]],
		['it read them before the change', { ...lost, at: 8_500 }, [kill], [read]],
		['the change came after the kill', { ...lost, at: 9_500 }, [kill], [{ ...read, at: 9_600 }]],
	])('stays open when %s', (_label, state, kills, reads) => {
		expect(explainLoss(state, kills, reads)).toBeUndefined();
	});

	it('stays open when the state had been saved at the kill before already', () => {
		const earlier = { ...kill, at: 7_000 };

		expect(explainLoss(lost, [earlier, kill], [read])).toBeUndefined();
	});
});

describe('Why an item was repeated', () => {
	const repetition = { propertyId: '1024', number: 'a', deliveries: [delivery(lost, 3), delivery(lost, 4)] };
	const killAfter = (id: number): Kill => ({
		kind: 'random',
		at: 9_000,
		saved: null,
		lastExecution: { id, createdAt: 5_000 },
	});

	it('is a kill right after the first execution', () => {
		expect(isOfBatchInFlight(repetition, [killAfter(1), killAfter(3)])).toBe(true);
	});

	it.each<[string, Kill[]]>([
		['n8n was not killed', []],
		['more was executed before the kill', [killAfter(4)]],
	])('stays open when %s', (_label, kills) => {
		expect(isOfBatchInFlight(repetition, kills)).toBe(false);
	});
});
