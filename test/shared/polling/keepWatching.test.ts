import { nextReadingIn, runWatching } from '../../../nodes/shared/polling/keepWatching';
import { deadlineIn, pollDeadline, type Deadline } from '../../../nodes/shared/polling/deadline';
import { TriggerAllowances, type Allowance } from '../../../nodes/shared/rateLimit/triggerAllowance';
import { rateScopes } from '../../../nodes/shared/transport/rateScopes';
import { allowanceOf } from '../../support/allowance';
import { FakeClock } from '../../support/fakeClock';
import { sleep, type IPollFunctions } from 'n8n-workflow';

jest.mock('n8n-workflow', () => ({ ...jest.requireActual('n8n-workflow'), sleep: jest.fn() }));

const nothing = { items: [], failures: new Map<string, unknown>(), hasMore: false, repeats: false };
const everyTwoSeconds = { pauseFor: () => 2_000 };
const reading = (requests: number, tookMs = 0) => ({ requests, tookMs });

afterEach(() => jest.restoreAllMocks());

describe('a poll that watches reads again', () => {
	it('when it found nothing, as often as the limits allow: the reading is a part of the pause', () => {
		expect(nextReadingIn(nothing, reading(1, 0), everyTwoSeconds, 10_000)).toBe(2_000);
		expect(nextReadingIn(nothing, reading(1, 500), everyTwoSeconds, 10_000)).toBe(1_500);
		expect(nextReadingIn(nothing, reading(1, 2_500), everyTwoSeconds, 10_000)).toBe(0);
	});

	it.each([
		['it found something', { ...nothing, items: [{}] }],
		['a property failed', { ...nothing, failures: new Map([['1', new Error('down')]]) }],
		['there is more to read than it may', { ...nothing, hasMore: true }],
		['it would read the same again', { ...nothing, repeats: true }],
	])('unless %s', (_, result) => {
		expect(nextReadingIn(result, reading(1), everyTwoSeconds, 10_000)).toBeUndefined();
	});

	it('unless its time would be over', () => {
		expect(nextReadingIn(nothing, reading(1), everyTwoSeconds, 2_000)).toBeUndefined();
		expect(nextReadingIn(nothing, reading(1), everyTwoSeconds, -1)).toBeUndefined();
	});

	it('unless it may send no more', () => {
		expect(nextReadingIn(nothing, reading(1), { pauseFor: () => undefined }, 10_000)).toBeUndefined();
	});

	it('as often as the last reading allows, and one request at least', () => {
		const pauseFor = jest.fn(() => 1);
		nextReadingIn(nothing, reading(10), { pauseFor }, 10_000);
		nextReadingIn(nothing, reading(0), { pauseFor }, 10_000);
		expect(pauseFor.mock.calls).toEqual([[10], [1]]);
	});
});

describe('a poll that watches', () => {
	const pauses = jest.mocked(sleep);
	const found = { ...nothing, items: [{ id: 1 }] };
	const pauseFor = jest.fn<number, [number]>(() => 2_000);
	let sent = 0;
	let now = 0;
	const allowance = { ...allowanceOf(Infinity), sent: () => sent, pauseFor };
	const deadline: Deadline = { ...deadlineIn(240_000, 45_000), toWatch: () => 50_000 };

	beforeEach(() => {
		jest.clearAllMocks();
		jest.spyOn(performance, 'now').mockImplementation(() => now);
		sent = 0;
	});

	/** Each reading sends two requests, and the poll finds something with the reading that is named. */
	async function watch(
		{ findsWith, isCurrent = () => true }: { findsWith: number; isCurrent?: () => boolean },
		within: Deadline = deadline,
	) {
		const readings: Deadline[] = [];
		const run = async (given: Deadline) => {
			readings.push(given);
			sent += 2;
			now += 300;
			return (readings.length < findsWith ? nothing : found) as never;
		};
		return { result: await runWatching(run, within, allowance, isCurrent), readings };
	}

	it('reads until it finds something, with a pause for what each reading sent', async () => {
		const { result, readings } = await watch({ findsWith: 3 });
		expect(result).toBe(found);
		expect(readings).toHaveLength(3);
		expect(pauses.mock.calls).toEqual([[1_700], [1_700]]);
		expect(pauseFor.mock.calls).toEqual([[2], [2]]);
	});

	it('holds nothing back for its first reading alone', async () => {
		const { readings } = await watch({ findsWith: 2 });
		expect(readings[0]).toBe(deadline);
		expect(readings[1]?.toHandOver).toBe(deadline.toEnd);
		expect(readings[1]?.toWatch).toBe(deadline.toWatch);
	});

	it('reads once where there is no time to watch', async () => {
		const { result, readings } = await watch({ findsWith: 2 }, deadlineIn(240_000));
		expect(result).toBe(nothing);
		expect(readings).toHaveLength(1);
		expect(pauses).not.toHaveBeenCalled();
	});

	it('ends when its time is over', async () => {
		const left = [3_000, 2_500, 1_700];
		const { readings } = await watch({ findsWith: 9 }, { ...deadline, toWatch: () => left.shift() ?? 0 });
		expect(readings).toHaveLength(3);
	});

	it('ends without a pause when another activation polls', async () => {
		const current = [true, false];
		const { result, readings } = await watch({ findsWith: 9, isCurrent: () => current.shift() ?? false });
		expect(result).toBe(nothing);
		expect(readings).toHaveLength(2);
		expect(pauses).toHaveBeenCalledTimes(1);
	});
});

