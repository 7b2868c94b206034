import { instant, nonEmptyText, oneOf } from '../http/fieldTypes.mts';
import { CLOCK_TARGETS, ClockMoveError, moveClock, timeOf } from '../clockMoves.mts';
import type { Sandbox } from '../sandbox.mts';
import { toWireInstant } from '../world/time.mts';
import { readBody, type Input } from './body.mts';
import { ControlError } from './controlError.mts';
import type { ControlCall, ControlRoute } from './route.mts';

const MOVE = {
	now: instant,
	to: oneOf(CLOCK_TARGETS),
	/** Whose clock and guests `to` means; absent = the first property. */
	propertyId: nonEmptyText,
	/** Whose guests arrive or leave. */
	booking: nonEmptyText,
};
export type ClockMoveInput = Input<typeof MOVE>;

/** The hotels' clock. */
export interface ClockState {
	/** UTC. */
	now: string;
	/** Milliseconds by which it was moved ahead of real time. */
	aheadMs: number;
}

export const clockRoutes: readonly ControlRoute[] = [
	{ method: 'GET', path: '/clock', handle: describe },
	{ method: 'POST', path: '/clock', handle: move },
];

function describe({ world, clock }: Sandbox): ClockState {
	return { now: toWireInstant(clock.now()), aheadMs: world.aheadMs };
}

function move(sandbox: Sandbox, { body }: ControlCall): ClockState {
	const { now, to, propertyId, booking } = readBody(MOVE, body);
	const property = sandbox.world.properties.find(({ id }) => id === (propertyId ?? id));
	if (property === undefined) throw new ControlError(404, `There is no property ${propertyId}`);
	if ((now === undefined) === (to === undefined))
		throw new ControlError(400, 'Either now or to must be given');
	try {
		moveClock(sandbox, now ?? timeOf(sandbox, property, to ?? 'nextDay', booking));
	} catch (error) {
		throw error instanceof ClockMoveError ? new ControlError(400, error.message) : error;
	}
	return describe(sandbox);
}
