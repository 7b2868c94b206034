/** `24:00`, the end of the day, in minutes. */
export const MIDNIGHT_AFTER = 24 * 60;

/** Minutes after midnight of `HH:mm`, up to `24:00`; `undefined` for anything else. */
export function minutesOf(text: string): number | undefined {
	const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)(?::00)?$/.exec(text) ?? [];
	const total = Number(hours) * 60 + Number(minutes);
	return total <= MIDNIGHT_AFTER ? total : undefined;
}

/** `HH:mm`. */
export function timeOfDayText(minutes: number): string {
	return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** `4 h 30 min`. */
export function durationText(minutes: number): string {
	const parts = [
		[Math.floor(minutes / 60), 'h'],
		[minutes % 60, 'min'],
	] as const;
	return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ');
}
