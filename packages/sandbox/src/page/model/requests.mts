import type { ScopeUsage } from '../../http/limits/limiter.mts';
import type { RequestRecord } from '../../http/report.mts';
import type { Sandbox } from '../../sandbox.mts';

/** A request as the page shows it: without query, body and whatever else might be secret or personal. */
export type RequestLine = Pick<
	RequestRecord,
	'at' | 'method' | 'path' | 'status' | 'scope' | 'refused' | 'remaining' | 'durationMs'
>;

export interface RequestsView {
	/** The latest first. */
	lines: RequestLine[];
	total: number;
	/** How many got a 429 from the limits. */
	refused: number;
	usage: ScopeUsage[];
	limitsOn: boolean;
}

const SHOWN = 60;

export function requestsOf({ report, limiter }: Sandbox): RequestsView {
	const { requests: total, rejectedByScope } = report.summary();
	return {
		lines: report
			.requests(SHOWN, '')
			.reverse()
			.map(({ at, method, path, status, scope, refused, remaining, durationMs }) => ({
				at,
				method,
				path,
				status,
				scope,
				refused,
				remaining,
				durationMs,
			})),
		total,
		refused: Object.values(rejectedByScope).reduce((sum, count) => sum + count, 0),
		usage: limiter.usage(performance.now()),
		limitsOn: limiter.on,
	};
}
