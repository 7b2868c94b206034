import type { RateWindow } from './windows';

/** What others use of one window with the same client. The service tells its number, not its times. */
export class ExternalUsage {
	private observed = { count: 0, at: -Infinity };

	constructor(private readonly window: RateWindow) {}

	get count(): number {
		return this.observed.count;
	}

	/** When the request was sent whose answer told the number. */
	get toldAt(): number {
		return this.observed.at;
	}

	/** @param at when the request was sent whose answer tells it: answers may overtake each other */
	observe(count: number, at: number): void {
		if (at >= this.observed.at) this.observed = { count, at };
	}

	isPresent(now: number): boolean {
		return this.observed.count > 0 && this.observed.at + this.window.windowMs > now;
	}

	/** Others are taken to come evenly, so a small part of the window later there is a slot to look again. */
	freeTimes(now: number): number[] {
		const { count, at } = this.observed;
		const interval = this.window.windowMs / count;
		const left = this.isPresent(now) ? count - Math.floor((now - at) / interval) : 0;
		return Array.from({ length: left }, (_, index) => at + (count - index) * interval);
	}
}
