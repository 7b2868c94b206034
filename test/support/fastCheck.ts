import fc from 'fast-check';

/**
 * The same cases in each run, so that a test fails for what was changed. `PARTNER_HOTEL_SEED=7` draws others, and
 * `PARTNER_HOTEL_RUNS=10` ten times as many: both together are what the nightly run does.
 */
// eslint-disable-next-line @n8n/community-nodes/no-restricted-globals -- how the nightly run asks for other cases
const { PARTNER_HOTEL_SEED: seed = '1', PARTNER_HOTEL_RUNS: times = '1' } = process.env;

// For mutants, which run a part of the cases, it is enough that one fails.
fc.configureGlobal({ seed: Number(seed), numRuns: runs(100), endOnFailure: Number(times) < 1 });

/** How often a property is tried where once is enough for everyday. */
export function runs(count: number): number {
	return count * Number(times);
}

export default fc;
