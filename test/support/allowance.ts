import type { Allowance } from '../../nodes/shared/rateLimit/triggerAllowance';

/** What a poll may send, if nothing is known of other polls. */
export function allowanceOf(most: number): Allowance {
	let sent = 0;
	const mayRequest = (reserved = 0) => sent < most - Math.floor(most * reserved);
	return {
		mayRequest,
		withShare: (_, reserved) => () => mayRequest(reserved),
		take: () => void (sent += 1),
		sent: () => sent,
		pauseFor: () => undefined,
	};
}