describe('the pause', () => {
	const MINUTE_MS = 60_000;
	/** Triggers of one client, ten minutes after their first polls, which sent nothing. */
	async function rested(...triggers: string[]): Promise<Allowance[]> {
		const clock = new FakeClock();
		const allowances = new TriggerAllowances(rateScopes.bookingList, clock);
		for (const trigger of triggers) allowances.begin(trigger, 0);
		await clock.run(clock.sleep(10 * MINUTE_MS));
		return triggers.map((trigger) => allowances.begin(trigger, 0));
	}
	const useUpTo = (left: number, allowance: Allowance | undefined) => {
		while (allowance?.mayRequest(left)) allowance.take();
		return allowance;
	};

	it('spends the hour evenly, and in ten minutes what is saved: 45 lists a minute and 45 more', async () => {
		const [allowance] = await rested('one');
		expect(useUpTo(0.5, allowance)?.pauseFor(10)).toBeCloseTo(600_000 / (45 + 22.5));
		expect(useUpTo(0.01, allowance)?.pauseFor(4)).toBeCloseTo(240_000 / (45 + 0.4));
	});

	it('is never so short that triggers use more than three quarters of the limit of a minute', async () => {
		const [allowance] = await rested('one');
		expect(allowance?.pauseFor(10)).toBe((10 * MINUTE_MS) / (0.75 * 100));
	});

	it('is never shorter than the seconds of an hour that a list has', async () => {
		const [allowance] = await rested('one');
		expect(allowance?.pauseFor(1)).toBeCloseTo(3_600_000 / (0.9 * 3_000));
	});

	it('is longer for each of two triggers', async () => {
		const [one] = await rested('one');
		const [, other] = await rested('one', 'other');
		const pauses = [one, other].map((allowance) => useUpTo(0.1, allowance)?.pauseFor(10) ?? 0);
		expect(pauses[1]).toBeGreaterThan(pauses[0] as number);
	});

	it('is none when they are more than the poll may send', async () => {
		const [allowance] = (await rested('one')) as [Allowance];
		expect(allowance.pauseFor(450)).toBeDefined();
		expect(allowance.pauseFor(451)).toBeUndefined();
		while (allowance.mayRequest()) allowance.take();
		expect(allowance.sent()).toBe(450);
		expect(allowance.pauseFor(1)).toBeUndefined();
	});
});

describe('the time to watch', () => {
	const host = (budgetMs?: number) =>
		({ ...(budgetMs && { getPollBudgetMs: () => budgetMs }) }) as unknown as IPollFunctions;
	const watched = (budgetMs: number | undefined, sinceLastMs: number | undefined) => {
		jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
		const { toWatch } = pollDeadline(host(budgetMs), sinceLastMs);
		jest.spyOn(Date, 'now').mockReturnValue(0);
		return toWatch && Math.ceil(toWatch() / 100) * 100;
	};

	it.each<[string, number | undefined, number | undefined, number | undefined]>([
		['the first poll, which the activation waits for', 300_000, undefined, undefined],
		['older polling each minute', 300_000, 60_000, 55_000],
		['durable polling each minute', 36_000, 60_000, 26_800],
		['n8n that does not tell how much time there is', undefined, 60_000, 33_000],
		['a poll after a pause', 300_000, 3_600_000, 55_000],
		['polls a second apart', 300_000, 1_000, -4_000],
	])('of %s', (_, budgetMs, sinceLastMs, expected) => {
		expect(watched(budgetMs, sinceLastMs)).toBe(expected);
	});
});
