/** The oldest version of n8n in which the tests pass: the last release of n8n 1. */
const OLDEST_TESTED = '1.123.81';

/** The allowed choices, for messages. */
export const CHOICES = 'newest, older or a version such as 2.40.7';

/**
 * @param choice `newest`, `older` or the number of a version, such as `2.40.7`
 * @returns the number; `undefined` if it is none of these
 */
export function versionOf(choice: string, newest: string): string | undefined {
	if (choice === 'newest') return newest;
	if (choice === 'older') return OLDEST_TESTED;
	return /^\d+\.\d+\.\d+$/.test(choice) ? choice : undefined;
}

/** Whether a version is at least another one. */
export function isAtLeast(version: string, other: string): boolean {
	const [left, right] = [version, other].map((text) => text.split('.').map(Number));
	const differences = [0, 1, 2].map((place) => (left?.[place] ?? 0) - (right?.[place] ?? 0));
	return (differences.find((difference) => difference !== 0) ?? 0) >= 0;
}
