import type { RateScope } from '../shared/rateLimit/windows';
import type { Share } from '../shared/transport/types';

/** Of each window. Who sends events decides how many there are: workflows must be able to go on. */
const SHARE = 0.5;
/** Of the shortest window above a second: what events leave even if others have used the rest. */
const LEFT_TO_OTHERS = 0.25;

/** What the details of all events of a client may use of the rate limits, whichever node took the events. */
export class RequestShare implements Share {
	/** When requests were sent, by client and scope. */
	private readonly sent = new Map<string, number[]>();

	constructor(private readonly now: () => number = () => performance.now()) {}

	take(left: number, client: string, { name, windows }: RateScope): 'used' | 'scarce' | undefined {
		const [, ...longer] = windows;
		const now = this.now();
		const key = `${name} ${client}`;
		const maxWindowMs = Math.max(...longer.map(({ windowMs }) => windowMs));
		const sent = (this.sent.get(key) ?? []).filter((at) => now - at < maxWindowMs);
		const isUsed = longer.some(
			({ windowMs, limit }) => sent.filter((at) => now - at < windowMs).length >= limit * SHARE,
		);
		if (isUsed) return 'used';
		if (left <= (longer[0]?.limit ?? 0) * LEFT_TO_OTHERS) return 'scarce';
		this.sent.set(key, [...sent, now]);
		return undefined;
	}
}

/** Of this process. */
export const requestShare = new RequestShare();
