import { createHash } from 'node:crypto';
import { sumOfProbes, type ProbeCounts } from './probes.mts';
import { markdownTable } from './util/markdownTable.mts';
import { pairsOf, FAULTS } from './world/plan.mts';
import type { WorldResult } from './world/play.mts';
import { nameOf } from './world/worldPlan.mts';
import type { Outcome } from './worlds.mts';

const HOUR_MS = 3_600_000;

export interface Figures {
	seed: number;
	worlds: number;
	simulatedHours: number;
	seconds: number;
	acts: number;
	changes: number;
	polls: number;
	requests: number;
	refused: number;
	deliveries: number;
	runs: number;
	operations: number;
	testEvents: number;
	probes: ProbeCounts;
	/** How often each fault occurred. */
	faults: Record<string, number>;
	pairs: number;
	pairsPossible: number;
	/** A hash of everything that happened: the same for the same seed on any machine. */
	digest: string;
	findings: Array<{ world: string; rule: string; text: string; after: string }>;
}

export function figuresOf(seed: number, outcomes: readonly Outcome[], seconds: number): Figures {
	const all = outcomes.map(({ result }) => result);
	const sum = (of: (played: WorldResult) => number) => all.reduce((total, played) => total + of(played), 0);
	const faults = Object.fromEntries(
		FAULTS.map(({ name }) => [name, sum((played) => played.faults[name] ?? 0)]),
	);
	return {
		seed,
		worlds: all.length,
		simulatedHours: Math.round(sum(({ simulatedMs }) => simulatedMs) / HOUR_MS),
		seconds: Math.round(seconds),
		acts: sum(({ acts }) => acts),
		changes: sum(({ changes }) => changes),
		polls: sum(({ polls }) => polls),
		requests: sum(({ requests }) => requests),
		refused: sum(({ refused }) => refused),
		deliveries: sum(({ executions }) => executions),
		runs: sum(({ runs }) => runs),
		operations: new Set(all.flatMap(({ operations }) => operations)).size,
		testEvents: sum(({ testEvents }) => testEvents),
		probes: sumOfProbes(all.map(({ probes }) => probes)),
		faults,
		pairs: new Set(all.flatMap(({ pairs }) => pairs)).size,
		pairsPossible: pairsOf(FAULTS).length,
		digest: digestOf(all),
		findings: all.flatMap(({ plan, finding, simulatedMs }) =>
			finding
				? [
						{
							world: nameOf(plan),
							rule: finding.rule,
							text: finding.text,
							after: `${(simulatedMs / HOUR_MS).toFixed(1)} h`,
						},
					]
				: [],
		),
	};
}

function digestOf(all: readonly WorldResult[]): string {
	const text = all.map(({ digest }) => digest).join();
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The figures as text for people. */
export function inWords(figures: Figures): string {
	const { seed, worlds, simulatedHours, seconds, faults } = figures;
	const days = simulatedHours / 24;
	return [
		`Seed ${seed}: ${worlds} worlds, ${simulatedHours} hours in ${seconds} s (${(seconds / days).toFixed(1)} s for a day)`,
		`${figures.acts} acts, ${figures.changes} changes of bookings, ${figures.polls} polls, ${figures.requests} requests (${figures.refused} answered 429)`,
		`${figures.deliveries} executions by triggers, ${figures.runs} others of ${figures.operations} operations, ${figures.testEvents} test events`,
		`Faults: ${Object.values(faults).filter(Boolean).length} of ${Object.keys(faults).length} kinds, ${figures.pairs} of ${figures.pairsPossible} pairs at the same time`,
		`Reached: ${Object.entries(figures.probes)
			.map(([probe, times]) => `${probe} (${times})`)
			.join(', ')}`,
		`Digest of everything that happened: ${figures.digest}`,
		figures.findings.length === 0 ? 'Every rule held.' : `${figures.findings.length} worlds broke a rule.`,
	].join('\n');
}

/** What a person needs to look into a finding. */
export function traceOf({ result, shortest = result }: Outcome): string {
	const { finding, plan, trace, acts, faults } = shortest;
	if (!finding) return '';
	const hotels = plan.hotels === undefined ? '' : ` --hotels ${plan.hotels}`;
	const size = `--worlds ${plan.worlds} --hours ${plan.hours}${hotels}`;
	const again = `npm run simulate -- --seed ${plan.seed} ${plan.special === undefined ? `${size} ` : ''}--world ${nameOf(plan)}`;
	return [
		`World ${nameOf(plan)}: ${finding.rule}: ${finding.text}`,
		`At ${new Date(finding.at).toISOString()}, after ${acts} acts; faults: ${Object.keys(faults).join(', ') || 'none'}`,
		'The last minute:',
		...trace.map((line) => `  ${line}`),
		`The same again: ${again}`,
	].join('\n');
}

/** The table in docs/simulation.md. */
export function asMarkdown(figures: Figures): Record<string, string> {
	const rows: Array<[string, string | number]> = [
		['Seed', figures.seed],
		['Worlds', figures.worlds],
		['Simulated', `${(figures.simulatedHours / 24).toFixed(1)} days`],
		['Took', `${figures.seconds} s`],
		['Acts of guests, people and faults', figures.acts],
		['Changes of bookings', figures.changes],
		['Polls', figures.polls],
		['Requests', figures.requests],
		['Answered 429', figures.refused],
		['Executions by triggers', figures.deliveries],
		['Other executions', `${figures.runs}, of ${figures.operations} operations`],
		['Test events fetched', figures.testEvents],
		...Object.entries(figures.probes).map(([probe, times]): [string, number] => [`Reached: ${probe}`, times]),
		['Pairs of faults at the same time', `${figures.pairs} of ${figures.pairsPossible}`],
		['Digest of everything that happened', figures.digest],
		['Rules broken', figures.findings.length],
	];
	return { simulation: markdownTable(['', ''], rows) };
}
