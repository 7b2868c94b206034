import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { reactivationMs } from '../../../simulator/src/host/n8n.mts';
import { backoffMs } from '../../../simulator/src/host/polling.mts';
import { inRoot } from '../../src/util/paths.mts';
import { onlyNewest } from './support/applicable.mts';
import { modelWorld } from './support/modelWorld.mts';
import { n8nModule } from './support/n8n/modules.mts';
import { reactivationsOfN8n } from './support/n8n/reactivations.mts';
import { n8nWorld } from './support/n8nWorld.mts';
import type { Poll, PolledWorld, Seen } from './support/polledWorlds.mts';

/** The simulation's model of n8n and n8n's own classes are told the same stories. */

const ONLY = onlyNewest('the simulation models the newest n8n');

type Story = (world: PolledWorld) => Promise<unknown>;

async function assertSame(polling: 'older' | 'durable', story: Story): Promise<Seen & { told: unknown }> {
	const ended = async (world: PolledWorld) => {
		const told = await story(world);
		return { told, ...world.seen(), writes: onceEach(world.seen().writes) };
	};
	const n8n = await ended(n8nWorld(polling));
	assert.deepEqual(await ended(modelWorld(polling)), n8n);
	return n8n;
}

/** Two savings of the same data may or may not overtake each other. */
const onceEach = (writes: string[]) => writes.filter((write, index) => write !== writes[index - 1]);

const items = (...numbers: number[]): INodeExecutionData[][] => [
	numbers.map((number) => ({ json: { number } })),
];
const data = (context: IPollFunctions, kind: 'node' | 'global'): IDataObject =>
	context.getWorkflowStaticData(kind);

/** Leaves a mark in both kinds of static data. */
const leaves =
	(mark: number, result: INodeExecutionData[][] | null): Poll =>
	async (context) => {
		data(context, 'node').mark = mark;
		data(context, 'global').mark = mark;
		return await Promise.resolve(result);
	};
const finds =
	(found: unknown[]): Poll =>
	async (context) => {
		found.push([data(context, 'node').mark, data(context, 'global').mark]);
		return await Promise.resolve(null);
	};
const fails =
	(error: object = {}): Poll =>
	async (context) => {
		data(context, 'node').mark = 'failed';
		data(context, 'global').mark = 'failed';
		return await Promise.reject(Object.assign(new Error('broken'), error));
	};
const nothing: Poll = async () => await Promise.resolve(null);

/** How many contexts an activation and so many scheduled polls have. */
async function contextsOf(polling: 'older' | 'durable', polls: number): Promise<unknown> {
	const { told } = await assertSame(polling, async (world) => {
		const contexts = new Set<IPollFunctions>();
		const keeps: Poll = async (context) => {
			contexts.add(context);
			return await nothing(context);
		};
		await world.activate(keeps);
		for (let poll = 0; poll < polls; poll += 1) await world.scheduled(keeps);
		return contexts.size;
	});
	return told;
}

describe('the model of n8n polls as n8n does without durable polling', ONLY, () => {
	test('an activation saves what its poll leaves, with and without items', async () => {
		for (const result of [null, items(1)]) {
			const { staticData } = await assertSame(
				'older',
				async (world) => await world.activate(leaves(1, result)),
			);
			assert.equal((staticData['node:Trigger'] as IDataObject).mark, 1);
		}
	});

	test('a poll without items is kept in memory alone, one with items saves it before the execution', async () => {
		const { writes } = await assertSame('older', async (world) => {
			const found: unknown[] = [];
			await world.activate(nothing);
			await world.scheduled(leaves(1, null));
			const between = world.seen();
			await world.scheduled(finds(found));
			await world.scheduled(leaves(2, items(1, 2)));
			return { found, between };
		});
		assert.deepEqual(writes, ['static data', 'execution']);
	});

	test('an empty list of items is an execution, too', async () => {
		await assertSame('older', async (world) => {
			await world.activate(nothing);
			await world.scheduled(leaves(1, items()));
		});
	});

	test('all polls of an activation share a context', async () => {
		assert.equal(await contextsOf('older', 1), 1);
	});

	test('an error in the first poll fails the activation, and nothing is saved', async () => {
		const { writes } = await assertSame('older', async (world) => await world.activate(fails()));
		assert.deepEqual(writes, []);
	});

	test('a later error is recorded; what the poll changed stays in memory and is saved with the next items', async () => {
		const { failures } = await assertSame('older', async (world) => {
			const found: unknown[] = [];
			await world.activate(leaves(1, null));
			await world.scheduled(fails());
			await world.scheduled(finds(found));
			await world.scheduled(async () => await Promise.resolve(items(1)));
			return found;
		});
		assert.deepEqual(failures, ['broken']);
	});

	test('what a poll brings after the deactivation is dropped, an error as well', async () => {
		for (const result of [leaves(2, items(1)), fails()]) {
			const { executions, failures } = await assertSame('older', async (world) => {
				await world.activate(leaves(1, null));
				await world.scheduled(async (context) => {
					world.deactivate();
					return await result(context);
				});
				await world.scheduled(leaves(3, items(2)));
			});
			assert.deepEqual([executions, failures], [[], []]);
		}
	});

	test('a poll is told five minutes', async () => {
		const { told } = await assertSame('older', async (world) => {
			const told: unknown[] = [];
			await world.activate(async (context) => {
				told.push(context.getPollBudgetMs?.(), context.getMode(), context.getActivationMode());
				return await nothing(context);
			});
			return told;
		});
		assert.deepEqual(told, [300_000, 'trigger', 'activate']);
	});
});

