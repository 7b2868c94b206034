import { count } from '../../src/chaos/count.mts';
import { asMarkdown } from '../../src/chaos/markdown.mts';
import type { ChaosResult } from '../../src/chaos/results.mts';
import { withFigures } from '../../src/figures/writeFigures.mts';
import { readText } from '../../../../test/support/files';
import { change, delivery } from './records';

const requests = {
	requests: 1_099,
	byScope: {},
	byStatus: { 200: 1_099 },
	rejectedByScope: {},
	highestConcurrency: 1,
	tokensIssued: 1,
	byEndpoint: {},
};
const made = change('a', 1);
const lost = change('b', 2);
const counted = count([made, lost], [delivery(made, 1)]);

function kills(mode: 'durable' | 'older', afterCrash: 'skip' | 'again'): ChaosResult {
	return {
		run: 'kills',
		options: { seed: 1, mode, afterCrash, kills: 1, bookings: 2, properties: 1, minutes: 1 },
		kills: [{ kind: 'saves', at: 9_000, savedBytes: 0 }],
		executions: [],
		count: counted,
		explained: [{ change: lost, kill: 1, readAt: 8_000 }],
		unexplained: [],
		unexplainedRepetitions: 0,
		requests,
		stateBytes: 38_214,
		missed: [],
	};
}

const soak: ChaosResult = {
	run: 'soak',
	options: { seed: 1, bookings: 2, properties: 200, minutes: 1, atLeastEvery: 15 },
	count: counted,
	optimum: [30_000, 60_000],
	reservations: { items: 2, lost: [], repeated: ['1024/a'], early: [], delays: [90_000, 240_000] },
	executions: 1,
	requests: { ...requests, byStatus: { 200: 1_090, 429: 9 } },
	stateBytes: 47_000,
	missed: [],
};

const history: ChaosResult = {
	run: 'history',
	options: { seed: 1, bookings: 100_000, maxBookings: 5_000, details: false },
	slices: [{ items: 5_000, durationMs: 1_000, stateBytes: 1_600_000 }],
	bookings: 100_000,
	repeated: 0,
	missing: 0,
	requests,
	durationMs: 35_000,
	baseline: { rss: 0, heapUsed: 0 },
	peak: { rss: 2_097_152, heapUsed: 1_048_576 },
	missed: [],
};

describe('The figures for docs/reliability.md', () => {
	it('have a column for each polling mode, below when and on what they were measured', () => {
		const { kills: text = '' } = asMarkdown([kills('durable', 'skip'), kills('older', 'skip')], 'Today.');

		expect(text).toContain('Today.\n\n|  | Durable polling | Older polling |\n| --- | --- | --- |\n');
		expect(text).toContain('| Lost | 1 | 1 |\n');
		expect(text).toContain("| Of these, between n8n's saves of state and execution | 1 | 1 |\n");
		expect(text).toContain('longest | 0.5 s, 0.5 s, 0.5 s | 0.5 s, 0.5 s, 0.5 s |\n');
		expect(text).toContain('| State at the end | 38,214 bytes | 38,214 bytes |');
	});

	it('have a place of their own where items are handed over again', () => {
		expect(Object.keys(asMarkdown([kills('older', 'again')], ''))).toEqual(['kills, handed over again']);
	});

	it('tell what was refused, how long it took and how much memory it needed', () => {
		const { soak: many, history: long } = asMarkdown([soak, history], '');

		expect(many).toContain('| Responses with 429 | 9 |');
		expect(many).toContain('| Mean, if the size of each hotel were known | 45.0 s |');
		expect(many).toContain('| Reservation trigger beside it: lost, repeated | 0, 1 |');
		expect(many).toContain('| 90.0 s, 240.0 s, 240.0 s |');
		expect(long).toContain('| Time | 35.0 s |\n| Memory above the start | 2.0 MB |');
	});

	it('are only those that were measured', () => {
		expect(asMarkdown([], '')).toEqual({});
	});

	it('have their places in the document', () => {
		const all = asMarkdown([kills('durable', 'skip'), kills('older', 'again'), soak, history], 'Today.');

		expect(Object.keys(all)).toHaveLength(4);
		expect(withFigures(readText('docs/reliability.md'), all).match(/Today\./g)).toHaveLength(4);
	});
});
