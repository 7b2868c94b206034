import type { Allowance } from '../../nodes/shared/rateLimit/triggerAllowance';

/** What a poll may send, if nothing is known of other polls. */
export function allowanceOf(most: number): Allowance {
	let sent = 0;
	let granted = 0;
	const mayRequest = (reserved = 0) => {
		const may = sent + granted < most - Math.floor(most * reserved);
		if (may) granted += 1;
		return may;
	};
	const take = () => {
		sent += 1;
		granted = Math.max(0, granted - 1);
	};
	return {
		mayRequest,
		withShare: (_, reserved) => () => mayRequest(reserved),
		take,
		sent: () => sent,
		shareOf: (requests) => requests / Math.max(1, most),
		pauseFor: () => undefined,
	};
}
