import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

import { reserveWrite, wasKeyUsed, type Reservation } from '../../../nodes/shared/writes/earlierWrites';
import { earlierWritesOfAnotherProcess } from '../../support/anotherProcess';
import { deduplicationStore, type DeduplicationStore } from '../../support/deduplicationStore';
import { callAsTool } from '../../support/engine';
import { harness } from '../../support/n8n';

const CREDENTIAL = { baseUrl: 'http://127.0.0.1:9', apiClientId: 'client', apiClientSecret: 'secret' };
const MINUTE = 60_000;
const NOW = Date.parse('2026-11-23T12:00:30.500Z');

type Reserve = typeof reserveWrite;
type Outcome = 'done' | 'notDone' | 'unknown';

interface Place {
	workflowId?: string | null;
	nodeId?: string;
	withoutHelpers?: boolean;
}

/** The context of an execution of its own. */
async function execution({
	workflowId = 'workflow',
	nodeId = 'node',
	withoutHelpers,
}: Place = {}): Promise<IExecuteFunctions> {
	const contexts: IExecuteFunctions[] = [];
	const type = {
		description: { name: 'pms', displayName: 'PMS', inputs: ['main'], outputs: ['main'], properties: [] },
		async execute(this: IExecuteFunctions) {
			contexts.push(this);
			return await Promise.resolve([[]]);
		},
	} as unknown as INodeType;
	await harness(type, { credential: CREDENTIAL, nodeId, workflowId }).execute();
	const found = contexts[0] as IExecuteFunctions;
	Object.defineProperty(found, 'logger', { value: { warn: (text: string) => logged.push(text) } });
	if (withoutHelpers) Object.assign(found.helpers, { checkProcessedAndRecord: undefined });
	return found;
}

interface Ask extends Place {
	write?: string;
	key?: string;
	within?: number;
	at?: number;
	by?: Reserve;
}

async function ask({
	write = 'payment of 50.00 EUR',
	key,
	within = 10 * MINUTE,
	at = NOW,
	by,
	...place
}: Ask) {
	const context = await execution(place);
	return await (by ?? reserveWrite)(context, { fingerprint: write, key, refuseWithinMs: within }, at);
}

async function settle(reservation: Reservation, outcome: Outcome): Promise<void> {
	if (reservation.state !== 'free') throw new Error(`It may not be sent: ${reservation.state}`);
	await reservation.settle(outcome);
}

/** Sends a write, and waits for its outcome. */
async function send(outcome: Outcome, how: Ask): Promise<void> {
	await settle(await ask(how), outcome);
}

const said = (reservation: Reservation) =>
	reservation.state === 'unknown' ? `unknown by ${reservation.by}` : reservation.state;

/** Another process shares nothing but the database. */
const elsewhere = (): Reserve => earlierWritesOfAnotherProcess().reserveWrite;

let store: DeduplicationStore;
let number = 0;
/** Unlike those of other tests, which this process remembers. */
let write: string;

/** What n8n's log was told. */
const logged: string[] = [];

afterEach(() => jest.restoreAllMocks());

beforeEach(() => {
	logged.length = 0;
	store = deduplicationStore();
	write = `payment ${++number}`;
});

function marksInStore(): number {
	return [...store.rows.values()].flatMap((row) => (JSON.parse(row) as { data: string[] }).data).length;
}

/** The first removal is undone by another process, which had read before and writes afterwards. */
function writtenBackOnce(scope: 'workflow' | 'node'): void {
	const remove = store.removeProcessed.bind(store);
	let isUndone = false;
	jest.spyOn(store, 'removeProcessed').mockImplementation(async (...call) => {
		const before = new Map(store.rows);
		await remove(...call);
		if (isUndone || call[1] !== scope) return;
		isUndone = true;
		for (const [row, value] of before) store.rows.set(row, value);
	});
}

