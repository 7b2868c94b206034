import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startN8n, type N8nPlan } from '../../n8n/n8nProcess.mts';
import { ensureRuntime } from '../../n8n/runtime.mts';
import { installPackage } from '../../n8n/userFolder.mts';
import { packInto } from '../../package/pack.mts';
import { inRoot } from '../../util/paths.mts';
import { anyFreePort } from '../../util/ports.mts';
import { step } from '../../util/progress.mts';
import type { Benchmark } from '../benchmark.mts';
import { residentBytes, whenIdle } from '../procfs.mts';
import type { Row } from '../row.mts';
import { median, round } from '../../figures/statistics.mts';

const ROUNDS = 5;
const MIB = 1_048_576;
const KB = 1_000;

interface Start {
	seconds: number;
	mib: number;
}

export const packageCost: Benchmark = {
	name: 'package',
	title: 'What the package costs',
	run: async (folder) => {
		const tarball = await packInto(join(folder, 'package'));
		const rows = startRows(await starts(folder, tarball));
		return [...rows, ...sizeRows(tarball)];
	},
};

/** They alternate, so that other load affects both. */
async function starts(folder: string, tarball: string): Promise<{ with: Start[]; without: Start[] }> {
	const runtime = await ensureRuntime();
	const planOf = async (name: string): Promise<N8nPlan> => ({
		runtime,
		userFolder: join(folder, name),
		port: await anyFreePort(),
		logFile: join(folder, 'logs', `${name}.log`),
	});
	const plans = { with: await planOf('with'), without: await planOf('without') };
	await installPackage(plans.with.userFolder, tarball);
	const firstStart = { doing: 'First starts, which make the databases', done: 'First starts' };
	await step(firstStart, async () => {
		await timedStart(plans.with);
		await timedStart(plans.without);
	});
	const measured = { with: [] as Start[], without: [] as Start[] };
	for (let round = 1; round <= ROUNDS; round += 1) {
		const words = `Round ${round} of ${ROUNDS}: n8n with and without the package`;
		await step({ doing: words, done: words }, async () => {
			measured.with.push(await timedStart(plans.with));
			measured.without.push(await timedStart(plans.without));
		});
	}
	return measured;
}

async function timedStart(plan: N8nPlan): Promise<Start> {
	const before = performance.now();
	const { service } = await startN8n(plan);
	const seconds = (performance.now() - before) / 1000;
	const pid = service.child.pid ?? 0;
	await whenIdle(pid);
	const mib = residentBytes(pid) / MIB;
	await service.stop();
	return { seconds, mib };
}

function startRows(measured: { with: Start[]; without: Start[] }): Row[] {
	return [
		difference("n8n's start-up time with the package", 's', 2, measured, ({ seconds }) => seconds),
		difference("n8n's memory after the start with the package", 'MiB', 0, measured, ({ mib }) => mib),
	];
}

function difference(
	name: string,
	unit: string,
	digits: number,
	measured: { with: Start[]; without: Start[] },
	figureOf: (start: Start) => number,
): Row {
	const [own, bare] = [measured.with.map(figureOf), measured.without.map(figureOf)];
	const spread = (figures: number[]) =>
		`${round(Math.min(...figures), digits)}–${round(Math.max(...figures), digits)}`;
	return {
		name,
		figure: round(median(own), digits),
		unit,
		baselines: [{ name: 'without it', figure: round(median(bare), digits), note: spread(bare) }],
		note: `median of ${own.length} starts, ${spread(own)}`,
	};
}

function sizeRows(tarball: string): Row[] {
	const row = { unit: 'kB', baselines: [] };
	return [
		{ ...row, name: 'Descriptions of all nodes', figure: round(descriptionBytes() / KB, 1), target: 300 },
		{ ...row, name: 'Tarball', figure: round(statSync(tarball).size / KB, 1), target: 200 },
	];
}

/** As JSON, which is how the editor gets them. */
function descriptionBytes(): number {
	const load = createRequire(import.meta.url);
	const { n8n } = load(inRoot('package.json')) as { n8n: { nodes: string[] } };
	const sizes = n8n.nodes.map((file) => {
		const [exported] = Object.values(load(inRoot(file)) as Record<string, new () => { description: object }>);
		if (exported === undefined) throw new Error(`${file} exports nothing.`);
		return Buffer.byteLength(JSON.stringify(new exported().description));
	});
	return sizes.reduce((sum, size) => sum + size, 0);
}
