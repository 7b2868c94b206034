import type { Api, SendOptions } from '../../../nodes/shared/transport/types';
import {
	conclusionOf,
	READ_BACK_SECONDS,
	readBackOutcome,
	type Seen,
} from '../../../nodes/shared/writes/readBack';

const done: Seen = { outcome: 'done' };
const asBefore: Seen = { outcome: 'notDone' };
const changed: Seen = { outcome: 'unknown', figures: 'Before: 5. Now: 2.' };
const fails = 'fails';

const api: Api = {
	send: async () => await Promise.reject(new Error('No request is expected')),
	client: async () => await Promise.resolve('client'),
	recipient: async () => await Promise.resolve('recipient'),
	maxDurationMs: () => 0,
};

/** What comes of reads that show this, one after the other, and the waits before them. */
async function readBack(reads: Array<Seen | typeof fails>, signal = new AbortController().signal) {
	const waits: number[] = [];
	let count = 0;
	const read = async () => {
		const shown = reads[count++];
		if (shown === fails || shown === undefined) throw new Error('It cannot be read');
		return await Promise.resolve(shown);
	};
	const wait = async (ms: number) => {
		waits.push(ms);
		return await Promise.resolve();
	};
	return { seen: await readBackOutcome(read, api, signal, wait), waits, count };
}

describe('what became of a write is read', () => {
	it('1, 2, 4, 7 and 10 seconds after it', async () => {
		expect(READ_BACK_SECONDS).toEqual([1, 2, 4, 7, 10]);
		const { waits, count } = await readBack([asBefore, asBefore, asBefore, asBefore, asBefore]);
		expect(waits).toEqual([1_000, 1_000, 2_000, 3_000, 3_000]);
		expect(count).toBe(5);
	});

	it.each<[string, Array<Seen | typeof fails>, Seen, number]>([
		['at once', [done], done, 1],
		['after a while, because reads lag', [asBefore, asBefore, asBefore, asBefore, done], done, 5],
		['although a read failed before', [fails, fails, done], done, 3],
		['although something else was seen before', [changed, done], done, 2],
	])('until it is seen: %s', async (_, reads, expected, times) => {
		const { seen, count } = await readBack(reads);
		expect(seen).toEqual(expected);
		expect(count).toBe(times);
	});

	it.each<[string, Array<Seen | typeof fails>, Seen]>([
		[
			'not made: nothing changed in all that time',
			[asBefore, asBefore, asBefore, asBefore, asBefore],
			asBefore,
		],
		[
			'not made: three reads say so, the last of them at the end',
			[fails, asBefore, fails, asBefore, asBefore],
			asBefore,
		],
		['unknown: two reads are too few', [fails, fails, fails, asBefore, asBefore], { outcome: 'unknown' }],
		[
			'unknown: the last read failed',
			[asBefore, asBefore, asBefore, asBefore, fails],
			{ outcome: 'unknown' },
		],
		['unknown: every read failed', [fails, fails, fails, fails, fails], { outcome: 'unknown' }],
		['unknown: something else changed', [asBefore, changed, changed, changed, changed], changed],
		[
			'unknown: something else changed for a moment',
			[asBefore, changed, asBefore, asBefore, asBefore],
			{ outcome: 'unknown' },
		],
		['unknown, with what was seen before reads failed', [asBefore, asBefore, changed, fails, fails], changed],
	])('%s', async (_, reads, expected) => {
		expect((await readBack(reads)).seen).toEqual(expected);
	});

	it('with requests that are short and not repeated', async () => {
		const options: Array<SendOptions | undefined> = [];
		const listening: Api = {
			...api,
			send: async (_, option) => {
				options.push(option);
				return await Promise.resolve({ statusCode: 200, headers: {}, body: {} });
			},
		};
		const read = async (reading: Api) => {
			await reading.send({ area: 'pms', method: 'GET', path: '/' }, { maxAttempts: 9 });
			expect(await reading.client()).toBe('client');
			return done;
		};
		await readBackOutcome(read, listening, new AbortController().signal, async () => await Promise.resolve());
		expect(options).toEqual([{ maxAttempts: 1, maxWaitMs: 5_000, timeoutMs: 10_000 }]);
	});

	it('no longer once the execution is stopped', async () => {
		const stop = new AbortController();
		stop.abort(new Error('stopped'));
		await expect(readBack([fails, done], stop.signal)).rejects.toThrow('stopped');
		const waiting = readBackOutcome(async () => await Promise.resolve(done), api, stop.signal);
		await expect(waiting).rejects.toThrow('stopped');
	});
});

describe('the conclusion', () => {
	it.each<[string, Seen[], Seen]>([
		['of no read', [], { outcome: 'unknown' }],
		['of one read', [asBefore], { outcome: 'unknown' }],
		['of two reads', [asBefore, asBefore], { outcome: 'unknown' }],
		['of three reads that agree', [asBefore, asBefore, asBefore], asBefore],
		['of four reads that agree', [asBefore, asBefore, asBefore, asBefore], asBefore],
		['of reads that do not agree', [changed, asBefore, asBefore, asBefore], { outcome: 'unknown' }],
		['has the last figures', [asBefore, asBefore, changed], changed],
	])('%s', (_, seen, expected) => {
		expect(conclusionOf(seen)).toEqual(expected);
	});
});
