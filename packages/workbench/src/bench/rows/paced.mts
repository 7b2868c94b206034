import type { Limits } from '../../../../sandbox/src/http/limits/table.mts';
import { step } from '../../util/progress.mts';
import type { Stack } from '../../n8n/stack.mts';
import { readsFeed, type Contender } from '../contender.mts';
import { shortestMs } from '../minimum.mts';
import { newEntrant, newPair, Race, refusedAmong, requestsOf } from '../race.mts';
import type { Row } from '../row.mts';
import { asksWithAxios, runScript, SCRIPT } from '../script.mts';
import { round } from '../../figures/statistics.mts';

export interface Pace {
	/** "300 booking details". */
	what: string;
	limits: Limits;
	/** The input items. */
	values: readonly string[];
	propertyId: string;
	ours: Contender;
	others: readonly Contender[];
	/** The path that a script requests for a value. */
	scriptPath?: (value: string) => string;
	/** The target of the wall time, as a multiple of the minimum. */
	target: number;
}

interface Outcome {
	name: string;
	ratio: number;
	seconds: number;
	failures: string[];
	refused: number;
}

/** Many independent requests under a rate limit: their time compared with the minimum, and failures. */
export async function pacedRows(stack: Stack, pace: Pace): Promise<Row[]> {
	const own = await outcomeOf(stack, pace, pace.ours);
	const others: Outcome[] = [];
	for (const contender of pace.others) others.push(await outcomeOf(stack, pace, contender));
	if (pace.scriptPath) others.push(await outcomeOfScript(stack, pace, pace.scriptPath));
	const minimum = round(shortestMs(pace.limits, pace.values.length) / 1000, 1);
	return [
		{
			name: `${pace.what}: wall time`,
			figure: own.ratio,
			unit: '× the minimum',
			target: pace.target,
			baselines: others.map(({ name, ratio, seconds, failures }) => ({
				name,
				figure: ratio,
				note: failures.length > 0 ? `${seconds} s, ${failures.length} items failed` : `${seconds} s`,
			})),
			note: `${own.seconds} s; minimum ${minimum} s`,
		},
		failedRow(pace.what, own.failures, others),
		{
			name: `${pace.what}: answered with 429`,
			figure: own.refused,
			unit: 'requests',
			target: 0,
			baselines: others.map(({ name, refused }) => ({ name, figure: refused })),
		},
	];
}

/** None may fail. The error of the first failure is shown. */
export function failedRow(
	what: string,
	failures: readonly string[],
	others: ReadonlyArray<{ name: string; failures: readonly string[] }> = [],
): Row {
	const [first] = failures;
	return {
		name: `${what}: failed items`,
		figure: failures.length,
		unit: 'items',
		target: 0,
		baselines: others.map((other) => ({ name: other.name, figure: other.failures.length })),
		...(first !== undefined && { note: first }),
	};
}

async function outcomeOf(
	stack: Stack,
	{ what, limits, values, propertyId }: Pace,
	by: Contender,
): Promise<Outcome> {
	return await step({ doing: `${what}: ${by.name}`, done: `${what}: ${by.name}` }, async () => {
		const race = await Race.prepare(stack, await newEntrant(stack, readsFeed(propertyId)), by, values);
		const result = await race.run();
		return {
			name: by.name,
			ratio: round(result.wallMs / shortestMs(limits, values.length), 3),
			seconds: round(result.wallMs / 1000, 1),
			failures: await race.failures(result),
			refused: result.refused,
		};
	});
}

/** A script outside of n8n, which has its token from the start. */
async function outcomeOfScript(
	stack: Stack,
	{ what, limits, values }: Pace,
	pathOf: (value: string) => string,
): Promise<Outcome> {
	return await step({ doing: `${what}: ${SCRIPT}`, done: `${what}: ${SCRIPT}` }, async () => {
		const { clientId } = await newPair(stack);
		const { access_token: token } = await stack.sandbox.control.issueToken(clientId);
		const startedAt = performance.now();
		const failures = await runScript(values.map(pathOf), asksWithAxios(`${stack.sandbox.url}/api`, token));
		const wallMs = performance.now() - startedAt;
		return {
			name: SCRIPT,
			ratio: round(wallMs / shortestMs(limits, values.length), 3),
			seconds: round(wallMs / 1000, 1),
			failures,
			refused: refusedAmong(await requestsOf(stack, clientId)),
		};
	});
}
