import type { Share } from './types';

/** With the two requests for a token, an opened list sends at most 20. */
const MAX_REQUESTS = 18;

/** What an opened list of the editor may send: few requests, and always fewer than it leaves to workflows. */
export class ListShare implements Share {
	private sent = 0;

	take(left: number): 'used' | 'scarce' | undefined {
		if (this.sent >= MAX_REQUESTS) return 'used';
		if (left - 1 <= this.sent + 1) return 'scarce';
		this.sent += 1;
		return undefined;
	}
}
