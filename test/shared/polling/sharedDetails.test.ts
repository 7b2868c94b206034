import type { IDataObject } from 'n8n-workflow';

import { dropOldDetails, isUsable, sharedDetails } from '../../../nodes/shared/polling/sharedDetails';
import type { Api, SendOptions } from '../../../nodes/shared/transport/types';
import { problem } from '../../support/problems';

const NOW = Date.UTC(2026, 10, 20, 10) / 1000;
const OPTIONS: SendOptions = { maxWaitMs: 100, timeoutMs: 100 };

describe('details that another trigger has read show what was listed', () => {
	const text = JSON.stringify({ number: '7' });
	it.each<[string, string, number, number | undefined, number | undefined, boolean]>([
		['read after it was listed', text, NOW + 1, NOW, undefined, true],
		['read in the second in which they show it', text, NOW, NOW, undefined, true],
		['read before it was listed', text, NOW - 1, NOW, undefined, false],
		['not known when it was listed', text, NOW, undefined, undefined, false],
		['the trigger has read others before', text, NOW, NOW, NOW - 60, true],
		['the trigger has read these before', text, NOW, NOW, NOW, false],
		['the trigger has read later ones', text, NOW, NOW, NOW + 60, false],
		['the API had no such reservation', 'null', NOW, NOW, undefined, false],
	])('%s', (_, read, seenAt, since, before, expected) => {
		expect(isUsable({ text: read, seenAt }, since, before)).toBe(expected);
	});
});

describe('what the triggers of a client read together', () => {
	let requests: string[] = [];
	let answers: Array<Promise<IDataObject | null>> = [];
	let clients = 0;
	let client = '';

	beforeEach(() => {
		requests = [];
		answers = [];
		client = `client ${clients++}`;
	});

	const api: Api = {
		maxDurationMs: ({ maxWaitMs = 0, timeoutMs = 0 } = {}) => maxWaitMs + timeoutMs,
		client: async () => await Promise.resolve(client),
		recipient: async () => await Promise.resolve(client),
		send: async ({ pathParameters: { number = '' } = {} }) => {
			requests.push(number);
			const reservation = await (answers.shift() ?? { number });
			if (reservation === null) throw problem('status', 404);
			const headers = { date: new Date(NOW * 1000).toUTCString() };
			return { statusCode: 200, headers, body: { reservation } };
		},
	};

	const shared = ({ of = client, propertyId = '1', languageCode = 'en' } = {}) =>
		sharedDetails(api, of, propertyId, languageCode);
	const kept = (number: string, reader = shared()) => reader.ofOthers(number, NOW, undefined, OPTIONS);

	it('has a copy for each reader', async () => {
		await shared().read('7', OPTIONS);
		const one = await kept('7');
		(one?.reservation as IDataObject).number = 'changed by a workflow';
		expect(await kept('7')).toEqual({ reservation: { number: '7' }, seenAt: NOW });
		expect(requests).toEqual(['7']);
	});

	it.each<[string, Parameters<typeof shared>[0]]>([
		['another client', { of: 'another' }],
		['another hotel', { propertyId: '2' }],
		['another language', { languageCode: 'de' }],
	])('is nothing for %s', async (_, reader) => {
		await shared().read('7', OPTIONS);
		expect(kept('7', shared(reader))).toBeUndefined();
	});

	it('is read once by those who ask while it is read', async () => {
		const reading = shared().read('7', OPTIONS);
		const others = [kept('7'), kept('7')];
		expect(await Promise.all([reading, ...others])).toEqual(
			Array.from({ length: 3 }, () => ({ reservation: { number: '7' }, seenAt: NOW })),
		);
		expect(requests).toEqual(['7']);
	});

	it('when the request fails, the others can read it themselves', async () => {
		answers = [Promise.reject(problem('status', 500))];
		const reading = shared().read('7', OPTIONS);
		const other = kept('7');
		await expect(reading).rejects.toThrow();
		expect(await other).toBeUndefined();
		expect(kept('7')).toBeUndefined();
		await shared().read('7', OPTIONS);
		expect((await kept('7'))?.reservation).toEqual({ number: '7' });
	});

	it('nobody waits for the request of another longer than for his own', async () => {
		let answer: (reservation: IDataObject) => void = () => undefined;
		answers = [new Promise((resolve) => (answer = resolve))];
		const reading = shared().read('7', OPTIONS);
		expect(await kept('7')).toBeUndefined();
		answer({ number: '7' });
		expect((await reading).reservation).toEqual({ number: '7' });
	});

	it('is not kept where the API has no such reservation', async () => {
		answers = [Promise.resolve(null)];
		expect((await shared().read('7', OPTIONS)).reservation).toBeNull();
		expect(kept('7')).toBeUndefined();
	});

	it('is removed after ten minutes', async () => {
		await shared().read('7', OPTIONS);
		const now = performance.now();
		const clock = jest.spyOn(performance, 'now');
		const after = (minutes: number) => clock.mockReturnValue(now + minutes * 60_000);
		after(9.9);
		dropOldDetails();
		expect(await kept('7')).toBeDefined();
		after(10);
		expect(kept('7')).toBeUndefined();
		dropOldDetails();
		after(0);
		expect(kept('7')).toBeUndefined();
		clock.mockRestore();
	});

	it('takes a limited amount of memory: what was read first goes first', async () => {
		const large = 'x'.repeat(400_000);
		for (const number of ['1', '2', '3']) {
			answers = [Promise.resolve({ number, customerComment: large })];
			await shared().read(number, OPTIONS);
		}
		expect([kept('1'), await kept('3')]).toMatchObject([undefined, { reservation: { number: '3' } }]);
		answers = [Promise.resolve({ number: '4', customerComment: large.repeat(3) })];
		await shared().read('4', OPTIONS);
		expect([kept('3'), kept('4')]).toEqual([undefined, undefined]);
	});
});
