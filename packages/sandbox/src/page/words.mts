import { DAY_MS } from '../world/time.mts';
import { html, type Html } from './html.mts';

const DAY = new Intl.DateTimeFormat('en-GB', {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	timeZone: 'UTC',
});
const LONG_DAY = new Intl.DateTimeFormat('en-GB', {
	weekday: 'long',
	day: 'numeric',
	month: 'long',
	year: 'numeric',
	timeZone: 'UTC',
});
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** `Mon, 23 Nov 2026`. @param day since 1970-01-01 */
export function dayText(day: number): string {
	return DAY.format(day * DAY_MS);
}

/** `Monday 23 November 2026`. */
export function longDayText(day: number): string {
	return LONG_DAY.format(day * DAY_MS);
}

export function weekdayText(day: number): string {
	return WEEKDAY.format(day * DAY_MS);
}

export function isWeekend(day: number): boolean {
	return [0, 6].includes(new Date(day * DAY_MS).getUTCDay());
}

export function dayOfMonth(day: number): number {
	return new Date(day * DAY_MS).getUTCDate();
}

/** `1 night`, `3 nights`. */
export function counted(count: number, word: string): string {
	return `${count} ${word}${count === 1 ? '' : 's'}`;
}

export function moneyText(amount: number, currency: string): string {
	return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
}

/** The time on this machine's clock, to the second. */
export function clockTime(atMs: number): Html {
	return html`<time datetime="${new Date(atMs).toISOString()}">${CLOCK.format(atMs)}</time>`;
}

/** The name of this machine's zone, for a table of such times. */
export function machineZone(atMs: number): string {
	return zoneName(atMs, undefined);
}

const MOMENT = {
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
} as const;

/** Date and time on the wall clock of a property: `23 Nov 2026, 14:05`. A table of them names the zone once. */
export function momentText(atMs: number, timeZone: string): string {
	return new Intl.DateTimeFormat('en-GB', { ...MOMENT, timeZone }).format(atMs);
}

/** With the zone: `23 Nov 2026, 14:05 GMT`. */
export function zonedMoment(atMs: number, timeZone: string): Html {
	const text = `${momentText(atMs, timeZone)} ${zoneName(atMs, timeZone)}`;
	return html`<time datetime="${new Date(atMs).toISOString()}">${text}</time>`;
}

/** What the zone is called at that time: `GMT`, `CET`, `GMT+11`. */
export function zoneName(atMs: number, timeZone: string | undefined): string {
	const format = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short', ...(timeZone && { timeZone }) });
	return format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
