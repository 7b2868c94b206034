import { isRedelivery, putFirst, type HandedOverBooking } from '../../nodes/PartnerHotelTrigger/handedOver';
import { startProperty } from '../../nodes/PartnerHotelTrigger/propertyState';
import { markHandedOver, takeBack } from '../../nodes/shared/polling/handedOver';
import { stateFormat, type TriggerState } from '../../nodes/PartnerHotelTrigger/state';
import { emptyState } from '../../nodes/shared/polling/storedState';

const booking = (number: string, property = '1024'): HandedOverBooking => ({
	property,
	event: 'changed',
	summary: { number },
});

function stateWith(...waiting: string[]): TriggerState {
	const property = { ...startProperty({}), backlog: waiting.map((number) => ({ number })) };
	return { ...emptyState(stateFormat), properties: { '1024': property } };
}

/** What another process left. */
function leftBehind(state: TriggerState, ...bookings: HandedOverBooking[]): TriggerState {
	return { ...state, handedOver: { process: 'another', emitted: bookings } };
}

describe('what the last execution was given', () => {
	it('is kept with the process that handed it over', () => {
		const state = stateWith();
		markHandedOver(state, [booking('a')]);
		expect(state.handedOver).toEqual({ process: expect.any(String) as string, emitted: [booking('a')] });
	});

	it('is nothing where nothing was emitted', () => {
		const state = stateWith();
		markHandedOver(state, []);
		expect(state).not.toHaveProperty('handedOver');
	});

	it('has arrived when the same process polls again', () => {
		const state = stateWith('b');
		markHandedOver(state, [booking('a')]);
		takeBack(state, putFirst);
		expect(state.properties['1024']?.backlog).toEqual([{ number: 'b' }]);
	});

	it('waits once more, in its order and before everything else, when another process polls', () => {
		const state = leftBehind(stateWith('c'), booking('a'), booking('b'));
		takeBack(state, putFirst);
		expect(state.properties['1024']?.backlog).toEqual([
			{ number: 'a', event: 'changed', redelivered: true },
			{ number: 'b', event: 'changed', redelivered: true },
			{ number: 'c' },
		]);
	});

	it('is dropped for a property that is watched no more', () => {
		const state = leftBehind(stateWith('c'), booking('a', '7'));
		takeBack(state, putFirst);
		expect(state.properties).toEqual(stateWith('c').properties);
	});

	it('is nothing in a state without it', () => {
		const state = stateWith('c');
		takeBack(state, putFirst);
		expect(state).toEqual(stateWith('c'));
	});
});

it.each([
	[{ number: 'a', redelivered: true }, true],
	[{ number: 'a', redelivered: false }, false],
	[{ number: 'a' }, false],
])('%j is handed over again: %s', (summary, expected) => {
	expect(isRedelivery(summary)).toBe(expected);
});
