import { backoffMs, retryAfterMs, retryWaitMs, type Trouble } from '../../nodes/shared/transport/retry';

const state = { attempts: 1, readOnly: true, remainingMs: 300_000, random: 0.5 };

describe('whether and when to try again', () => {
	it.each<[string, Trouble, Partial<typeof state>, number | undefined]>([
		[
			'a refused read waits as long as the service says',
			{ kind: 'rateLimited', retryAfterMs: 7_000 },
			{},
			7_000,
		],
		[
			'a refused write, too: it was not processed',
			{ kind: 'rateLimited', retryAfterMs: 7_000 },
			{ readOnly: false },
			7_000,
		],
		['a refusal without a time backs off', { kind: 'rateLimited' }, { attempts: 3 }, 2_000],
		['a refusal may come many times', { kind: 'rateLimited', retryAfterMs: 1_000 }, { attempts: 40 }, 1_000],
		[
			'not when the wait is longer than what is left',
			{ kind: 'rateLimited', retryAfterMs: 7_000 },
			{ remainingMs: 6_999 },
			undefined,
		],
		['a read that failed on the way', { kind: 'transient' }, {}, 500],
		['a read that the service wants later', { kind: 'transient', retryAfterMs: 3_000 }, {}, 3_000],
		['a read up to the sixth attempt', { kind: 'transient' }, { attempts: 5 }, 8_000],
		['not a seventh time', { kind: 'transient' }, { attempts: 6 }, undefined],
		['never a write that may have been carried out', { kind: 'transient' }, { readOnly: false }, undefined],
		['a write that was not sent yet', { kind: 'transient', unsent: true }, { readOnly: false }, 500],
		['never what cannot get better', { kind: 'final' }, {}, undefined],
	])('%s', (_, trouble, changes, expected) => {
		expect(retryWaitMs(trouble, { ...state, ...changes })).toBe(expected);
	});

	it('waits longer each time, whatever the jitter', () => {
		for (let attempts = 1; attempts < 6; attempts++) {
			expect(backoffMs(attempts + 1, 0)).toBeGreaterThan(backoffMs(attempts, 0.999));
		}
	});

	it('waits differ', () => {
		expect(backoffMs(3, 0.1)).not.toBe(backoffMs(3, 0.9));
	});
});

describe('retry-after', () => {
	const now = Date.parse('2026-03-01T12:00:00Z');

	it.each([
		['seconds', '7', 7_000],
		['zero', '0', 0],
		['fractions of a second', '0.25', 250],
		['an HTTP date', 'Sun, 01 Mar 2026 12:00:05 GMT', 5_000],
		['a date in the past', 'Sun, 01 Mar 2026 11:00:00 GMT', 0],
		['nothing', undefined, undefined],
		['an empty text', ' ', undefined],
		['a negative number', '-3', undefined],
		['nonsense', 'soon', undefined],
	])('%s', (_, header, expected) => {
		expect(retryAfterMs(header, now)).toBe(expected);
	});
});
