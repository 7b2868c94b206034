import type { IPollFunctions } from 'n8n-workflow';

import { pollDeadline, sendOptionsWithin } from '../../../nodes/shared/polling/deadline';
import { RunProgress } from '../../../nodes/shared/polling/runProgress';

const HOST = { getPollBudgetMs: () => 300_000 } as unknown as IPollFunctions;

afterEach(() => jest.restoreAllMocks());

/** Whether a poll has ended this long after its start. */
function isOver(afterMs: number, sinceLastMs: number | undefined, hasFound: boolean): boolean {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
	const progress = new RunProgress<string>(pollDeadline(HOST, sinceLastMs), 500);
	if (hasFound) progress.emit('booking', [{}]);
	clock.mockReturnValue(1_000_000 + afterMs);
	return progress.isOver();
}

describe('a poll starts no more requests', () => {
	it.each<[string, number, number | undefined, boolean]>([
		['the first one, which n8n waits for to activate the workflow, after 10 s', 10, undefined, true],
		['also if it has found nothing, in a chain of hotels', 10, undefined, false],
		['a later one that has something to emit, after 45 s', 45, 60_000, true],
		['one that has found nothing, after four fifths of the time that n8n gives', 240, 60_000, false],
		['one that is rare, after as long, whatever it has found', 240, 3_600_000, true],
	])('%s', (_, seconds, sinceLastMs, hasFound) => {
		expect(isOver(seconds * 1_000 - 2_000, sinceLastMs, hasFound)).toBe(false);
		expect(isOver(seconds * 1_000, sinceLastMs, hasFound)).toBe(true);
	});
});

it('what a start needs waits until the limit of a minute is free: n8n switches nothing on whose first poll fails', () => {
	const { toEnd, maxLimitWaitMs } = pollDeadline(HOST, undefined);
	expect(sendOptionsWithin(toEnd(), maxLimitWaitMs).maxWaitMs).toBeGreaterThan(60_000);
	const next = pollDeadline(HOST, 60_000);
	expect(sendOptionsWithin(next.toEnd(), next.maxLimitWaitMs).maxWaitMs).toBe(30_000);
});
