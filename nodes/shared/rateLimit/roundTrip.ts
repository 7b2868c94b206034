/** So far below its usual length a round trip may be, as for the timeouts of RFC 6298. */
const DEVIATIONS = 4;

/** The round trip as TCP estimates it (RFC 6298), but from below. */
export class RoundTrip {
	private shortest = Infinity;
	private mean = 0;
	private deviation = Infinity;

	add(ms: number): void {
		const isFirst = this.shortest === Infinity;
		this.deviation = isFirst ? ms / 2 : this.deviation + (Math.abs(ms - this.mean) - this.deviation) / 4;
		this.mean = isFirst ? ms : this.mean + (ms - this.mean) / 8;
		this.shortest = Math.min(this.shortest, ms);
	}

	/** What the next one takes at least; 0 as long as little is known. */
	get minMs(): number {
		return this.shortest === Infinity ? 0 : Math.max(0, this.shortest - DEVIATIONS * this.deviation);
	}
}
