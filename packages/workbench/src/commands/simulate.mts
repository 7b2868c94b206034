import { huntDefects, huntsAsMarkdown } from '../../../simulator/src/defects/defects.mts';
import { exitCodeOf, missedProbes } from '../../../simulator/src/probes.mts';
import { asMarkdown, figuresOf, inWords, traceOf } from '../../../simulator/src/figures.mts';
import { SPECIAL, SPECIAL_WORLDS, USUAL } from '../../../simulator/src/world/standardRun.mts';
import { nameOf, type WorldPlan } from '../../../simulator/src/world/worldPlan.mts';
import { playAll, type WorldJob } from '../../../simulator/src/worlds.mts';
import { writeFigures } from '../figures/writeFigures.mts';
import { ensureBuilt } from '../package/build.mts';
import { stopOnSignals } from '../processes/signals.mts';
import { UserError } from '../util/userError.mts';
import { wholeNumber } from '../util/wholeNumber.mts';

interface SimulateValues {
	seed?: string;
	hours?: string;
	worlds?: string;
	hotels?: string;
	world?: string;
	about?: string;
	calm?: boolean;
	'no-shrink'?: boolean;
	defects?: boolean;
	json?: boolean;
	write?: string;
}

const NEWEST_SEED = 1_000_000;
const MANY = 999_999_999;

export default async function simulate(values: SimulateValues): Promise<number> {
	stopOnSignals();
	const { json = false, write } = values;
	const print = console.log;
	// With `--json`, standard output is for the figures only.
	if (json) console.log = console.error;
	if (values.defects && write !== undefined)
		throw new UserError('--write has no place for what --defects finds');
	if (values.defects) return await putDefectsBack(json ? print : undefined);
	const seed = wholeNumber(values, 'seed', 0, MANY) ?? Math.floor(Math.random() * NEWEST_SEED);
	console.log(`Seed ${seed}: the same again with --seed ${seed}`);
	await ensureBuilt();
	const began = performance.now();
	const jobs = jobsOf(values, seed);
	const all = await playAll([...jobs, ...twinsOf(jobs)], (progress) => console.log(progress));
	const [outcomes, twins] = [all.slice(0, jobs.length), all.slice(jobs.length)];
	const figures = figuresOf(seed, outcomes, (performance.now() - began) / 1000);
	for (const outcome of outcomes) if (outcome.result.finding) console.log(`\n${traceOf(outcome)}`);
	console.log(`\n${inWords(figures)}`);
	if (write !== undefined) writeFigures(write, asMarkdown(figures));
	if (json) print(JSON.stringify(figures, undefined, '\t'));
	// If the first world has one hour, it is itself one of the two runs.
	const alike = twins.length === 1 ? [...outcomes.slice(0, 1), ...twins] : twins;
	const isRepeatable = new Set(alike.map(({ result: { digest } }) => digest)).size === 1;
	if (!isRepeatable) console.log('The same world, played twice, was not the same.');
	const isStandard = isStandardRun(values);
	if (isStandard)
		for (const probe of missedProbes(figures.probes)) console.log(`The run never reached ${probe}.`);
	return exitCodeOf(figures, { isRepeatable, isStandard });
}

/** Whether all worlds are played, with their default sizes. */
function isStandardRun({ calm = false, world, worlds, hours, hotels }: SimulateValues): boolean {
	return !calm && [world, worlds, hours, hotels].every((value) => value === undefined);
}

/** @returns the exit code: 1 if one of them is not found */
async function putDefectsBack(printJson?: (text: string) => void): Promise<number> {
	const hunts = await huntDefects({
		onHunt: ({ defect, found }) => console.log(`${defect}: ${found ? `found: ${found.rule}` : 'not found'}`),
	});
	console.log(`\n${huntsAsMarkdown(hunts)}`);
	printJson?.(JSON.stringify(hunts, undefined, '\t'));
	return hunts.some(({ defect, found }) => defect !== '' && !found) ? 1 : 0;
}

/** The first hour of the first world, twice: the same plan must give the same run. */
function twinsOf([first]: readonly WorldJob[]): WorldJob[] {
	if (first === undefined) return [];
	const twin = { plan: { ...first.plan, hours: 1 }, shrinks: false };
	return first.plan.hours === 1 ? [twin] : [twin, twin];
}

function jobsOf(values: SimulateValues, seed: number): WorldJob[] {
	const { about, calm = false, world: only } = values;
	const worlds = wholeNumber(values, 'worlds', 1, MANY) ?? USUAL.worlds;
	const hotels = wholeNumber(values, 'hotels', 1, MANY);
	const plan: WorldPlan = {
		...USUAL,
		seed,
		world: 0,
		worlds,
		hours: wholeNumber(values, 'hours', 1, MANY) ?? USUAL.hours,
		calm,
		...(about !== undefined && { about }),
	};
	const shrinks = values['no-shrink'] !== true;
	const special = Object.entries(SPECIAL_WORLDS).map(([name, one]) => ({
		...plan,
		...SPECIAL,
		...one,
		special: name,
	}));
	const usual = Array.from({ length: worlds }, (_, world) => ({
		...plan,
		world,
		...(hotels !== undefined && { hotels }),
	}));
	const isStandard = !calm && values.worlds === undefined && values.hours === undefined;
	const all = only === undefined && !isStandard ? usual : [...usual, ...special];
	const chosen = all.filter((one) => only === undefined || nameOf(one) === only);
	if (chosen.length === 0)
		throw new UserError(`There is no world '${only}': there are ${all.map(nameOf).join(', ')}.`);
	return chosen.map((one) => ({ plan: one, shrinks }));
}
