/**
 * The clock by which a node counts its requests, twenty times as fast, for sandboxes without limits: `jest.mock(
 * '…/transport/waiting', () => jest.requireActual('…/support/hastenedLimits'))`. Rate limits and Max Wait take a
 * twentieth of their time then; pauses between attempts and the time limit of a request take theirs.
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
