const EVERY_MS = 60_000;

/** Refused deliveries in n8n's log: a line a minute, so that nobody fills it. */
export class Refusals {
	private loggedAt = -Infinity;
	private silent = 0;

	/** @param log writes the line; what it says contains nothing of what was sent */
	report(reason: string, log: (text: string) => void): void {
		const now = performance.now();
		if (now - this.loggedAt < EVERY_MS) {
			this.silent += 1;
			return;
		}
		const more = this.silent > 0 ? ` ${this.silent} more were refused since the last such line.` : '';
		this.loggedAt = now;
		this.silent = 0;
		log(`Partner Hotel: a delivery was refused ${reason}${more}`);
	}
}
