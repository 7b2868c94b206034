/**
 * Repeatable randomness: everything the sandbox generates is a function of its seed.
 */

/** FNV-1a over the text's UTF-16 units, finished with an avalanche step. Returns an unsigned 32-bit number. */
export function hash(text: string): number {
	let state = 0x811c9dc5;
	for (let index = 0; index < text.length; index += 1) {
		state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
	}
	state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
	state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
	return (state ^ (state >>> 16)) >>> 0;
}

/** A small, fast generator (mulberry32). The same parts give the same sequence on every machine. */
export class Random {
	private state: number;

	constructor(...parts: ReadonlyArray<string | number>) {
		this.state = hash(parts.join('\u0000'));
	}

	/** A number from 0 (included) to 1 (excluded). */
	fraction(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	}

	/** As if `fraction` had been drawn so many times. */
	discard(draws: number): void {
		this.state = (this.state + Math.imul(0x6d2b79f5, draws)) | 0;
	}

	/** A whole number, both ends included. */
	integer(lowest: number, highest: number): number {
		return lowest + Math.floor(this.fraction() * (highest - lowest + 1));
	}

	chance(probability: number): boolean {
		return this.fraction() < probability;
	}

	pick<T>(choices: readonly T[]): T {
		const choice = choices[this.integer(0, choices.length - 1)];
		if (choice === undefined) throw new Error('Nothing to pick from');
		return choice;
	}

	/** Some of the choices, each at most once, in their original order. */
	some<T>(choices: readonly T[], probability: number): T[] {
		return choices.filter(() => this.chance(probability));
	}
}
