/** What a standard run must have reached, or it has proved less than it seems. */
export const CLAIMS = [
	'a change with an unknown outcome',
	'two booking triggers of one client at the limit',
	'two reservation triggers of one client at the limit',
	'a reservation that changed when its check-in was forgotten',
	'a reservation that failed and came back',
	'a world at rest in which n8n was never killed',
	'a world at rest after n8n was killed',
] as const;

export type Claim = (typeof CLAIMS)[number];
export type ClaimCounts = Record<Claim, number>;

export function noClaims(): ClaimCounts {
	return Object.fromEntries(CLAIMS.map((claim) => [claim, 0])) as ClaimCounts;
}

/** Over all worlds of a run. */
export function sumOfClaims(all: ReadonlyArray<Readonly<Record<string, number>>>): ClaimCounts {
	const sums = noClaims();
	for (const counts of all) for (const claim of CLAIMS) sums[claim] += counts[claim] ?? 0;
	return sums;
}

export function missingClaims(counts: Readonly<ClaimCounts>): Claim[] {
	return CLAIMS.filter((claim) => counts[claim] === 0);
}

/** 0: every rule held, the same world was the same, and a standard run reached what it must. */
export function exitCodeOf(
	{ findings, claims }: { findings: readonly unknown[]; claims: Readonly<ClaimCounts> },
	{ isRepeatable, isStandard }: { isRepeatable: boolean; isStandard: boolean },
): number {
	const isComplete = !isStandard || missingClaims(claims).length === 0;
	return findings.length === 0 && isRepeatable && isComplete ? 0 : 1;
}