test('the model tries what failed at the start again after the same times as n8n', ONLY, async () => {
	const waits = [reactivationMs()];
	while (waits.length < 20) waits.push(reactivationMs(waits.at(-1)));
	assert.deepEqual(waits, await reactivationsOfN8n(20));
});

describe('the model of n8n polls as n8n does durably', ONLY, () => {
	test('what the first poll leaves of the node is dropped unless it brings items; the workflow keeps its own', async () => {
		for (const result of [null, items(1)]) {
			const { cursor, staticData } = await assertSame(
				'durable',
				async (world) => await world.activate(leaves(1, result)),
			);
			assert.deepEqual(cursor, result === null ? {} : { mark: 1 });
			assert.deepEqual(staticData.global, { shared: 0, mark: 1 });
		}
	});

	test('the first poll is tried five times, and what it left of the workflow is saved all the same', async () => {
		const { told } = await assertSame('durable', async (world) => {
			let tries = 0;
			const failed = await world.activate(async (context) => {
				tries += 1;
				return await fails()(context);
			});
			return { tries, failed };
		});
		assert.deepEqual(told, { tries: 5, failed: 'broken' });
	});

	test('a poll without items commits the cursor, and drops what it left of the workflow', async () => {
		const { cursor, staticData } = await assertSame('durable', async (world) => {
			const found: unknown[] = [];
			await world.activate(leaves(1, null));
			await world.scheduled(leaves(2, null));
			await world.scheduled(finds(found));
			return found;
		});
		assert.deepEqual([cursor, (staticData.global as IDataObject).mark], [{ mark: 2 }, 1]);
	});

	test('one with items starts to save what it left of the workflow, then cursor and execution together', async () => {
		const { writes } = await assertSame('durable', async (world) => {
			await world.activate(nothing);
			await world.scheduled(leaves(2, items(1, 2)));
		});
		assert.deepEqual(writes, ['static data', 'cursor', 'execution']);
	});

	test('each poll has a context of its own', async () => {
		assert.equal(await contextsOf('durable', 2), 3);
	});

	test('a poll that begins while the one before runs is called, with what was there before', async () => {
		const { told, cursor } = await assertSame('durable', async (world) => {
			const found: unknown[] = [];
			await world.activate(nothing);
			await world.scheduled(leaves(1, null));
			await world.scheduled(async (context) => {
				await world.scheduled(finds(found));
				return await leaves(2, items(1))(context);
			});
			return found;
		});
		assert.deepEqual([told, cursor], [[[1, undefined]], { mark: 2 }]);
	});

	test('a poll that fails leaves nothing, is recorded, and polls rest, longer each time, until one succeeds', async () => {
		const { told } = await assertSame('durable', async (world) => {
			const rests: unknown[] = [];
			await world.activate(nothing);
			for (let round = 0; round < 4; round += 1) {
				await world.scheduled(fails());
				rests.push(world.seen().restMs);
				await world.scheduled(leaves(9, null));
				await world.pass(60 * 60_000);
			}
			await world.scheduled(leaves(3, null));
			return rests;
		});
		assert.deepEqual(told, [5_000, 10_000, 20_000, 40_000]);
	});

	test('an activation ends the rest', async () => {
		const { cursor, restMs } = await assertSame('durable', async (world) => {
			await world.activate(nothing);
			await world.scheduled(fails({ failure: { cause: 'credential-invalid' } }));
			await world.scheduled(leaves(1, null));
			const resting = world.seen();
			world.deactivate();
			await world.activate(nothing);
			await world.scheduled(leaves(2, null));
			return [resting.cursor, resting.errors];
		});
		assert.deepEqual([cursor, restMs], [{ mark: 2 }, 30 * 60_000]);
	});

	test('a poll that takes too long is given up as a failure, and what it brings then is dropped', async () => {
		const { executions, errors, restMs } = await assertSame('durable', async (world) => {
			await world.activate(leaves(1, null));
			await world.late((ends) => async (context) => {
				await ends;
				return await leaves(2, items(1))(context);
			});
		});
		assert.deepEqual([executions, errors, restMs], [[], 1, 5_000]);
	});

	test('what a poll brings after the deactivation is dropped; an error is recorded, but no rest', async () => {
		for (const result of [leaves(2, items(1)), leaves(2, null), fails()]) {
			await assertSame('durable', async (world) => {
				await world.activate(leaves(1, null));
				await world.scheduled(async (context) => {
					world.deactivate();
					return await result(context);
				});
				await world.scheduled(leaves(3, items(2)));
			});
		}
	});

	test('the first cursor is what the workflow has of the node', async () => {
		await assertSame('durable', async (world) => {
			const found: unknown[] = [];
			await world.scheduled(finds(found));
			return found;
		});
	});

	test('the times are those of n8n: given up after 45 s, of which the node is told 36 s', () => {
		const require = createRequire(inRoot('runtime', 'package.json'));
		const { SchedulerConfig } = require('@n8n/config') as {
			SchedulerConfig: new () => Record<string, number>;
		};
		const { pollTimeoutSeconds, leaseDurationSeconds } = new SchedulerConfig();
		assert.deepEqual([pollTimeoutSeconds, leaseDurationSeconds], [45, 60]);
	});

	test('a poll is told its mode, and four fifths of the time', async () => {
		const told: unknown[][] = [];
		for (const world of [n8nWorld('durable', 45_000), modelWorld('durable')]) {
			const poll: Poll = async (context) => {
				told.push([context.getPollBudgetMs?.(), context.getMode(), context.getActivationMode()]);
				return await nothing(context);
			};
			await world.activate(poll);
			await world.scheduled(poll);
		}
		const [n8nFirst, n8nNext, modelFirst, modelNext] = told;
		assert.deepEqual([modelFirst, modelNext], [n8nFirst, n8nNext]);
		assert.deepEqual(modelNext, [36_000, 'trigger', 'update']);
	});
});