describe('a write with a key', () => {
	const key = 'invoice 17';

	it('is not sent again once it was done, in any process, at any time', async () => {
		await send('done', { write, key });
		expect(await ask({ write, key })).toEqual({ state: 'repeated' });
		expect(await ask({ write, key, by: elsewhere() })).toEqual({ state: 'repeated' });
		expect(await ask({ write, key, by: elsewhere(), at: NOW + 1_000_000 * MINUTE })).toEqual({
			state: 'repeated',
		});
	});

	it('is refused while the first one is under way, and after an unknown outcome', async () => {
		const first = await ask({ write, key, within: 0 });
		const again = async () => [
			said(await ask({ write, key, within: 0 })),
			said(await ask({ write, key, within: 0, by: elsewhere() })),
		];
		expect(await again()).toEqual(['unknown by key', 'unknown by key']);
		await settle(first, 'unknown');
		expect(await again()).toEqual(['unknown by key', 'unknown by key']);
	});

	it('is refused after a crash: nothing says what became of it', async () => {
		await ask({ write, key });
		expect(said(await ask({ write, key, by: elsewhere() }))).toBe('unknown by key');
	});

	it('is sent after one that was certainly not carried out', async () => {
		await send('notDone', { write, key });
		expect(marksInStore()).toBe(0);
		await send('done', { write, key, by: elsewhere() });
		expect(said(await ask({ write, key }))).toBe('repeated');
	});

	it('may send nothing else, whatever became of the first one', async () => {
		const other = { write: `${write}, another stay`, key };
		const first = await ask({ write, key });
		expect(said(await ask({ ...other }))).toBe('otherWrite');
		await settle(first, 'done');
		expect(said(await ask({ ...other }))).toBe('otherWrite');
		expect(said(await ask({ ...other, by: elsewhere() }))).toBe('otherWrite');
		expect(said(await ask({ write, key }))).toBe('repeated');
	});

	it('may send something else after one that was certainly not carried out', async () => {
		await send('notDone', { write, key });
		expect(said(await ask({ write: `${write}, corrected`, key }))).toBe('free');
	});

	it('holds for all nodes of a workflow, and for no other workflow', async () => {
		await send('done', { write, key });
		expect(said(await ask({ write, key, nodeId: 'another' }))).toBe('repeated');
		expect(said(await ask({ write, key, workflowId: 'another' }))).toBe('free');
	});

	it('does not make two different writes alike', async () => {
		await send('done', { write: `${write}"`, key: 'a' });
		expect(said(await ask({ write, key: 'a"' }))).toBe('free');
	});

	it('leaves one pair of marks when it was done, without a word of what was sent', async () => {
		await send('done', { write, key });
		expect(marksInStore()).toBe(2);
		const dump = JSON.stringify([...store.rows]);
		expect(dump).not.toContain('invoice');
		expect(dump).not.toContain('payment');
	});

	it('counts in the history of Remove Duplicates for the workflow, and is cleared with it', async () => {
		await send('done', { write, key });
		const { helpers } = await execution();
		expect(await helpers.getProcessedDataCount('workflow', { mode: 'entries' })).toBe(2);
		expect(await helpers.getProcessedDataCount('node', { mode: 'entries' })).toBe(0);
		await helpers.clearAllProcessedItems('workflow', { mode: 'entries' });
		expect(said(await ask({ write, key }))).toBe('free');
	});

	it('is forgotten with another database', async () => {
		await send('done', { write, key });
		store = deduplicationStore();
		expect(said(await ask({ write, key }))).toBe('free');
	});

	it('is one of the 20,000 last ones that are remembered', async () => {
		await send('done', { write, key: 'first' });
		const data = Array.from({ length: 40_000 }, (_, index) => `other ${index}`);
		const row = 'workflow ';
		const before = (JSON.parse(store.rows.get(row) as string) as { data: string[] }).data;
		store.rows.set(row, JSON.stringify({ mode: 'entries', data: [...before, ...data] }));
		await send('done', { write, key: 'last' });
		expect(said(await ask({ write, key: 'first' }))).toBe('repeated');
	});

	it('is sent once where many ask at the same time in a process', async () => {
		const asked = await Promise.all(
			Array.from({ length: 10 }, async (_, index) => await ask({ write, key, nodeId: `node ${index % 3}` })),
		);
		expect(asked.filter(({ state }) => state === 'free')).toHaveLength(1);
		expect(asked.filter(({ state }) => state === 'unknown')).toHaveLength(9);
	});

	it('keeps no other key waiting for its outcome', async () => {
		const first = await ask({ write, key });
		expect(said(await ask({ write: `${write}, other`, key: 'invoice 18' }))).toBe('free');
		await settle(first, 'done');
		expect(said(await ask({ write, key }))).toBe('repeated');
	});

	describe('when n8n cannot store it', () => {
		it('is not sent, and the user is told', async () => {
			await send('notDone', { write, key });
			store.isAway = true;
			await expect(ask({ write, key })).rejects.toMatchObject({
				name: 'ParameterError',
				parameter: 'idempotencyKey',
				problem: 'could not be stored by n8n',
				advice: expect.stringContaining('Nothing was sent') as string,
			});
			expect(logged).toEqual([
				'Partner Hotel: An idempotency key could not be stored, so nothing was sent: The database is away',
			]);
		});

		it('is not sent while Remove Duplicates keeps a date for the workflow', async () => {
			const context = await execution();
			await context.helpers.checkProcessedAndRecord(['2026-11-23'], 'workflow', { mode: 'latestDate' });
			await expect(ask({ write, key })).rejects.toMatchObject({ parameter: 'idempotencyKey' });
		});

		it('counts as unknown if its outcome is what cannot be stored', async () => {
			const first = await ask({ write, key });
			store.isAway = true;
			await expect(settle(first, 'done')).rejects.toThrow('away');
			store.isAway = false;
			expect(said(await ask({ write, key }))).toBe('unknown by key');
		});
	});

	describe('in a host without such a store', () => {
		it.each([
			['an older one', { withoutHelpers: true }],
			['an agent of n8n itself, where there is no workflow', { workflowId: null }],
		])('is remembered by the process: %s', async (_, place) => {
			const here = { write, key: `${key} of ${write}`, ...place };
			await send('done', here);
			expect(said(await ask(here))).toBe('repeated');
			expect(said(await ask({ ...here, write: `${write}, other` }))).toBe('otherWrite');
			expect(store.calls).toBe(0);
		});
	});

	describe('in two processes at the same moment', () => {
		/** What the other process does once, between reading and writing, in the call of that number. */
		function inCall(number: number, other: () => Promise<unknown>): void {
			store.meanwhile = async () => {
				if (store.calls !== number) return;
				store.meanwhile = async () => await Promise.resolve();
				await other();
			};
		}

		it.each([2, 3, 4])('is sent once if the other one asks during call %d of the first one', async (call) => {
			let other: Reservation | undefined;
			inCall(call, async () => (other = await ask({ write, key, by: elsewhere() })));
			const first = await ask({ write, key });
			expect([said(first), said(other as Reservation)]).toEqual(['free', 'unknown by key']);
		});

		it('is sent once if both read before one of them writes', async () => {
			await send('notDone', { write, key });
			store.meanwhile = bothRead();
			const both = await Promise.all([ask({ write, key }), ask({ write, key, by: elsewhere() })]);
			expect(both.map(said).sort()).toEqual(['free', 'unknown by key']);
		});

		it('is sent once if both create the first row', async () => {
			store.meanwhile = bothRead();
			const both = await Promise.all([ask({ write, key }), ask({ write, key, by: elsewhere() })]);
			expect(both.map(said).sort()).toEqual(['free', 'unknown by key']);
		});

		/** The first two calls read before either writes. */
		function bothRead(): () => Promise<void> {
			let arrived = 0;
			let go: () => void = () => undefined;
			const together = new Promise<void>((resolve) => (go = resolve));
			return async () => {
				if (++arrived > 2) return;
				if (arrived === 2) go();
				await together;
			};
		}

		it('is not lost if another key overwrites it before it is sent', async () => {
			await send('notDone', { write, key });
			const other = { write: `${write}, other`, key: 'invoice 18' };
			store.meanwhile = bothRead();
			const another = elsewhere();
			await Promise.all([send('done', { write, key }), send('done', { ...other, by: another })]);
			expect(said(await ask({ write, key, by: another }))).toBe('repeated');
			expect(said(await ask(other))).toBe('repeated');
		});

		it.each(['done', 'unknown'] as const)(
			'is not lost if it is overwritten while it is sent: %s',
			async (outcome) => {
				await send('notDone', { write, key });
				const before = new Map(store.rows);
				const first = await ask({ write, key });
				for (const [row, value] of before) store.rows.set(row, value);
				await settle(first, outcome);
				const state = outcome === 'done' ? 'repeated' : 'unknown by key';
				expect(said(await ask({ write, key, by: elsewhere() }))).toBe(state);
			},
		);

		it.each([
			['done', 'repeated'],
			['notDone', 'free'],
		] as const)(
			'is settled if the other one writes back what it had read before: %s',
			async (outcome, state) => {
				const first = await ask({ write, key });
				writtenBackOnce('workflow');
				await settle(first, outcome);
				expect(said(await ask({ write, key, by: elsewhere() }))).toBe(state);
			},
		);

		it('asking whether it was used does not use it, if the other one writes back what it had read', async () => {
			await send('notDone', { write, key });
			writtenBackOnce('workflow');
			await wasKeyUsed(await execution(), key);
			expect(await wasKeyUsed(await execution(), key)).toBe(false);
		});

		it('is not sent if others overwrite it again and again', async () => {
			await send('notDone', { write, key });
			const before = store.rows.get('workflow ') as string;
			const record = store.checkProcessedAndRecord.bind(store);
			jest.spyOn(store, 'checkProcessedAndRecord').mockImplementation(async (...call) => {
				const recorded = await record(...call);
				store.rows.set('workflow ', before);
				return recorded;
			});
			await expect(ask({ write, key })).rejects.toMatchObject({ parameter: 'idempotencyKey' });
		});
	});
});

