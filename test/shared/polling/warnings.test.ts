import type { IPollFunctions } from 'n8n-workflow';

import { nothingReported } from '../../../nodes/shared/polling/failureReports';
import {
	tellWhichPolling,
	warnIfBehind,
	warnIfFull,
	warnIfIdle,
} from '../../../nodes/shared/polling/pollWarnings';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The log of polls at such intervals, each of which leaves something or not. */
function logOf(
	everyMs: number,
	left: readonly boolean[],
	clock = (poll: number) => poll * everyMs,
): string[] {
	const warn = jest.fn<void, [string]>();
	const context = { logger: { warn } } as unknown as IPollFunctions;
	const client = { reported: nothingReported() };
	for (const [poll, hasMore] of left.entries()) {
		jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1) + clock(poll));
		warnIfBehind(context, client, { hasMore });
	}
	return warn.mock.calls.map(([text]) => text);
}

describe('a poll that could read no property', () => {
	const nothing = { items: [], failures: new Map(), read: [], sound: [] };
	const warningsOf = (outcome: Parameters<typeof warnIfIdle>[2], isFirst: boolean) => {
		const warn = jest.fn<void, [string]>();
		const context = { logger: { warn }, getPollBudgetMs: () => 300_000 } as unknown as IPollFunctions;
		warnIfIdle(context, nothingReported(), outcome, isFirst);
		return warn.mock.calls.length;
	};

	it('is told', () => expect(warningsOf(nothing, false)).toBe(1));
	it('is not told of a first one, which ends after seconds', () => expect(warningsOf(nothing, true)).toBe(0));
	it.each([
		['it read one', { ...nothing, read: ['1'] }],
		['it has something', { ...nothing, items: [{}] }],
		['one failed', { ...nothing, failures: new Map([['1', new Error('down')]]) }],
	])('is none where %s', (_, outcome) => expect(warningsOf(outcome, false)).toBe(0));
});

it('that something had to be forgotten is told once an hour, with the name of the trigger', () => {
	const warn = jest.fn<void, [string]>();
	const context = { logger: { warn }, getNode: () => ({ name: 'Front desk' }) } as unknown as IPollFunctions;
	const reported = nothingReported();
	for (const [minute, isMemoryFull] of [false, true, true, false].entries()) {
		jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1) + minute * MINUTE_MS);
		warnIfFull(context, reported, { isMemoryFull });
	}
	expect(warn.mock.calls.map(([text]) => text)).toEqual([expect.stringMatching(/^Front desk remembers /)]);
});

afterEach(() => jest.restoreAllMocks());

const times = (count: number, hasMore = true) => Array.from({ length: count }, () => hasMore);

it.each<[string, number, boolean[], number]>([
	['once a day: the second poll that leaves something', DAY_MS, times(2), 1],
	['each further one', DAY_MS, times(4), 3],
	['one poll is none', DAY_MS, [true, false, true, false], 0],
	['each minute: after an hour', MINUTE_MS, times(61), 1],
	['less than an hour is a busy one', MINUTE_MS, times(60), 0],
	['one that read everything begins anew', MINUTE_MS, [...times(59), false, ...times(59)], 0],
	['not more often than once an hour', MINUTE_MS, times(150), 2],
])('%s', (_, everyMs, left, warnings) => {
	expect(logOf(everyMs, left)).toHaveLength(warnings);
});

it('says how long, and what to do', () => {
	expect(logOf(DAY_MS, times(2))[0]).toMatch(
		/^The last 2 polls each left something .* since 2026-01-01T00:00:00.000Z\. Poll more often \(Poll Times\)/,
	);
});

it('a clock that is set back does not silence it for ever', () => {
	const setBack = (poll: number) => (poll < 5 ? poll : poll - 365) * DAY_MS;
	expect(logOf(DAY_MS, times(9), setBack).length).toBeGreaterThan(5);
});

it('which polling a trigger has is told once, and when it changes', () => {
	const debug = jest.fn<void, [string]>();
	const context = {
		logger: { debug },
		getNode: () => ({ name: 'New bookings' }),
	} as unknown as IPollFunctions;
	const memory = {};
	for (const isDurable of [false, false, true, true]) tellWhichPolling(context, memory, isDurable);
	expect(debug.mock.calls.map(([text]) => text.split(';', 1)[0])).toEqual([
		'New bookings: older polling',
		'New bookings: durable polling',
	]);
});
