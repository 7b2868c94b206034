import { markdownTable } from '../../../simulator/src/util/markdownTable.mts';
import type { Figures } from '../figures/writeFigures.mts';
import { bytes, delaysOf, meanOf, megabytes, seconds } from './figures.mts';
import type { ChaosResult, EventsResult, HistoryResult, KillsResult, SoakResult } from './results.mts';

type Cell = string | number;

/**
 * The figures of docs/reliability.md and docs/events.md, as far as they were measured.
 * @param measured when, and on what
 */
export function asMarkdown(results: readonly ChaosResult[], measured: string): Figures {
	const kills = results.filter((result) => result.run === 'kills');
	const tables = {
		kills: killsTable(kills.filter(({ options }) => options.afterCrash === 'skip')),
		'kills, handed over again': killsTable(kills.filter(({ options }) => options.afterCrash === 'again')),
		soak: soakTable(results.filter((result) => result.run === 'soak')),
		events: eventsTable(results.filter((result) => result.run === 'events')),
		history: historyTable(results.filter((result) => result.run === 'history')),
	};
	const written = Object.entries(tables).filter(([, table]) => table !== undefined);
	return Object.fromEntries(written.map(([name, table]) => [name, `${measured}\n\n${table}`]));
}

/** A column for each of n8n's two ways of polling. */
function killsTable(results: readonly KillsResult[]): string | undefined {
	const head = ({ mode }: KillsResult['options']) =>
		mode === 'durable' ? 'Durable polling' : 'Older polling';
	return table(results, ['', ...results.map(({ options }) => head(options))], {
		'n8n killed': ({ kills }) => kills.length,
		'Bookings, changes and cancellations': ({ count }) => whole(count.changes),
		Items: ({ count }) => whole(count.items),
		Lost: ({ count }) => whole(count.lost.length),
		"Of these, between n8n's saves of state and execution": ({ explained }) => whole(explained.length),
		'Repeated without the mark `redelivered`': ({ count }) => whole(count.repeated.length),
		'Marked `redelivered`': ({ count }) => whole(count.redelivered),
		'Of these, not received before': ({ count }) => whole(count.saved),
		'In the wrong order': ({ count }) => whole(count.reversed.length),
		'Items with the same details as the one before, and a newer summary': ({ count }) =>
			whole(count.retold.length),
		'Delay from the change to the execution: median, 95 of 100, longest': ({ count }) => delaysOf(count),
		'State at the end': ({ stateBytes }) => bytes(stateBytes),
	});
}

function headOf({ properties, atLeastEvery }: SoakResult['options']): string {
	return `${properties} properties${atLeastEvery === 1 ? ', in turns' : ''}`;
}

function soakTable(results: readonly SoakResult[]): string | undefined {
	return table(results, ['', ...results.map(({ options }) => headOf(options))], {
		'Bookings, changes and cancellations': ({ count }) => whole(count.changes),
		'Responses with 429': ({ requests }) => whole(requests.byStatus['429'] ?? 0),
		Requests: ({ requests }) => whole(requests.requests),
		Lost: ({ count }) => whole(count.lost.length),
		Repeated: ({ count }) => whole(count.repeated.length),
		'Delay from the change to the execution: mean': ({ count }) => meanOf(count),
		'Median, 95 of 100, longest': ({ count }) => delaysOf(count),
		'Mean, if the size of each hotel were known': ({ optimum }) => meanOf({ delays: optimum }),
		'Median, 95 of 100, longest, if the size of each hotel were known': ({ optimum }) =>
			delaysOf({ delays: optimum }),
		'State at the end': ({ stateBytes }) => bytes(stateBytes),
		'Reservation trigger beside it: lost, repeated': ({ reservations }) =>
			`${reservations.lost.length}, ${reservations.repeated.length}`,
		'Delay of new and cancelled reservations: median, 95 of 100, longest': ({ reservations }) =>
			delaysOf(reservations),
	});
}

function eventsTable(results: readonly EventsResult[]): string | undefined {
	return table(results, ['', ...results.map(({ count }) => `${whole(count.changes)} events`)], {
		'n8n killed': ({ options }) => options.kills,
		Executions: ({ executions }) => whole(executions),
		Lost: ({ count }) => whole(count.lost.length),
		Repeated: ({ count }) => whole(count.repeated.length),
		'In the wrong order': ({ count }) => whole(count.reversed.length),
		'Only in an execution that n8n lists as crashed': ({ count }) => whole(count.crashedOnly.length),
		'State at the end': ({ stateBytes }) => bytes(stateBytes),
	});
}

function historyTable(results: readonly HistoryResult[]): string | undefined {
	return table(
		results,
		['Bookings per execution', ...results.map(({ options }) => whole(options.maxBookings))],
		{
			Bookings: ({ options }) => whole(options.bookings),
			'Received twice': ({ repeated }) => whole(repeated),
			Missing: ({ missing }) => whole(missing),
			'Responses with 429': ({ requests }) => whole(requests.byStatus['429'] ?? 0),
			Batches: ({ slices }) => whole(slices.length),
			Time: ({ durationMs }) => seconds(durationMs),
			'Memory above the start': ({ peak, baseline }) => megabytes(peak.rss - baseline.rss),
			'Heap above the start': ({ peak, baseline }) => megabytes(peak.heapUsed - baseline.heapUsed),
			'Largest state': ({ slices }) => bytes(Math.max(0, ...slices.map(({ stateBytes }) => stateBytes))),
		},
	);
}

/** A column for each result; undefined if there is none. */
function table<R>(
	results: readonly R[],
	head: readonly string[],
	rows: Readonly<Record<string, (result: R) => Cell>>,
): string | undefined {
	if (results.length === 0) return undefined;
	return markdownTable(
		head,
		Object.entries(rows).map(([label, figureOf]) => [label, ...results.map(figureOf)]),
	);
}

function whole(value: number): string {
	return value.toLocaleString('en');
}