describe('the model reads the errors of polls as n8n does', ONLY, () => {
	const NOW = Date.UTC(2026, 0, 5);
	const inAMinute = new Date(NOW + 60_000).toUTCString();
	const answered = (status: number, headers: object = {}) => ({ response: { status, headers } });
	const declared = (failure: object) => ({ failure });
	const errors: Record<string, object> = {
		'says nothing': {},
		...Object.fromEntries(
			['401', '403', '404', '408', '429', '500', '503', 'ECONNREFUSED', 'EAUTH', ' 403 '].map((code) => [
				`code ${code}`,
				{ httpCode: code },
			]),
		),
		'a number as its code': { httpCode: 403 },
		'status 401': { status: 401 },
		'answered with 403': answered(403),
		'answered with 403 and a pause': answered(403, { 'Retry-After': '90' }),
		'answered with 429 and a pause': answered(429, { 'retry-after': '90' }),
		'answered with 429 and a date': answered(429, { 'retry-after': inAMinute }),
		'answered with 429 and a long pause': answered(429, { 'retry-after': '90000' }),
		'answered with nonsense': answered(503, { 'retry-after': 'soon' }),
		'a network error': { code: 'ECONNRESET' },
		'a network error within': { cause: { cause: { code: 'ENOTFOUND' } } },
		'a refusal within': { cause: { httpCode: '401' } },
		'a refusal as errorResponse': { errorResponse: { statusCode: 403 } },
		'a code and another status': { httpCode: '500', cause: answered(401) },
		...Object.fromEntries(
			[
				'credential-invalid',
				'configuration-invalid',
				'node-defect',
				'rate-limited',
				'quota-exhausted',
				'temporarily-unavailable',
				'made-up',
			].map((cause) => [`declared ${cause}`, { ...declared({ cause }), httpCode: '403' }]),
		),
		'declared with a pause': declared({ cause: 'rate-limited', retryAfterMs: 70_000 }),
		'declared with an end': declared({ cause: 'quota-exhausted', resetsAtEpochMs: NOW + 80_000 }),
		'declared with a pause of nothing': declared({ cause: 'rate-limited', retryAfterMs: 0 }),
		'declared with a very long pause': declared({ cause: 'quota-exhausted', retryAfterMs: 86_400_000 }),
		'declared within': { cause: declared({ cause: 'credential-invalid' }) },
	};

	for (const [name, error] of Object.entries(errors)) {
		test(`one that is ${name}`, () => {
			const { pollFailureFromError, computeBackoffDelayMs } = n8nModule(
				'workflows/triggers/poll-backoff-policy.js',
			) as {
				pollFailureFromError: (error: unknown, now: Date) => object;
				computeBackoffDelayMs: (failure: object) => number;
			};
			const thrown = Object.assign(new Error('broken'), error);
			for (let consecutiveErrors = 1; consecutiveErrors <= 12; consecutiveErrors += 1) {
				const expected = computeBackoffDelayMs({
					...pollFailureFromError(thrown, new Date(NOW)),
					consecutiveErrors,
				});
				assert.equal(backoffMs(thrown, consecutiveErrors, NOW), expected, `after ${consecutiveErrors}`);
			}
		});
	}
});
