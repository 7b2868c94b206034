import { mean, percentile } from '../figures/statistics.mts';
import type { Count } from './count.mts';
import type { ChaosResult, EventsResult, HistoryResult, KillsResult, SoakResult } from './results.mts';

type Row = [label: string, value: string | number];

const MEGABYTE = 1_048_576;
const SHOWN_LOSSES = 20;

export function figuresOf(result: ChaosResult): string {
	const rows = rowsOf(result);
	const verdict: Row[] = [
		['targets', result.missed.length === 0 ? 'met' : `MISSED: ${result.missed.join('; ')}`],
	];
	const all = [...rows, ...verdict];
	const width = Math.max(...all.map(([label]) => label.length));
	return all.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n');
}

function rowsOf(result: ChaosResult): Row[] {
	switch (result.run) {
		case 'kills':
			return ofKills(result);
		case 'soak':
			return ofSoak(result);
		case 'history':
			return ofHistory(result);
		case 'events':
			return ofEvents(result);
	}
}

function ofEvents({ options, count, executions, stateBytes }: EventsResult): Row[] {
	return [
		['run', `events, seed ${options.seed}`],
		['n8n killed', options.kills],
		['events', count.changes],
		['executions', executions],
		['items in executions', count.items],
		['lost', count.lost.length],
		...count.lost.slice(0, SHOWN_LOSSES).map((key): Row => [`  ${key}`, '']),
		['repeated', count.repeated.length],
		['in the wrong order', count.reversed.length],
		['only in an execution that n8n lists as crashed', count.crashedOnly.length],
		['never sent', count.unknown.length],
		['state of the trigger', bytes(stateBytes)],
	];
}

function ofKills(result: KillsResult): Row[] {
	const { options, kills, executions, count, explained, unexplained, requests } = result;
	return [
		['run', `kills, polling mode ${options.mode}, after a crash ${options.afterCrash}, seed ${options.seed}`],
		['properties', options.properties],
		['n8n killed', `${kills.length} (${listed(tally(kills.map(({ kind }) => kind)))})`],
		...ofCount(count),
		['executions', `${executions.length} (${listed(tally(executions.map(({ status }) => status)))})`],
		['lost, between two saves of n8n', explained.length],
		...explained
			.slice(0, SHOWN_LOSSES)
			.map(
				({ change, kill, readAt }): Row => [
					`  ${change.number}`,
					`read ${clock(readAt)}, n8n killed ${clock(kills[kill - 1]?.at ?? 0)} (kill ${kill}): state saved, execution not`,
				],
			),
		['lost, unexplained', unexplained.length],
		...unexplained
			.slice(0, SHOWN_LOSSES)
			.map(({ number, status, modified }): Row => [`  ${number}`, `${status}, modified ${modified}`]),
		['repeated, unexplained', result.unexplainedRepetitions],
		...ofRequests(requests),
		['state of the trigger', bytes(result.stateBytes)],
	];
}

function ofSoak(result: SoakResult): Row[] {
	const { options, count, optimum, reservations, executions, requests, stateBytes } = result;
	return [
		['run', `soak, seed ${options.seed}`],
		['properties', options.properties],
		['read at least every', `${options.atLeastEvery} min`],
		...ofCount(count),
		['mean delay', meanOf(count)],
		['delay of the optimum', delaysOf({ delays: optimum })],
		['mean delay of the optimum', meanOf({ delays: optimum })],
		['executions', executions],
		['items of the reservation trigger', reservations.items],
		['reservations lost', reservations.lost.length],
		...reservations.lost.slice(0, SHOWN_LOSSES).map((key): Row => [`  ${key}`, '']),
		['reservations repeated', reservations.repeated.length],
		['reservations from before the start as new', reservations.early.length],
		['delay of reservations', delaysOf(reservations)],
		...ofRequests(requests),
		['state of the trigger', bytes(stateBytes)],
	];
}

function ofHistory(result: HistoryResult): Row[] {
	const { options, slices, bookings, repeated, missing, requests } = result;
	return [
		['run', `history, output ${options.details ? 'details' : 'summary'}`],
		['bookings', options.bookings],
		['most bookings of one execution', options.maxBookings],
		['polls', slices.length],
		['most bookings in one slice', Math.max(0, ...slices.map(({ items }) => items))],
		['received', bookings],
		['received twice', repeated],
		['missing', missing],
		['time', seconds(result.durationMs)],
		['longest poll', seconds(Math.max(0, ...slices.map(({ durationMs }) => durationMs)))],
		['memory before', megabytes(result.baseline.rss)],
		['most memory above that', megabytes(result.peak.rss - result.baseline.rss)],
		['most heap above before', megabytes(result.peak.heapUsed - result.baseline.heapUsed)],
		['largest state', bytes(Math.max(0, ...slices.map(({ stateBytes }) => stateBytes)))],
		['state at the end', bytes(slices.at(-1)?.stateBytes ?? 0)],
		...ofRequests(requests),
	];
}

function ofCount(count: Count): Row[] {
	return [
		['made, changed, cancelled', count.changes],
		['bookings concerned', count.bookings],
		['items in executions', count.items],
		['overtaken by a newer state', count.overtaken],
		['lost', count.lost.length],
		['repeated', count.repeated.length],
		['handed over again after a restart', count.redelivered],
		['of these, not received before', count.saved],
		['same details, newer line of the list', count.retold.length],
		['in the wrong order', count.reversed.length],
		['states that never were', count.unknown.length],
		['from before the start', count.early.length],
		['delay: median, 95 of 100, longest', delaysOf(count)],
	];
}

function ofRequests({ requests, byScope, byStatus, rejectedByScope }: KillsResult['requests']): Row[] {
	return [
		['requests', `${requests} (${listed(byScope)})`],
		['answers by status, 0 = none', listed(byStatus)],
		['refused by the rate limits', listed(rejectedByScope) || 'none'],
	];
}

function tally(values: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
	return counts;
}

function listed(counts: Readonly<Record<string, number>>): string {
	return Object.entries(counts)
		.map(([name, times]) => `${name}: ${times}`)
		.join(', ');
}

export function meanOf({ delays }: Pick<Count, 'delays'>): string {
	return delays.length === 0 ? 'none' : seconds(mean(delays));
}

export function delaysOf({ delays }: Pick<Count, 'delays'>): string {
	if (delays.length === 0) return 'none';
	return [0.5, 0.95, 1].map((share) => seconds(percentile(delays, share))).join(', ');
}

export function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(1)} s`;
}

export function bytes(count: number): string {
	return `${count.toLocaleString('en')} bytes`;
}

export function megabytes(count: number): string {
	return `${(count / MEGABYTE).toFixed(1)} MB`;
}

function clock(epochMs: number): string {
	return new Date(epochMs).toISOString().slice(11, 23);
}