describe('a write without a key', () => {
	it('is refused after an identical one with an unknown outcome, for the time that was set', async () => {
		await send('unknown', { write });
		const after = async (ms: number, by?: Reserve) => said(await ask({ write, at: NOW + ms, by }));
		for (const by of [undefined, elsewhere()]) {
			expect(await after(0, by)).toBe('unknown by identical');
			expect(await after(5 * MINUTE, by)).toBe('unknown by identical');
			expect(await after(10 * MINUTE - 1, by)).toBe('unknown by identical');
		}
		expect(await after(10 * MINUTE + 1_000)).toBe('free');
	});

	it('is sent by another process, too, when the time is over', async () => {
		await send('unknown', { write });
		expect(said(await ask({ write, at: NOW + 10 * MINUTE + 1_000, by: elsewhere() }))).toBe('free');
	});

	it('is refused for the time that the later one sets', async () => {
		await send('unknown', { write, within: 0 });
		const at = NOW + 30 * MINUTE;
		expect(said(await ask({ write, at, within: 0 }))).toBe('free');
		expect(said(await ask({ write: `${write}b`, at, within: 60 * MINUTE }))).toBe('free');
		expect(said(await ask({ write, at, within: 60 * MINUTE, by: elsewhere() }))).toBe('unknown by identical');
	});

	it('does not make the time longer by being refused', async () => {
		await send('unknown', { write });
		for (const by of [undefined, elsewhere()]) await ask({ write, at: NOW + 9 * MINUTE, by });
		expect(said(await ask({ write, at: NOW + 10 * MINUTE + 1_000 }))).toBe('free');
	});

	it('is refused again after a second one with an unknown outcome', async () => {
		await send('unknown', { write });
		await send('unknown', { write, at: NOW + 11 * MINUTE });
		const at = NOW + 15 * MINUTE;
		expect(said(await ask({ write, at }))).toBe('unknown by identical');
		expect(said(await ask({ write, at, by: elsewhere() }))).toBe('unknown by identical');
	});

	it('is still refused for a longer time after a later one was done', async () => {
		await send('unknown', { write });
		await send('done', { write, at: NOW + 11 * MINUTE });
		expect(said(await ask({ write, at: NOW + 12 * MINUTE, by: elsewhere() }))).toBe('free');
		const longer = { write, at: NOW + 12 * MINUTE, within: 60 * MINUTE };
		expect(said(await ask({ ...longer, by: elsewhere() }))).toBe('unknown by identical');
	});

	it('is refused while the clock of the other process is behind', async () => {
		await send('unknown', { write });
		expect(said(await ask({ write, at: NOW - 20_000, by: elsewhere() }))).toBe('unknown by identical');
	});

	it.each(['done', 'notDone'] as const)('is sent after an identical one that was %s', async (outcome) => {
		await send(outcome, { write });
		expect(marksInStore()).toBe(0);
		expect(said(await ask({ write }))).toBe('free');
	});

	it.each(['done', 'notDone'] as const)(
		'is sent after one that was %s, though another process wrote back what it had read before',
		async (outcome) => {
			const first = await ask({ write });
			writtenBackOnce('node');
			await settle(first, outcome);
			expect(said(await ask({ write, by: elsewhere() }))).toBe('free');
		},
	);

	it('is no longer refused than it should be, though another process wrote back what it had read before', async () => {
		await send('unknown', { write });
		writtenBackOnce('node');
		expect(said(await ask({ write, at: NOW + 9 * MINUTE, by: elsewhere() }))).toBe('unknown by identical');
		expect(said(await ask({ write, at: NOW + 11 * MINUTE, by: elsewhere() }))).toBe('free');
	});

	it('is refused, also if what was recorded in asking cannot be removed', async () => {
		await send('unknown', { write });
		jest.spyOn(store, 'removeProcessed').mockRejectedValue(new Error('The database is away'));
		expect(said(await ask({ write, by: elsewhere() }))).toBe('unknown by identical');
	});

	it('counts as unknown if another process writes back its mark again and again', async () => {
		const first = await ask({ write });
		const [row, value] = [...store.rows][0] ?? ['', ''];
		const removal = jest.spyOn(store, 'removeProcessed').mockImplementation(async () => {
			await Promise.resolve(store.rows.set(row, value));
		});
		await expect(settle(first, 'done')).rejects.toThrow('Other processes kept overwriting what was recorded');
		removal.mockRestore();
		expect(said(await ask({ write, by: elsewhere() }))).toBe('unknown by identical');
	});

	it('is refused while an identical one is under way', async () => {
		const first = await ask({ write });
		expect(said(await ask({ write }))).toBe('unknown by identical');
		expect(said(await ask({ write, by: elsewhere() }))).toBe('unknown by identical');
		await settle(first, 'done');
		expect(said(await ask({ write, by: elsewhere() }))).toBe('free');
	});

	it('is never refused with a time of 0', async () => {
		await send('unknown', { write, within: 0 });
		expect(said(await ask({ write, within: 0 }))).toBe('free');
		expect(said(await ask({ write, within: 0, by: elsewhere() }))).toBe('free');
	});

	it('is refused in any workflow of the same process', async () => {
		await send('unknown', { write });
		const another = { write, workflowId: 'another', nodeId: 'another' };
		expect(said(await ask(another))).toBe('unknown by identical');
		expect(said(await ask({ write: `${write}, other` }))).toBe('free');
	});

	it('is refused with a key, too, and the key is not used up', async () => {
		await send('unknown', { write });
		expect(said(await ask({ write, key: 'invoice 17' }))).toBe('unknown by identical');
		const later = { write, key: 'invoice 17', at: NOW + 11 * MINUTE };
		expect(said(await ask(later))).toBe('free');
	});

	it('is refused after one with a key', async () => {
		await send('unknown', { write, key: 'invoice 17' });
		expect(said(await ask({ write }))).toBe('unknown by identical');
	});

	it.each([
		['the database is away', {}, 3],
		['the host has no store', { withoutHelpers: true }, 0],
		['there is no workflow', { workflowId: null }, 0],
	])('is recognized by this process where %s', async (_, place, warnings) => {
		store.isAway = true;
		await send('unknown', { write, ...place });
		expect(said(await ask({ write, ...place }))).toBe('unknown by identical');
		await send('done', { write: `${write}b`, ...place });
		expect(said(await ask({ write: `${write}b`, ...place }))).toBe('free');
		expect(logged).toEqual(
			Array<string>(warnings).fill(
				'Partner Hotel: Only this process recognizes a write that is sent again: The database is away',
			),
		);
	});

	it('leaves the data of Remove Duplicates nodes alone', async () => {
		const { helpers } = await execution();
		await helpers.checkProcessedAndRecord(['2026-11-23'], 'workflow', { mode: 'latestDate' });
		await send('unknown', { write });
		expect(JSON.parse(store.rows.get('workflow ') as string)).toEqual({
			mode: 'latestDate',
			data: '2026-11-23',
		});
	});

	it('is sent once where many ask at the same time', async () => {
		const asked = await Promise.all(Array.from({ length: 10 }, async () => await ask({ write })));
		expect(asked.map(said).sort()).toEqual(['free', ...Array<string>(9).fill('unknown by identical')]);
	});
});

describe('as a tool of an agent', () => {
	function toolThat(outcome: Outcome, by: Reserve): INodeType {
		return {
			description: {
				name: 'pms',
				displayName: 'PMS',
				inputs: ['main'],
				outputs: ['main'],
				properties: [{ name: 'key', displayName: 'Key', type: 'string', default: '' }],
				usableAsTool: true,
			},
			async execute(this: IExecuteFunctions) {
				const identity = {
					fingerprint: write,
					key: String(this.getNodeParameter('key', 0)),
					refuseWithinMs: 0,
				};
				const reservation = await by(this, identity);
				if (reservation.state === 'free') await reservation.settle(outcome);
				return [[{ json: { said: said(reservation) } }]];
			},
		} as unknown as INodeType;
	}

	it('keys hold across calls, executions and processes', async () => {
		const calls = [{}, {}];
		const about = { parameters: { key: 'invoice 17' }, credential: CREDENTIAL, calls };
		const first = await callAsTool(toolThat('done', reserveWrite), about);
		const second = await callAsTool(toolThat('done', elsewhere()), about);
		expect([...first, ...second].join()).toMatch(/free.*repeated.*repeated.*repeated/);
	});
});
