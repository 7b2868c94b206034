import { WINDOW_MS } from './table.mts';

const FIRST_CAPACITY = 64;

/**
 * The instants of the accepted requests of the last hour, oldest first: a ring that grows to the busiest
 * hour and forgets what is older. Instants are milliseconds on a clock that never runs backwards.
 */
export class RequestLog {
	private ring = new Float64Array(FIRST_CAPACITY);
	private head = 0;
	private size = 0;

	add(atMs: number): void {
		this.forget(atMs - WINDOW_MS.hour);
		if (this.size === this.ring.length) this.grow();
		this.ring[(this.head + this.size) % this.ring.length] = atMs;
		this.size += 1;
	}

	/** Number of requests after the instant. */
	countAfter(instantMs: number): number {
		let low = 0;
		let high = this.size;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.at(middle) > instantMs) high = middle;
			else low = middle + 1;
		}
		return this.size - low;
	}

	/** The instant of the request with so many newer ones behind it. */
	newest(behind: number): number {
		return this.at(this.size - 1 - behind);
	}

	private at(index: number): number {
		return this.ring[(this.head + index) % this.ring.length] ?? 0;
	}

	private forget(untilMs: number): void {
		while (this.size > 0 && this.at(0) <= untilMs) {
			this.head = (this.head + 1) % this.ring.length;
			this.size -= 1;
		}
	}

	private grow(): void {
		const larger = new Float64Array(this.ring.length * 2);
		for (let index = 0; index < this.size; index += 1) larger[index] = this.at(index);
		this.ring = larger;
		this.head = 0;
	}
}
