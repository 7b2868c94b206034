/**
 * Pauses of the transport and of reading back, shorter: `jest.mock('…/transport/waiting', () =>
 * jest.requireActual('…/support/hastened'))`. Everything else takes its time.
 */
const real = jest.requireActual<typeof import('../../nodes/shared/transport/waiting')>(
	'../../nodes/shared/transport/waiting',
);

const TIMES_SHORTER = 20;

export const { clock, TimeOverError, within } = real;

export const pause: typeof real.pause = async (ms, signal) => await real.pause(ms / TIMES_SHORTER, signal);
