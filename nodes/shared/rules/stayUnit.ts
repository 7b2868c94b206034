/**
 * Whether a property counts its stays in nights (specification, Property: `stayUnitKind`). The documents do not say what
 * a night costs where days are sold. A property that does not say what it sells sells nights.
 */
export function sellsNights(stayUnitKind: string | undefined): boolean {
	return stayUnitKind === undefined || stayUnitKind === 'NightRate';
}
