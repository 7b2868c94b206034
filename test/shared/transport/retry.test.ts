import {
	backoffMs,
	isHarmless,
	readsOnly,
	retryAfterMs,
	retryWaitMs,
	type RetryState,
	tokenPauseMs,
	type Retry,
} from '../../../nodes/shared/transport/retry';
import type { ApiRequest } from '../../../nodes/shared/transport/types';

const state: RetryState = { attempts: 1, readOnly: true, remainingMs: 300_000, random: 0.5 };

describe('whether and when to try again', () => {
	it.each<[string, Retry, Partial<RetryState>, number | undefined]>([
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
		[
			'when the wait is just what is left',
			{ kind: 'rateLimited', retryAfterMs: 7_000 },
			{ remainingMs: 7_000 },
			7_000,
		],
		['a read that failed on the way', { kind: 'transient' }, {}, 500],
		['a read that the service wants later', { kind: 'transient', retryAfterMs: 3_000 }, {}, 3_000],
		[
			'a read that the service wants sooner each time: not for ever',
			{ kind: 'transient', retryAfterMs: 1_000 },
			{ attempts: 4 },
			4_000,
		],
		['a read up to the sixth attempt', { kind: 'transient' }, { attempts: 5 }, 8_000],
		['not a seventh time', { kind: 'transient' }, { attempts: 6 }, undefined],
		['not again where one attempt is all', { kind: 'transient' }, { maxAttempts: 1 }, undefined],
		['never a write that may have been carried out', { kind: 'transient' }, { readOnly: false }, undefined],
		['a write that was not sent yet', { kind: 'transient', unsent: true }, { readOnly: false }, 500],
		['never what cannot get better', { kind: 'final' }, {}, undefined],
	])('%s', (_, retry, changes, expected) => {
		expect(retryWaitMs(retry, { ...state, ...changes })).toBe(expected);
	});

	it('waits longer each time, whatever the jitter', () => {
		for (let attempts = 1; attempts < 6; attempts++) {
			expect(backoffMs(attempts + 1, 0)).toBeGreaterThan(backoffMs(attempts, 0.999));
		}
	});

	it.each([
		[0, 1_500],
		[0.5, 2_000],
		[0.75, 2_250],
	])('varies by a quarter either way: random %d of the third wait gives %d ms', (random, expected) => {
		expect(backoffMs(3, random)).toBe(expected);
	});
});

describe('a token that was refused with 429', () => {
	it.each([
		['the first time', undefined, 1, 4_000],
		['again', undefined, 2, 8_000],
		['for long', undefined, 9, 60_000],
		['with a time', 90_000, 1, 90_000],
	])('%s', (_, retryAfter, attempts, expected) => {
		expect(tokenPauseMs(retryAfter, attempts)).toBe(expected);
	});
});

describe('retry-after', () => {
	const now = Date.parse('2026-03-01T12:00:00Z');

	it.each([
		['seconds', '7', 7_000],
		['zero, which is no time', '0', 1_000],
		['fractions of a second', '0.25', 1_000],
		['more than a second', '1.25', 1_250],
		['an HTTP date', 'Sun, 01 Mar 2026 12:00:05 GMT', 5_000],
		['a date in the past', 'Sun, 01 Mar 2026 11:00:00 GMT', 1_000],
		['nothing', undefined, undefined],
		['an empty text', ' ', undefined],
		['a negative number', '-3', undefined],
		['nonsense', 'soon', undefined],
	])('%s', (_, header, expected) => {
		expect(retryAfterMs(header, now)).toBe(expected);
	});
});

describe('what a request does', () => {
	const request = { area: 'pms', path: '/rooms' } as const;

	it.each<[string, ApiRequest, { reads: boolean; harmless: boolean }]>([
		['a GET', { ...request, method: 'GET' }, { reads: true, harmless: true }],
		['a POST', { ...request, method: 'POST' }, { reads: false, harmless: false }],
		['a search by POST', { ...request, method: 'POST', readOnly: true }, { reads: true, harmless: true }],
		[
			'a GET that changes something',
			{ ...request, method: 'GET', readOnly: false },
			{ reads: false, harmless: false },
		],
		[
			'a read by a method that the user chose',
			{ ...request, method: 'POST', readOnly: true, sendOnce: true },
			{ reads: true, harmless: false },
		],
	])('%s', (_, asked, expected) => {
		expect({ reads: readsOnly(asked), harmless: isHarmless(asked) }).toEqual(expected);
	});
});
