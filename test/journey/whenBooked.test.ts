import type { Moment } from '../../nodes/shared/journey/moment';
import type { Stay } from '../../nodes/shared/journey/stay';
import type { JourneyRules } from '../../nodes/shared/journey/verdict';
import { momentsByBooking } from '../../nodes/shared/journey/whenBooked';

/** A guest who arrived on 2 January 2031; when the stay was booked is not known. */
const STAY: Stay = {
	...{ key: 'a', isCancelled: false, bookedAt: null, arrival: '2031-01-02T00:00', departure: null },
	...{ checkedIn: null, checkedOut: null, hasArrived: false, hasLeft: false, freeUntil: null, due: null },
};
const EACH_NIGHT: Moment = { name: 'Each night', anchor: 'duringStay', unit: 'days', count: 1, time: 0 };
const RULES: JourneyRules = {
	...{ zone: 'Europe/Berlin', startedAt: at('2030-12-01T00:00:00Z'), lateSeconds: 0 },
	...{ ifBookedLater: 'send', sendsAgain: false },
};
/** Midnight in Berlin. */
const THIRD = at('2031-01-02T23:00:00Z');

function at(time: string): number {
	return Date.parse(time) / 1000;
}

const asked = (changedAt: number, now: number) =>
	momentsByBooking(STAY, changedAt, [EACH_NIGHT], {}, RULES, now).length > 0;

it('is asked for where a message of tonight is in time only for a stay that was just booked', () => {
	expect(asked(THIRD + 1, THIRD + 1)).toBe(true);
});

it('is not asked for where the message is sent, or waits, whenever the stay was booked', () => {
	expect(asked(THIRD - 60, THIRD)).toBe(false);
	expect(asked(THIRD + 1, THIRD + 2)).toBe(false);
});
