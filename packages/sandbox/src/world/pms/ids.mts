import { hash } from '../random.mts';

/** PMS identifiers look like those of the published samples: 16 digits from 2^52 up. */
const FIRST_ID = 2 ** 52;
const BLOCK = 32;
const BLOCKS = 2 ** 32;

/** The last place of a block: the person who booked. */
export const CUSTOMER_PLACE = BLOCK - 1;

/**
 * The identifiers of one property, drawn from names so that they are stable. Every record gets a block of
 * them: the first is its own, the others belong to its people.
 */
export class IdGenerator {
	private readonly taken = new Set<number>();

	constructor(
		private readonly seed: number,
		private readonly propertyId: string,
	) {}

	/** The identifier of a new record. The same names asked for in the same order get the same identifiers. */
	take(...names: ReadonlyArray<string | number>): string {
		let block = hash([this.seed, this.propertyId, ...names].join('\u0000'));
		while (this.taken.has(block)) block = (block + 1) % BLOCKS;
		this.taken.add(block);
		return String(FIRST_ID + block * BLOCK);
	}
}

/** The identifier at a place (1 to 31) of a record's block. */
export function idInBlock(recordId: string, place: number): string {
	return String(Number(recordId) + place);
}

/** The record in whose block the identifier lies, and its place there; undefined when malformed. */
export function locateId(id: string): { recordId: string; place: number } | undefined {
	if (!/^\d{16}$/.test(id)) return undefined;
	const place = (Number(id) - FIRST_ID) % BLOCK;
	return place < 0 ? undefined : { recordId: String(Number(id) - place), place };
}
