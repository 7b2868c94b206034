/** Situations that a standard run must reach at least once; a run that misses one proves less than it seems to. */
export const PROBES = [
	'a change with an unknown outcome',
	'two booking triggers of one client at the limit',
	'two reservation triggers of one client at the limit',
	'a reservation that changed when its check-in was forgotten',
	'a reservation that failed and came back',
	'a world at rest in which n8n was never killed',
	'a world at rest after n8n was killed',
] as const;

export type Probe = (typeof PROBES)[number];
export type ProbeCounts = Record<Probe, number>;

export function zeroCounts(): ProbeCounts {
	return Object.fromEntries(PROBES.map((probe) => [probe, 0])) as ProbeCounts;
}

/** The counts of all worlds of a run, added up. */
export function sumOfProbes(all: ReadonlyArray<Readonly<Record<string, number>>>): ProbeCounts {
	const sums = zeroCounts();
	for (const counts of all) for (const probe of PROBES) sums[probe] += counts[probe] ?? 0;
	return sums;
}

export function missedProbes(counts: Readonly<ProbeCounts>): Probe[] {
	return PROBES.filter((probe) => counts[probe] === 0);
}

/** 0 if every rule held, the repeated world was identical, and a standard run hit every probe. */
export function exitCodeOf(
	{ findings, probes }: { findings: readonly unknown[]; probes: Readonly<ProbeCounts> },
	{ isRepeatable, isStandard }: { isRepeatable: boolean; isStandard: boolean },
): number {
	const isComplete = !isStandard || missedProbes(probes).length === 0;
	return findings.length === 0 && isRepeatable && isComplete ? 0 : 1;
}
