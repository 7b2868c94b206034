/**
 * Rate limits of a node of which a second, a minute and an hour take a twentieth of that, for sandboxes without limits:
 * `jest.mock('…/transport/waiting', () => jest.requireActual('…/support/hastenedLimits'))`. All else takes its time.
 */
const real = jest.requireActual<typeof import('../../nodes/shared/transport/waiting')>(
	'../../nodes/shared/transport/waiting',
);

const TIMES_SHORTER = 20;

export const { TimeOverError, pause, within } = real;

export const clock: typeof real.clock = {
	now: () => real.clock.now() * TIMES_SHORTER,
	sleep: async (ms, signal) => await real.clock.sleep(ms / TIMES_SHORTER, signal),
};
