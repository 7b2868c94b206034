import type { Sandbox } from './sandbox.mts';
import { nextOf } from './world/frontDesk/deskActions.mts';
import { openPmsView } from './world/pms/pmsView.mts';
import type { Property } from './world/properties.mts';
import { toWireDate } from './world/time.mts';
import { fromLocalMinute, localDay, toLocalMinute } from './world/zone.mts';

/** The targets to which the hotels' clock can be moved. */
export const CLOCK_TARGETS = ['nextMorning', 'nextDay', 'nextArrival', 'nextDeparture'] as const;
export type ClockTarget = (typeof CLOCK_TARGETS)[number];

/** The clock cannot be moved there. */
export class ClockMoveError extends Error {}

const MORNING = '07:00';
const YEAR_MS = 366 * 86_400_000;

/**
 * Moves the hotels' clock. Whatever is due until then happens first, in its order.
 * @param toMs epoch milliseconds
 */
export function moveClock({ clock, frontDesk }: Sandbox, toMs: number): void {
	const nowMs = clock.now();
	if (toMs < nowMs)
		throw new ClockMoveError(`It is ${instantText(nowMs)} already: the clock does not go back`);
	if (toMs > nowMs + YEAR_MS) throw new ClockMoveError('The clock is moved by a year at most');
	frontDesk.moveTo(toMs);
}

/**
 * When that is at a hotel, in epoch milliseconds.
 * @param bookingNumber whose guests arrive or leave; absent = those of any booking
 */
export function timeOf(
	{ world, clock }: Sandbox,
	property: Property,
	target: ClockTarget,
	bookingNumber?: string,
): number {
	const view = openPmsView(world, property, clock.now());
	const zone = view.content.timeZone.id;
	const today = localDay(view.now);
	switch (target) {
		case 'nextMorning': {
			const day = view.now.slice(11) < MORNING ? today : today + 1;
			return fromLocalMinute(`${toWireDate(day)}T${MORNING}`, zone);
		}
		case 'nextDay':
			return fromLocalMinute(`${toWireDate(today + 1)}T${view.now.slice(11)}`, zone);
		case 'nextArrival':
		case 'nextDeparture': {
			const kind = target === 'nextArrival' ? 'arrival' : 'departure';
			const nextMs = nextOf(view, kind, clock.now(), bookingNumber);
			if (nextMs !== undefined) return nextMs;
			throw new ClockMoveError(`Nobody is to ${kind === 'arrival' ? 'arrive' : 'leave'} any more`);
		}
	}
}

/**
 * What the clock shows when the sandbox starts.
 * @param isNew nothing has happened yet, so that it may begin at any time
 */
export function setClock(sandbox: Sandbox, atMs: number, isNew: boolean): void {
	const { world, clock } = sandbox;
	if (!isNew) return moveClock(sandbox, atMs);
	world.apply({ kind: 'clockMoved', aheadMs: Math.round(atMs - clock.realNow()) });
}

function instantText(atMs: number): string {
	return toLocalMinute(atMs, 'UTC').concat('Z');
}
