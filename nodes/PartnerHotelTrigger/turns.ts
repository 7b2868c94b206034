import type { TriggerState } from './state';

/** Properties take turns: a poll that cannot serve all of them begins where the previous one stopped. */

export function inTurn({ turn }: TriggerState, propertyIds: readonly string[]): string[] {
	return rotatedTo(turn, propertyIds);
}

/** The first property that was not served; where all were, the turn stays. */
export function nextTurn(
	turn: string | undefined,
	propertyIds: readonly string[],
	served: ReadonlySet<string>,
): string | undefined {
	const rotated = rotatedTo(turn, propertyIds);
	return rotated.find((id) => !served.has(id)) ?? rotated[0];
}

function rotatedTo(turn: string | undefined, propertyIds: readonly string[]): string[] {
	const start = Math.max(propertyIds.indexOf(turn ?? ''), 0);
	return [...propertyIds.slice(start), ...propertyIds.slice(0, start)];
}
