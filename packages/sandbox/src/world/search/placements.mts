import type { Placement, RoomTypeRecord } from '../content/types.mts';

/** Guests in the beds of a room type. */
export interface OfferPlacement extends Placement {
	/** Such as `AdultBed-2`. */
	code: string;
}

/** Children up to this age need no bed of their own, as far as there is room beside the bed. */
const MAX_AGE_WITHOUT_BED = 2;
const MAX_CHILD_AGE = 14;

const KINDS: Record<Placement['kind'], { code: string; one: string; many: string }> = {
	Adult: { code: 'AdultBed', one: 'adult in an adult bed', many: 'adults in adult beds' },
	ExtraAdult: { code: 'ExtraAdultBed', one: 'adult in an extra bed', many: 'adults in extra beds' },
	Child: { code: 'ChildBed', one: 'child in an adult bed', many: 'children in adult beds' },
	ExtraChild: { code: 'ExtraChildBed', one: 'child in an extra bed', many: 'children in extra beds' },
	ChildBandWithoutBed: { code: 'ChildWithoutBed', one: 'child without a bed', many: 'children without beds' },
};

/**
 * Puts guests into the beds of a room type: adults and children from 15 years on first, then children, then
 * extra beds; small children beside the beds. undefined when they do not all fit.
 */
export function placePeople(
	roomType: RoomTypeRecord,
	adults: number,
	childAges: readonly number[],
): OfferPlacement[] | undefined {
	const { adultBed, extraBed, childWithoutBed } = roomType.occupancy;
	const small = childAges.filter((age) => age <= MAX_AGE_WITHOUT_BED).length;
	const withoutBed = Math.min(small, childWithoutBed);
	const grown = adults + childAges.filter((age) => age > MAX_CHILD_AGE).length;
	const children = childAges.filter((age) => age <= MAX_CHILD_AGE).length - withoutBed;
	const grownInBeds = Math.min(grown, adultBed);
	const childrenInBeds = Math.min(children, adultBed - grownInBeds);
	const counts: Record<Placement['kind'], number> = {
		Adult: grownInBeds,
		ExtraAdult: grown - grownInBeds,
		Child: childrenInBeds,
		ExtraChild: children - childrenInBeds,
		ChildBandWithoutBed: withoutBed,
	};
	if (counts.ExtraAdult + counts.ExtraChild > extraBed) return undefined;
	return (Object.keys(counts) as Array<Placement['kind']>)
		.filter((kind) => counts[kind] > 0)
		.map((kind) => {
			const place = roomType.placements.find((placement) => placement.kind === kind);
			return {
				code: `${KINDS[kind].code}-${counts[kind]}`,
				count: counts[kind],
				kind,
				minAge: place?.minAge ?? null,
				maxAge: place?.maxAge ?? null,
			};
		});
}

/** For example `2 adults in adult beds, 1 child in an extra bed.` */
export function fullPlacementsName(placements: readonly OfferPlacement[]): string {
	const parts = placements.map(({ kind, count }) => `${count} ${KINDS[kind][count === 1 ? 'one' : 'many']}`);
	return `${parts.join(', ')}.`;
}

/** How many guests sleep in extra beds. */
export function extraBedsOf(placements: readonly OfferPlacement[]): number {
	return placements
		.filter(({ kind }) => kind === 'ExtraAdult' || kind === 'ExtraChild')
		.reduce((sum, { count }) => sum + count, 0);
}
