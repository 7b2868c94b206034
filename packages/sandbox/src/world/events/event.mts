import { Random } from '../random.mts';
import type { HotelEvent } from './types.mts';

const TICKS_PER_MS = 10_000;
const HALF = 0.5;

/**
 * An event with its identity and its time.
 * @param number of the event among all of the world, from 1
 * @param atMs epoch milliseconds
 */
export function makeEvent(
	seed: number,
	number: number,
	atMs: number,
	{ eventType, payload }: Pick<HotelEvent, 'eventType' | 'payload'>,
): HotelEvent {
	const random = new Random(seed, 'event', number);
	return {
		eventId: uuid(atMs, number, random),
		eventType,
		creationTime: creationTime(atMs, number, random.chance(HALF)),
		payload,
	};
}

/** A UUID of version 7, as the published one: the time, and a unique rest. */
function uuid(atMs: number, number: number, random: Random): string {
	const time = hex(atMs, 12);
	const version = `7${hex(random.integer(0, 0xfff), 3)}`;
	const variant = hex(random.integer(0x8000, 0xbfff), 4);
	const rest = `${hex(random.integer(0, 0xffff), 4)}${hex(Math.imul(number, 0x9e3779b1) >>> 0, 8)}`;
	return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${rest}`;
}

/** Events of the same millisecond have increasing ticks. */
function creationTime(atMs: number, number: number, withTicks: boolean): string {
	const ticks = withTicks ? String(number % TICKS_PER_MS).padStart(4, '0') : '';
	return new Date(atMs).toISOString().replace('Z', `${ticks}Z`);
}

function hex(value: number, digits: number): string {
	return value.toString(16).padStart(digits, '0');
}
